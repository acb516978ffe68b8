import type { UpdateAction, UpdateState } from '../../../shared/bridge';

/** Updates of the desktop app. Does nothing in a browser. */
class Updates {
  readonly #bridge = window.courtyard;
  #now = $state.raw<UpdateState>({ at: 'unset', now: '', version: '', share: 0 });

  /** The last known state. Reactive. */
  get now(): UpdateState {
    return this.#now;
  }

  /** Performs an update action and refreshes the state. */
  async do(action: UpdateAction): Promise<void> {
    if (this.#bridge) this.#now = await this.#bridge.update(action);
  }

  /**
   * Polls the state while an update is being checked or downloaded, until the returned function is called. Call it in
   * an effect.
   */
  follow(): () => void {
    void this.do('look');
    const timer = setInterval(() => {
      if (this.#now.at === 'checking' || this.#now.at === 'fetching') void this.do('look');
    }, POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }
}

const POLL_INTERVAL_MS = 300;

/** The update state, shared by all pages. */
export const updates = new Updates();
