import { Attempt, communityDiscovery, type Diagnosis } from '../api';

/** Diagnoses why a host can't be reached. */
export class HostDiagnosis {
  readonly attempt = new Attempt();
  #diagnosis = $state.raw<Diagnosis | null>(null);

  /** The last diagnosis; null while there is none. */
  get diagnosis(): Diagnosis | null {
    return this.#diagnosis;
  }

  /**
   * Tests the connections to addresses (`HOST:PORT`) of the community with this key. Returns true when the test
   * completed.
   */
  run(addresses: readonly string[], key: string | null): Promise<boolean> {
    this.#diagnosis = null;
    return this.attempt.run(async () => {
      this.#diagnosis = await communityDiscovery.diagnose(addresses, key);
    });
  }
}
