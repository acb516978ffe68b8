/** Who is at a door: what the door knows of a caller before the service has looked at the token. */
export interface Session {
  /** The token that came with the call, or null. */
  token: string | null;
  /** The peer's network address; "" for the desktop's own window. */
  address: string;
  /** The caller's own word for itself (user agent). */
  client: string;
}

/** What a door gives when it opens a line for events. */
export interface ConnectionOptions {
  /** Replay what came after this number ... */
  since?: number;
  /** ... of this log. */
  log?: string;
  /** Receives each frame, encoded once for all who get the same. Order is kept. */
  send: (frame: string) => void;
  /** The service ends the line: 4401 token revoked, 1001 shutting down, 1013 too slow. */
  close: (code: number, reason: string) => void;
}

/** An open line for events. */
export interface ConnectionHandle {
  /** Hears a client's command, parsed from JSON but otherwise unchecked. */
  command: (command: unknown) => void;
  /** The client is gone. */
  close: () => void;
  /** The client was heard (a pong): it is present. */
  touch: () => void;
}
