import type { Output } from '../../../shared/contract';
import { Attempt } from '../attempt.svelte';
import { call } from '../call';

/** The state of the community's database, as shown to administrators. */
class DatabaseHealth {
  readonly loading = new Attempt();
  #now = $state.raw<Output<'admin.health'> | null>(null);

  /** Null until it was loaded. */
  get now(): Output<'admin.health'> | null {
    return this.#now;
  }

  load(): Promise<boolean> {
    return this.loading.refresh(async () => void (this.#now = await call('admin.health')));
  }
}

/** The database state, shared by all pages. */
export const databaseHealth = new DatabaseHealth();
