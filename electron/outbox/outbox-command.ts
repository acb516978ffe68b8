import type { Name } from '../../shared/contract';
import type { ErrorBody } from '../../shared/errors';

/** A write that waits until the host answers, or that the host refused. */
export interface OutboxCommand {
  /** Its idempotency key. */
  key: string;
  name: Name;
  input: Record<string, unknown>;
  /** Unix seconds of this computer; only shown. */
  madeAt: number;
  /** The version of the program that made it. */
  program: string;
  state: 'pending' | 'refused';
  /** The provisional IDs of what it makes. */
  made: readonly number[];
  /** Why it was refused. */
  error: ErrorBody | null;
  /** The file that it uploads; null for other commands. */
  upload: CommandUpload | null;
}

/** The file that a command uploads. */
export interface CommandUpload {
  name: string;
  /** Bytes, and how many of them the host has. */
  size: number;
  sent: number;
}

/** A command to be stored. */
export type NewOutboxCommand = Pick<OutboxCommand, 'key' | 'name' | 'input' | 'madeAt' | 'program'>;
