/** What a transport knows about a caller before the token is checked. */
export interface Session {
  /** The token sent with the call, or null. */
  token: string | null;
  /** The network address of the peer; "" for the desktop window. */
  address: string;
  /** The client's description of itself (user agent). */
  userAgent: string;
  /**
   * The base URL under which the client reached this host, such as `https://yard.example`; absent without a network.
   */
  origin?: string;
}

/** The session of work that nobody called for. */
export const NO_SESSION: Session = { token: null, address: '', userAgent: '' };

/** What a call answered, and the number of the last event that the answer is sure to include. */
export interface Answer<T> {
  value: T;
  /** Undefined for a stored answer to a repeated write, which may be older than anything. */
  seq?: number | undefined;
}

/** How a transport opens an event connection. */
export interface ConnectionOptions {
  /** Replay the events after this Seq ... */
  since?: number;
  /** ... of the log with this ID. */
  log?: string;
  /** Send frames in the shape that the platform's public clients expect; see `compatible-frames.ts`. */
  isCompatible?: boolean;
  /** Receives each frame as JSON text, in order. */
  send: (frame: string) => void;
  /** Called when the service closes the connection: 4401 token revoked, 1001 shutting down, 1013 too slow. */
  close: (code: number, reason: string) => void;
}

/** A transport's handle on an open event connection. */
export interface ConnectionHandle {
  /** Handles a client command: parsed JSON, not validated yet. */
  command: (command: unknown) => void;
  /** The client disconnected. */
  close: () => void;
  /** The client is alive (a pong arrived). */
  touch: () => void;
}
