import type { Name } from '../contract';
import { AppError } from '../errors';
import type { ClientCommand, Frame } from '../events';

/** What goes with a call. */
export interface RequestOptions {
  token: string | null;
  /** The Idempotency-Key of a write. */
  key?: string;
  signal?: AbortSignal;
}

/** What the service answered. */
export interface TransportAnswer {
  value: unknown;
  /** The number of the last event that the answer is sure to include; undefined where it isn't known. */
  seq?: number | undefined;
}

/** Receives what comes over an event socket. */
export interface EventSocketListener {
  onFrame(frame: Frame): void;
  /** The socket is closed, by either side; `code` as a WebSocket's close code. */
  onClose(code: number): void;
}

/** An open socket for events. `close` does not call `onClose`. */
export interface EventSocket {
  send(command: ClientCommand): void;
  close(): void;
}

/** A position in the event log, from which a client resumes. */
export interface Cursor {
  log: string;
  seq: number;
}

/** Carries calls and events to and from the service. */
export interface Transport {
  /** One attempt. Throws AppError as the service answered it, or Unreachable when no answer came. */
  call(name: Name, input: unknown, options: RequestOptions): Promise<TransportAnswer>;
  connect(token: string, cursor: Cursor | null, listener: EventSocketListener): EventSocket;
}

/** The close code of a socket whose token is no longer valid. */
export const TOKEN_REVOKED = 4401;

/** No answer came: the host is away or the network is. What was asked may or may not have been done. */
export class Unreachable extends AppError {
  constructor(cause?: unknown) {
    super('unavailable', 'The host does not answer.', { cause });
    this.name = 'Unreachable';
  }
}
