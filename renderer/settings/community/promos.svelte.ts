import type { Promo } from '../../../shared/contract/records';
import { Attempt, call, IdempotentCalls, PagedList } from '../../api';

/** A promo code to create: `uses` is how many people can claim it, `expires` is in Unix seconds (0: never). */
interface NewPromo {
  code: string;
  coins: number;
  sub: number;
  uses: number;
  expires: number;
}

/** The promo codes of the community, newest first. */
export class Promos extends PagedList<Promo> {
  readonly creating = new Attempt();
  readonly #once = new IdempotentCalls();

  constructor() {
    super({ read: () => call('admin.promos'), keyOf: ({ Code }) => Code });
  }

  create(promo: NewPromo): Promise<boolean> {
    return this.creating.run(async () => this.put(await this.#once.call('admin.createPromo', promo)));
  }

  /** Revokes a promo code. Throws AppError. */
  async revoke(code: string): Promise<void> {
    await call('admin.revokePromo', { code });
    this.remove(code);
  }
}
