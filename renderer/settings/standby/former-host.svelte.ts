import type { Output } from '../../../shared/contract';
import { Attempt, call } from '../../api';

/** A host whose community another computer has taken over: what only it has, and how it becomes the standby. */
export class FormerHost {
  readonly reading = new Attempt();
  readonly rejoining = new Attempt();
  #authors = $state.raw<Output<'admin.unreplicated'> | null>(null);
  #hasLeft = $state(false);

  /** Who wrote what only this host has; null until loaded. Reactive, like all getters here. */
  get authors(): Output<'admin.unreplicated'> | null {
    return this.#authors;
  }

  /** Whether this host ends, to go on as the standby. */
  get hasLeft(): boolean {
    return this.#hasLeft;
  }

  load(): Promise<boolean> {
    return this.reading.run(async () => {
      this.#authors = await call('admin.unreplicated');
    });
  }

  /** Makes this host the standby of the new one. Pages are led there. */
  rejoin(): Promise<boolean> {
    return this.rejoining.run(async () => {
      await call('admin.becomeStandby');
      this.#hasLeft = true;
    });
  }
}
