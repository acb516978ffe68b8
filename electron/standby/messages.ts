import { z } from 'zod';
import { FOLDER_FAILURES } from '../../shared/failures/backup-failures';
import { STORAGE_PROBLEMS } from '../../shared/standby-copy';
import { LogPosition } from './wal-format';
import { LeaseAnswer, Renew } from './witness/lease-messages';

/** The version of the protocol between host and standby. */
export const PROTOCOL = 5;

/** Bytes of the log that are packed at once at most: packed, they still fit a message if all of them changed. */
export const MAX_PACKED_LOG = 8 * 1024 * 1024;

/**
 * The third machine that decides when the standby takes over automatically: the `HOST:PORT` where it waits, its
 * certificate.
 */
export const WitnessDescription = z.object({
  name: z.string().max(255),
  addresses: z.array(z.string().max(300)).max(64),
  /** Fingerprint of its certificate. */
  certificate: z.string().max(64),
});
export type WitnessDescription = z.infer<typeof WitnessDescription>;

/** A part of a content, in hexadecimal its hash. `isMissing`: it can't be read where it was asked for. */
const ContentMessage = z.object({
  type: z.literal('content'),
  hash: z.string(),
  isLast: z.boolean(),
  isMissing: z.boolean(),
});

/** What a host sends to its standby. Some messages carry bytes after them. */
export const HostMessage = z.discriminatedUnion('type', [
  /**
   * The standby is accepted: the community's name, the `HOST:PORT` at which this host waits for it, the URLs at which
   * people reach the community, and who the host is: its machine, its term, and the fingerprint of the certificate that
   * it will show when it is the standby itself. `size` is about how many bytes there are to copy (0 if unknown).
   */
  z.object({
    type: z.literal('welcome'),
    name: z.string(),
    addresses: z.array(z.string()),
    size: z.number().default(0),
    urls: z.array(z.string()),
    machine: z.string(),
    term: z.number(),
    certificate: z.string(),
  }),
  /** `busy`: the witness must know of the change first, and doesn't answer. */
  z.object({ type: z.literal('refused'), reason: z.enum(['link', 'version', 'busy']) }),
  /** Asks for the hashes of the database file's chunks, whose size here is `size`. */
  z.object({ type: z.literal('copy'), size: z.number() }),
  /** A chunk of the database file that differs, and the end of the file. */
  z.object({ type: z.literal('chunk'), offset: z.number() }),
  z.object({ type: z.literal('chunksEnd'), size: z.number() }),
  /**
   * Bytes of the write-ahead log; `mark` is sent back once they are on the disk. `packed`: only what has changed in
   * each page, as in `log-packing.ts`; how large a page and all of it is.
   */
  z.object({
    type: z.literal('log'),
    offset: z.number(),
    mark: z.number(),
    packed: z
      .object({
        pageSize: z.number().int().min(512).max(65_536).multipleOf(512),
        size: z.number().int().min(0).max(MAX_PACKED_LOG),
      })
      .optional(),
  }),
  /** The copy of database and log is complete. */
  z.object({ type: z.literal('complete') }),
  /** The log ended at a position: all of it goes into the database file, and a new log begins. */
  z.object({ type: z.literal('checkpoint'), ended: LogPosition }),
  /** Hashes of contents that the database names; `hasEnded` after the last of a full list. */
  z.object({ type: z.literal('contents'), isFirst: z.boolean(), hasEnded: z.boolean() }),
  /** A part of a content that the standby wants. */
  ContentMessage,
  /** Asks for a content, in hexadecimal its hash, that the standby has and this host lacks. */
  z.object({ type: z.literal('lacking'), hash: z.string() }),
  /** Nothing is behind any more. */
  z.object({ type: z.literal('inStep') }),
  /** Writes have paused, and everything was sent and stored: the log ends here. Asks whether the standby has it. */
  z.object({ type: z.literal('ready'), ended: LogPosition }),
  /** This host never writes again: the standby hosts the community with this term, from this event on. */
  z.object({ type: z.literal('handover'), term: z.number(), seq: z.number() }),
  /** The community isn't handed over, and this host goes on. `newer`: the standby can't open its database. */
  z.object({
    type: z.literal('notMoved'),
    reason: z.enum(['behind', 'slow', 'superseded', 'newer', 'failed']),
  }),
  /** Who is the witness, null for nobody; and the version of the database's schema, which the standby must know. */
  z.object({ type: z.literal('witness'), witness: WitnessDescription.nullable(), schema: z.number() }),
  /** Asks for backups of the copy on the standby's own disk: hours between two, 0 for none; the community's number. */
  z.object({ type: z.literal('backups'), every: z.number(), community: z.number() }),
  /** Asks the standby for more time, for its term. */
  Renew,
  /** To the witness: it is accepted by the community of this name. */
  z.object({ type: z.literal('paired'), name: z.string() }),
  /** This host knows now that it has a successor. */
  z.object({ type: z.literal('noted') }),
  z.object({ type: z.literal('ping') }),
]);
export type HostMessage = z.infer<typeof HostMessage>;

