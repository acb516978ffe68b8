import type { WebContents } from 'electron';
import type { CommunitiesState } from '../../../shared/bridge';
import { push } from '../../doors/ipc-channels';

/** Sends the communities that the window can show to the displayed page. */
export class CommunitiesAnnouncer {
  readonly #state: () => Promise<CommunitiesState>;
  readonly #page: () => WebContents | null;
  #isAnnouncing = false;

  constructor(state: () => Promise<CommunitiesState>, page: () => WebContents | null) {
    this.#state = state;
    this.#page = page;
  }

  /** Sends the current state, once per event-loop turn. */
  announce(): void {
    if (this.#isAnnouncing) return;
    this.#isAnnouncing = true;
    setImmediate(() => {
      this.#isAnnouncing = false;
      this.#state().then(
        (state) => {
          const page = this.#page();
          if (page) push(page, 'communitiesNow', state);
        },
        // The local service is closing.
        () => undefined,
      );
    });
  }
}
