import { z } from 'zod';
import { LogPosition } from './wal-format';

/** The version of the protocol between host and standby. */
export const PROTOCOL = 1;

/** What a host sends to its standby. Some messages carry bytes after them. */
export const HostMessage = z.discriminatedUnion('type', [
  /**
   * The standby is accepted: the community's name, the `HOST:PORT` at which this host waits for it, and about how many
   * bytes there are to copy (0 if unknown).
   */
  z.object({
    type: z.literal('welcome'),
    name: z.string(),
    addresses: z.array(z.string()),
    size: z.number().default(0),
  }),
  z.object({ type: z.literal('refused'), reason: z.enum(['link', 'version']) }),
  /** Asks for the hashes of the database file's chunks, whose size here is `size`. */
  z.object({ type: z.literal('copy'), size: z.number() }),
  /** A chunk of the database file that differs, and the end of the file. */
  z.object({ type: z.literal('chunk'), offset: z.number() }),
  z.object({ type: z.literal('chunksEnd'), size: z.number() }),
  /** Bytes of the write-ahead log; `mark` is sent back once they are on the disk. */
  z.object({ type: z.literal('log'), offset: z.number(), mark: z.number() }),
  /** The copy of database and log is complete. */
  z.object({ type: z.literal('complete') }),
  /** The log ended at a position: all of it goes into the database file, and a new log begins. */
  z.object({ type: z.literal('checkpoint'), ended: LogPosition }),
  /** Hashes of contents that the database names; `hasEnded` after the last of a full list. */
  z.object({ type: z.literal('contents'), isFirst: z.boolean(), hasEnded: z.boolean() }),
  /** A part of a content, in hexadecimal its hash. `isMissing`: the host doesn't have it. */
  z.object({ type: z.literal('content'), hash: z.string(), isLast: z.boolean(), isMissing: z.boolean() }),
  /** Nothing is behind any more. */
  z.object({ type: z.literal('inStep') }),
  z.object({ type: z.literal('ping') }),
]);
export type HostMessage = z.infer<typeof HostMessage>;

/** What a standby sends to its host. */
export const StandbyMessage = z.discriminatedUnion('type', [
  /**
   * Introduces the standby: what is in its log and, if that is empty, where the log ended that went into its database
   * last. The code of its link counts only if the host doesn't know its certificate.
   */
  z.object({
    type: z.literal('hello'),
    protocol: z.number(),
    name: z.string().max(255),
    code: z.string().max(100),
    log: LogPosition.nullable(),
    ended: LogPosition.nullable(),
  }),
  /** The hashes of the chunks of its database file, 32 bytes each. */
  z.object({ type: z.literal('hashes') }),
  /** Everything up to this mark is on the disk. */
  z.object({ type: z.literal('stored'), mark: z.number() }),
  /** The new copy has replaced the earlier one. */
  z.object({ type: z.literal('completed') }),
  /** The contents it lacks among those of the last `contents`. */
  z.object({ type: z.literal('wanted') }),
  /** The contents it asked for are stored, or missing on the host. */
  z.object({ type: z.literal('contentsStored') }),
  z.object({ type: z.literal('pong') }),
]);
export type StandbyMessage = z.infer<typeof StandbyMessage>;

/** A received message and the bytes that came with it. */
export interface Received<M> {
  message: M;
  body: Buffer;
}
