import type { Name } from '../../shared/contract';
import type { ErrorBody } from '../../shared/errors';
import type { CommandIds } from './command-ids';
import type { OutboxUploads } from './outbox-uploads';
import type { CommandRow, outboxQueries } from './queries';
import { resolveReferences } from './command-references';

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

/** Returns a stored command with the IDs that its references have on this computer. */
export function commandOf(
  row: CommandRow,
  {
    queries,
    ids,
    uploads,
  }: { queries: ReturnType<typeof outboxQueries>; ids: CommandIds; uploads: OutboxUploads },
): OutboxCommand {
  const upload = uploads.findByKey(row.key);
  const input = JSON.parse(row.input) as Record<string, unknown>;
  return {
    key: row.key,
    // A command of an older program may name a call that is gone; the sender refuses it.
    name: row.name as Name,
    input: resolveReferences(row.name, input, (one) => ids.localIdOf(one)),
    madeAt: row.made_at,
    program: row.program,
    state: row.state,
    made: queries.findMade(row.key),
    error: row.error === null ? null : (JSON.parse(row.error) as ErrorBody),
    upload: upload ? { name: upload.name, size: upload.length, sent: uploads.sentBytes(upload) } : null,
  };
}