/** What a standby sends to its host. */
export const StandbyMessage = z.discriminatedUnion('type', [
  /**
   * Introduces the standby: what is in its log and, if that is empty, where the log ended that went into its database
   * last. The code of its link counts only if the host doesn't know its certificate. `schema` is the newest version of
   * the database's schema that it can open; earlier programs don't name it, and don't return contents that the host
   * lacks.
   */
  z.object({
    type: z.literal('hello'),
    protocol: z.number(),
    name: z.string().max(255),
    code: z.string().max(100),
    schema: z.number().optional(),
    returnsContents: z.boolean().default(false),
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
  /** A part of a content that the host lacks. */
  ContentMessage,
  /** What arrived could not be stored: the standby disconnects, and tries again later. */
  z.object({ type: z.literal('failed'), problem: z.enum(STORAGE_PROBLEMS) }),
  /** Asks the host to hand the community over; at these `HOST:PORT` the new host will wait for its standby. */
  z.object({ type: z.literal('moveHere'), addresses: z.array(z.string()).max(64) }),
  /** The answer to `ready`: all of the log is on the disk. */
  z.object({ type: z.literal('confirmed') }),
  /**
   * From a newer host to the one before, which it proves by showing its host certificate: who it is, as in `welcome`,
   * and the last event that it had when its term began.
   */
  z.object({
    type: z.literal('superseded'),
    name: z.string().max(255),
    addresses: z.array(z.string()).max(64),
    urls: z.array(z.string()).max(64),
    certificate: z.string(),
    seq: z.number(),
  }),
  /** The answer to `witness`: it is on the disk. Fingerprint of the witness's certificate, "" for none. */
  z.object({ type: z.literal('witnessNoted'), certificate: z.string().max(64) }),
  /** When the last good backup of the copy was made (Unix seconds, 0 for never), and why the newest one failed. */
  z.object({
    type: z.literal('backupsMade'),
    lastGood: z.number(),
    failure: z.enum(FOLDER_FAILURES).nullable(),
  }),
  /** The answer to `renew`. */
  z.object({ type: z.literal('lease'), answer: LeaseAnswer }),
  /** Introduces a witness, which knows the code of its link and waits at these `HOST:PORT`. */
  z.object({
    type: z.literal('pairWitness'),
    protocol: z.number(),
    code: z.string().max(100),
    ...WitnessDescription.omit({ certificate: true }).shape,
  }),
  z.object({ type: z.literal('pong') }),
]);
export type StandbyMessage = z.infer<typeof StandbyMessage>;

/** The bytes that are sent with a message; in parts if they are sent as they are, because they are packed already. */
export type MessageBody = Buffer | readonly Buffer[];

/** A received message and the bytes that came with it. */
export interface Received<M> {
  message: M;
  body: Buffer;
}
