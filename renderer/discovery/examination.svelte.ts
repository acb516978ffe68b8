import { Attempt, finding, type Diagnosis } from '../api';

/** One look for what keeps a host from being reached. */
export class Examination {
  readonly attempt = new Attempt();
  #diagnosis = $state.raw<Diagnosis | null>(null);

  /** What was found out last; null while nothing is known. */
  get diagnosis(): Diagnosis | null {
    return this.#diagnosis;
  }

  /** Looks at the ways to addresses (`HOST:PORT`), for the community of a key. */
  look(addresses: readonly string[], key: string | null): Promise<boolean> {
    this.#diagnosis = null;
    return this.attempt.run(async () => {
      this.#diagnosis = await finding.examine(addresses, key);
    });
  }
}
