import type { SignedIn } from '../../shared/bridge';
import type { Bridge } from '../../shared/channels';

/** Why somebody is not signed in any more: by their own wish, or because the host no longer takes the token. */
export type Ending = 'signed_out' | 'expired';

/** Who is signed in on this device: kept by the desktop's program, or by the browser. */
class Session {
  readonly #bridge = (window as { courtyard?: Bridge }).courtyard;
  #signedIn = $state.raw<SignedIn | null>(this.#bridge ? null : readStored());
  #ending = $state.raw<Ending | null>(null);
  #isEnding = false;

  constructor() {
    // Another window of the same browser has signed in or out.
    addEventListener('storage', (event) => {
      if (event.key === storageKey && !this.#bridge) this.#signedIn = readStored();
    });
  }

  /** Who is signed in; reactive. */
  get signedIn(): SignedIn | null {
    return this.#signedIn;
  }

  get token(): string | null {
    return this.#signedIn?.token ?? null;
  }

  /** The own identifier; 0 while nobody is signed in. */
  get id(): number {
    return this.#signedIn?.id ?? 0;
  }

  /** How the last session ended; null before anybody was signed in, and since the next sign-in. */
  get ending(): Ending | null {
    return this.#ending;
  }

  /** Learns from the program who is signed in, before anything is shown. */
  async restore(): Promise<void> {
    if (!this.#bridge) return;
    // Earlier versions left it to the pages.
    const before = readStored();
    this.#signedIn = (await this.#bridge.session()) ?? (before && (await this.#bridge.session(before)));
    localStorage.removeItem(storageKey);
  }

  /** Keeps the answer of a sign-in. */
  begin(signedIn: SignedIn): void {
    this.#ending = null;
    this.#keep(signedIn);
  }

  /** Forgets the token on this device; ending it on the host is `account.logout`. */
  end(ending: Ending): void {
    if (!this.#signedIn) return;
    this.#ending = this.#isEnding ? 'signed_out' : ending;
    this.#isEnding = false;
    this.#keep(null);
  }

  /** Does what ends the session on the host, which may be heard before the answer comes: it is by the person's own wish. */
  async endBy(work: () => Promise<unknown>): Promise<void> {
    this.#isEnding = true;
    try {
      await work();
      this.end('signed_out');
    } finally {
      this.#isEnding = false;
    }
  }

  #keep(signedIn: SignedIn | null): void {
    this.#signedIn = signedIn;
    if (this.#bridge) return void this.#bridge.session(signedIn);
    try {
      if (signedIn) localStorage.setItem(storageKey, JSON.stringify(signedIn));
      else localStorage.removeItem(storageKey);
    } catch {
      // A browser that keeps nothing stays signed in until it is closed.
    }
  }
}

const storageKey = 'courtyard.session';

function readStored(): SignedIn | null {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? 'null') as Partial<SignedIn> | null;
    if (typeof stored?.token !== 'string' || typeof stored.id !== 'number') return null;
    return { token: stored.token, id: stored.id };
  } catch {
    return null;
  }
}

/** The one session of these pages. */
export const session = new Session();
