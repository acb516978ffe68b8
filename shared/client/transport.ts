import type { Name } from '../contract';
import { AppError } from '../errors';
import type { ClientCommand, Frame } from '../events';

/** Options of a call. */
export interface RequestOptions {
  token: string | null;
  /** The Idempotency-Key of a write. */
  key?: string;
  signal?: AbortSignal;
}

/** The answer of the service. */
export interface TransportAnswer {
  value: unknown;
  /** The number of the last event that the answer certainly includes; undefined if it isn't known. */
  seq?: number | undefined;
}

/** Receives the frames of an event socket. */
export interface EventSocketListener {
  onFrame(frame: Frame): void;
  /** The socket was closed by either side; `code` is the WebSocket's close code. */
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

/** Sends calls to the service and receives events. */
export interface Transport {
  /** Makes one attempt. Throws the AppError that the service answered, or Unreachable if no answer came. */
  call(name: Name, input: unknown, options: RequestOptions): Promise<TransportAnswer>;
  connect(token: string, cursor: Cursor | null, listener: EventSocketListener): EventSocket;
}

/** The close code of a socket whose token is no longer valid. */
export const TOKEN_REVOKED = 4401;

/** The WebSocket protocol that a host chooses of a browser's two; the other one is the browser's token. */
export const SOCKET_PROTOCOL = 'courtyard';

/** No answer came: the host or the network is down. The request may or may not have been carried out. */
export class Unreachable extends AppError {
  constructor(cause?: unknown) {
    super('unavailable', 'The host does not answer.', { cause });
    this.name = 'Unreachable';
  }
}
