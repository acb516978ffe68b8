import type { Name } from '../contract';
import { AppError } from '../errors';
import type { ClientCommand, Frame } from '../events';

/** What goes with a call. */
export interface Presented {
  token: string | null;
  /** The Idempotency-Key of a write. */
  key?: string;
  signal?: AbortSignal;
}

/** Who hears an open line. */
export interface LineListener {
  frame(frame: Frame): void;
  /** The line is gone, by whoever's doing; `code` as a socket's close code. */
  closed(code: number): void;
}

/** An open line for events. `close` ends it without `closed` being told. */
export interface OpenLine {
  command(command: ClientCommand): void;
  close(): void;
}

/** Where a line goes on from. */
export interface Place {
  log: string;
  seq: number;
}

/** A way to the service. */
export interface Transport {
  /** One attempt. Throws AppError as the service answered it, or Unreachable when no answer came. */
  call(name: Name, input: unknown, presented: Presented): Promise<unknown>;
  connect(token: string, place: Place | null, listener: LineListener): OpenLine;
}

/** The close code that says that the token is no good. */
export const TOKEN_REVOKED = 4401;

/** No answer came: the host is away or the network is. What was asked may or may not have been done. */
export class Unreachable extends AppError {
  constructor(cause?: unknown) {
    super('unavailable', 'The host does not answer.', { cause });
    this.name = 'Unreachable';
  }
}
