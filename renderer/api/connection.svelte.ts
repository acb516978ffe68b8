/**
 * The state of the connection to the host. `closed`: nobody is signed in; `connecting`: the first attempt; `connected`;
 * `reconnecting`: the connection was lost; `away`: it has been lost for a minute.
 */
export type ConnectionState = 'closed' | 'connecting' | 'connected' | 'reconnecting' | 'away';

class Connection {
  #state = $state<ConnectionState>('closed');
  #since = $state(0);
  #lastHeardAt = $state(0);
  #timer: ReturnType<typeof setTimeout> | undefined;

  get state(): ConnectionState {
    return this.#state;
  }

  /** When the connection entered this state, in Unix seconds. For `away`, when it was lost. */
  get since(): number {
    return this.#since;
  }

  /** When the host last sent something, in Unix seconds; 0 if never. */
  get heard(): number {
    return this.#lastHeardAt;
  }

  get isConnected(): boolean {
    return this.#state === 'connected';
  }

  /** Whether the connection was open and is now lost, so recent changes are missing here. */
  get isLost(): boolean {
    return this.#state === 'reconnecting' || this.#state === 'away';
  }

  /** Called by the event client. */
  setState(state: Exclude<ConnectionState, 'away'>): void {
    if (state === 'connected') this.#lastHeardAt = now();
    if (state === this.#state || (state === 'reconnecting' && this.#state === 'away')) return;
    clearTimeout(this.#timer);
    this.#since = now();
    this.#state = state;
    if (state === 'reconnecting') this.#timer = setTimeout(() => (this.#state = 'away'), AWAY_AFTER_MS);
  }

  /** Called by the event client for every frame from the host. */
  noteFrame(): void {
    this.#lastHeardAt = now();
  }
}

/** Milliseconds without a connection after which the host counts as away. */
const AWAY_AFTER_MS = 60_000;

function now(): number {
  return Math.floor(Date.now() / 1000);
}

/** The connection state, shared by all pages. */
export const connection = new Connection();
