import type { Promo } from '../../../shared/contract/records';
import { Attempt, call, Fresh, Once } from '../../api';

/** A code as it is to be made: for how many (`uses`) and until when (Unix seconds, 0 for ever). */
interface NewPromo {
  code: string;
  coins: number;
  sub: number;
  uses: number;
  expires: number;
}

/** The promo codes of the community, newest first. */
export class Promos {
  readonly reading = new Attempt();
  readonly creating = new Attempt();
  readonly #once = new Once();
  readonly #fresh = new Fresh();
  #all = $state.raw<readonly Promo[]>([]);
  #isRead = $state(false);

  get all(): readonly Promo[] {
    return this.#all;
  }

  get isRead(): boolean {
    return this.#isRead;
  }

  load(): Promise<boolean> {
    return this.reading.refresh(async () => {
      this.#all = await this.#fresh.read(() => call('admin.promos'));
      this.#isRead = true;
    });
  }

  create(promo: NewPromo): Promise<boolean> {
    return this.creating.run(async () => {
      const made = await this.#once.call('admin.createPromo', promo);
      this.#all = [made, ...this.#all.filter(({ Code }) => Code !== made.Code)];
      this.#fresh.changed();
    });
  }

  /** Throws AppError. */
  async revoke(code: string): Promise<void> {
    await call('admin.revokePromo', { code });
    this.#all = this.#all.filter((promo) => promo.Code !== code);
    this.#fresh.changed();
  }
}
