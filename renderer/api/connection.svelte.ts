/**
 * The state of the connection to the host: `closed` while nobody is signed in; `connecting` at first; `connected`; `reconnecting`
 * since it was lost; `away` once it has been lost for a minute.
 */
export type ConnectionState = 'closed' | 'connecting' | 'connected' | 'reconnecting' | 'away';

class Connection {
  #state = $state<ConnectionState>('closed');
  #since = $state(0);
  #heard = $state(0);
  #timer: ReturnType<typeof setTimeout> | undefined;

  get state(): ConnectionState {
    return this.#state;
  }

  /** Since when it has this state; Unix seconds. For `away`: since when it is lost. */
  get since(): number {
    return this.#since;
  }

  /** When the host sent something last; Unix seconds, 0 for never. */
  get heard(): number {
    return this.#heard;
  }

  get isConnected(): boolean {
    return this.#state === 'connected';
  }

  /** Whether the connection was open and is lost: changes made meanwhile are not known here. */
  get isLost(): boolean {
    return this.#state === 'reconnecting' || this.#state === 'away';
  }

  /** Set by the event client. */
  setState(state: Exclude<ConnectionState, 'away'>): void {
    if (state === 'connected') this.#heard = now();
    if (state === this.#state || (state === 'reconnecting' && this.#state === 'away')) return;
    clearTimeout(this.#timer);
    this.#since = now();
    this.#state = state;
    if (state === 'reconnecting') this.#timer = setTimeout(() => (this.#state = 'away'), AWAY_AFTER);
  }

  /** Called by the event client for every frame of the host. */
  noteFrame(): void {
    this.#heard = now();
  }
}

/** Milliseconds of silence after which the host is said to be away, not just interrupted. */
const AWAY_AFTER = 60_000;

function now(): number {
  return Math.floor(Date.now() / 1000);
}

/** The one connection of these pages. */
export const connection = new Connection();
