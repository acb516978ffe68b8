import type { UpdateAct, UpdateState } from '../../../shared/bridge';
import type { Bridge } from '../../../shared/channels';

/** Newer versions of the desktop; in a browser there is nothing of it. */
class Updates {
  readonly #bridge = (window as { courtyard?: Bridge }).courtyard;
  #now = $state.raw<UpdateState>({ at: 'unset', now: '', version: '', share: 0 });

  /** As far as it is known. Reactive. */
  get now(): UpdateState {
    return this.#now;
  }

  /** Does it and hears how it stands. */
  async do(act: UpdateAct): Promise<void> {
    if (this.#bridge) this.#now = await this.#bridge.update(act);
  }

  /** Looks again and again while something goes on, until the function it gives is called. For an effect. */
  follow(): () => void {
    void this.do('look');
    const timer = setInterval(() => {
      if (this.#now.at === 'checking' || this.#now.at === 'fetching') void this.do('look');
    }, LOOK_MS);
    return () => clearInterval(timer);
  }
}

const LOOK_MS = 300;

/** The one of these pages. */
export const updates = new Updates();
