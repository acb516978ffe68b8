import type { Promo } from '../../shared/contract/records';
import { Attempt, call, Once } from '../api';

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
  #all = $state.raw<readonly Promo[]>([]);
  #isRead = $state(false);

  get all(): readonly Promo[] {
    return this.#all;
  }

  get isRead(): boolean {
    return this.#isRead;
  }

  load(): Promise<boolean> {
    return this.reading.run(async () => {
      this.#all = await call('admin.promos');
      this.#isRead = true;
    });
  }

  create(promo: NewPromo): Promise<boolean> {
    return this.creating.run(async () => {
      this.#all = [await this.#once.call('admin.createPromo', promo), ...this.#all];
    });
  }

  /** Throws AppError. */
  async revoke(code: string): Promise<void> {
    await call('admin.revokePromo', { code });
    this.#all = this.#all.filter((promo) => promo.Code !== code);
  }
}
