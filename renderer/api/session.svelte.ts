import type { SignedIn } from '../../shared/bridge';
import { readStored, store } from './storage';

/** Why the session ended: the person signed out, or the host no longer accepts the token. */
export type Ending = 'signed_out' | 'expired';

/** The session on this device, stored by the desktop program or by the browser. */
class Session {
  readonly #bridge = window.courtyard;
  #signedIn = $state.raw<SignedIn | null>(this.#bridge ? null : storedSession());
  #ending = $state.raw<Ending | null>(null);
  #isEnding = false;

  constructor() {
    // Another window of the same browser signed in or out.
    addEventListener('storage', (event) => {
      if (event.key === storageKey && !this.#bridge) this.#signedIn = storedSession();
    });
  }

  /** The signed-in person and their token. Reactive. */
  get signedIn(): SignedIn | null {
    return this.#signedIn;
  }

  get token(): string | null {
    return this.#signedIn?.token ?? null;
  }

  /** The ID of the signed-in person; 0 while nobody is signed in. */
  get id(): number {
    return this.#signedIn?.id ?? 0;
  }

  /** How the last session ended; null before the first sign-in and while someone is signed in. */
  get ending(): Ending | null {
    return this.#ending;
  }

  /** Loads the session from the desktop program. Call it before anything is shown. */
  async restore(): Promise<void> {
    if (!this.#bridge) return;
    // Earlier versions stored the session in localStorage.
    const before = storedSession();
    this.#signedIn = (await this.#bridge.session()) ?? (before && (await this.#bridge.session(before)));
    store(storageKey, undefined);
  }

  /** Starts the session returned by a sign-in. */
  begin(signedIn: SignedIn): void {
    this.#ending = null;
    this.#store(signedIn);
  }

  /** Removes the token from this device; `account.logout` ends the session on the host. */
  end(ending: Ending): void {
    if (!this.#signedIn) return;
    this.#ending = this.#isEnding ? 'signed_out' : ending;
    this.#isEnding = false;
    this.#store(null);
  }

  /**
   * Runs `work`, which ends the session on the host. The event that the session ended may arrive before the answer, so
   * this records that the person asked for it.
   */
  async endBy(work: () => Promise<unknown>): Promise<void> {
    this.#isEnding = true;
    try {
      await work();
      this.end('signed_out');
    } finally {
      this.#isEnding = false;
    }
  }

  #store(signedIn: SignedIn | null): void {
    this.#signedIn = signedIn;
    if (this.#bridge) return void this.#bridge.session(signedIn);
    // Without storage, the person stays signed in until the browser is closed.
    store(storageKey, signedIn ?? undefined);
  }
}

const storageKey = 'courtyard.session';

function storedSession(): SignedIn | null {
  const stored = readStored<Partial<SignedIn> | null>(storageKey);
  if (typeof stored?.token !== 'string' || typeof stored.id !== 'number') return null;
  return { token: stored.token, id: stored.id };
}

/** The session, shared by all pages. */
export const session = new Session();
