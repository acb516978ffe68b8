import type { Output } from '../../../shared/contract';
import { Attempt } from '../attempt.svelte';
import { call } from '../call';

/** How the database of the community is, as its administrators are told. */
class DatabaseHealth {
  readonly reading = new Attempt();
  #now = $state.raw<Output<'admin.health'> | null>(null);

  /** Null until it was read. */
  get now(): Output<'admin.health'> | null {
    return this.#now;
  }

  load(): Promise<boolean> {
    return this.reading.refresh(async () => void (this.#now = await call('admin.health')));
  }
}

/** The one of these pages. */
export const databaseHealth = new DatabaseHealth();
