import { randomBytes } from 'node:crypto';
import { endpointOf, names } from '../../../shared/contract';
import type { UploadSpec } from '../../../shared/contract/endpoint';
import { fileName } from '../../../shared/contract/values';
import { AppError, invalid } from '../../../shared/errors';
import { LIFETIMES, LIMITS } from '../../../shared/limits';
import type { PartialUploads, UploadChunk } from '../../content/partial-uploads';
import type { ReceivedFile } from '../../content/store';
import type { Db, Store } from '../../database/open';
import { requireCaller, type AuthenticatedCaller } from '../access/access';
import { requireScope } from '../access/app-scopes';
import type { ServiceSettings } from '../context';
import {
  deleteExpiredUploads,
  deleteUpload,
  findKnownUploads,
  findUnusedUploads,
  findUpload,
  insertUpload,
  type UploadRow,
} from './resumable-queries';
import type { Session } from '../session';
import type { EphemeralState } from '../ephemeral-state';
import { quotaExceeded, remainingQuota, sizeExceeded, sizeLimitOf } from './quota';

/** What a client declares when it creates a resumable upload. */
export interface NewUpload {
  length: number;
  /** Which kind of content it is for; `file` by default. */
  kind: string | undefined;
  name: string | undefined;
  /** The client's metadata, returned unchanged. */
  metadata: string;
}

/** The progress of a resumable upload. */
export interface ResumableUploadState {
  id: string;
  /** Bytes received so far, and in total. */
  offset: number;
  length: number;
  metadata: string;
  /** Unix seconds. */
  expires: number;
}

/** The bytes of one request to a resumable upload. */
export type IncomingChunk = Omit<UploadChunk, 'maxSize'> & {
  /** The number of bytes, if the client declared it. */
  declared: number | undefined;
};

/** Uploads that can continue after an interruption. */
export interface ResumableUploads {
  /** The maximum size in bytes over all kinds. */
  largest: number;
  /** Creates an upload. Throws `too_large` if the quota doesn't allow it, `conflict` if too many uploads are unused. */
  create: (session: Session, upload: NewUpload) => Promise<ResumableUploadState>;
  /** Returns the progress of one of the caller's uploads. Throws `not_found`, or `gone` if it has expired. */
  find: (session: Session, id: string) => Promise<ResumableUploadState>;
  /**
   * Appends bytes to one of the caller's uploads; throws like `PartialUploads.append`. Calls `onAccepted` before
   * reading the first byte.
   */
  append: (
    session: Session,
    id: string,
    chunk: IncomingChunk,
    onAccepted?: () => void,
  ) => Promise<ResumableUploadState>;
  /** Cancels one of the caller's uploads. */
  remove: (session: Session, id: string) => Promise<void>;
}

interface ResumableUploadOptions {
  store: Store;
  partials: PartialUploads;
  ephemeral: EphemeralState;
  settings: ServiceSettings;
  /** Unix seconds; `nowForAges` doesn't follow a clock that jumped ahead. */
  now: () => number;
  nowForAges: () => number;
  /** Records that a token was used. */
  touch: (caller: AuthenticatedCaller) => void;
}

/** Resumable uploads: a database row each, and a partial file. A call of the same person consumes it once. */
export class ResumableUploadStore implements ResumableUploads {
  readonly #options: ResumableUploadOptions;
  /** Chunks that are arriving, also those whose sender is still being authenticated. */
  readonly #arriving = new Set<{ id: string; isLost: boolean }>();

  constructor(options: ResumableUploadOptions) {
    this.#options = options;
  }

  get largest(): number {
    return Math.max(...[...UPLOAD_KINDS].map((kind) => sizeLimitOf(this.#options.settings, kind)));
  }

  async create(session: Session, upload: NewUpload): Promise<ResumableUploadState> {
    const { store, settings, now } = this.#options;
    const { id: person } = await this.#authenticate(session);
    const kind = kindOf(upload.kind);
    const limit = sizeLimitOf(settings, kind);
    if (upload.length > limit) throw sizeExceeded(limit);
    const row: UploadRow = {
      id: randomBytes(16).toString('base64url'),
      person_id: person,
      kind,
      length: upload.length,
      name: nameOf(upload.name),
      metadata: upload.metadata,
      expires_at: now() + LIFETIMES.upload,
    };
    await store.writer.run(async () => {
      const { db } = store.writer;
      const { items } = await findUnusedUploads(db, person, now());
      if (items >= LIMITS.unusedUploads) throw new AppError('conflict', TOO_MANY_UNUSED);
      const remaining = await remainingQuota({ db, settings, now }, person);
      if (upload.length > remaining) throw quotaExceeded(remaining);
      await insertUpload(db, row);
    });
    return stateOf(row, 0);
  }

  async find(session: Session, id: string): Promise<ResumableUploadState> {
    const row = await this.#requireOwn(session, id);
    // The client asks because it lost the connection of a chunk: it must not be stored after this answer.
    for (const chunk of this.#arriving) if (chunk.id === id) chunk.isLost = true;
    return stateOf(row, await this.#options.partials.size(id));
  }

  async append(
    session: Session,
    id: string,
    chunk: IncomingChunk,
    onAccepted?: () => void,
  ): Promise<ResumableUploadState> {
    const arriving = { id, isLost: false };
    this.#arriving.add(arriving);
    try {
      const row = await this.#requireOwn(session, id);
      // Nothing is awaited between this and the append.
      if (arriving.isLost) throw new AppError('conflict', OFFSET_WAS_ASKED);
      // Only to fail, it would keep out the one with which the client continues meanwhile.
      if (chunk.bytes.destroyed) throw new AppError('conflict', CONNECTION_ENDED);
      return await this.#append(session, row, chunk, onAccepted);
    } finally {
      this.#arriving.delete(arriving);
    }
  }

  async remove(session: Session, id: string): Promise<void> {
    const { store } = this.#options;
    await this.#requireOwn(session, id);
    await store.writer.run(() => deleteUpload(store.writer.db, id));
    await this.#options.partials.remove(id);
  }

  /**
   * Returns a person's finished upload, or null if there is none with this ID. Throws `validation_error` if it is
   * incomplete or of another kind.
   */
  async findFinished(person: number, { part, kind }: UploadSpec, id: string): Promise<UploadRow | null> {
    const { store, partials, now } = this.#options;
    const row = await store.read((db) => findUpload(db, id, person));
    if (!row || row.expires_at <= now()) return null;
    if (row.kind !== kind) throw invalid(part, `was uploaded as kind ${row.kind}`);
    if ((await partials.size(id)) !== row.length) throw invalid(part, 'is not uploaded completely');
    return row;
  }

  /** Returns the bytes of a finished upload as a file of their own, or null if the upload was cancelled meanwhile. */
  async receive({ id, length, person_id: person }: UploadRow): Promise<ReceivedFile | null> {
    const { store, partials } = this.#options;
    try {
      return await partials.receive(id, length);
    } catch (error) {
      if (await store.read((db) => findUpload(db, id, person))) throw error;
      return null;
    }
  }

  /** Consumes an upload inside the caller's transaction. Returns false if it was consumed before. */
  consume(db: Db, id: string): Promise<boolean> {
    return deleteUpload(db, id);
  }

  /** Deletes the bytes of a consumed upload. If that fails, the sweep retries. */
  discard(id: string): Promise<void> {
    return this.#options.partials.remove(id).catch(() => undefined);
  }

  /** Deletes expired uploads, and partial files without a row. */
  async sweep(): Promise<void> {
    const { store, nowForAges } = this.#options;
    await store.writer.run(() => deleteExpiredUploads(store.writer.db, nowForAges()));
    await this.removeOrphans();
  }

  /** Deletes partial files without a row. */
  async removeOrphans(): Promise<void> {
    const { store, partials } = this.#options;
    const ids = await partials.list();
    if (ids.length === 0) return;
    // The row is created before the first byte, so a file without a row is orphaned for good.
    const known = await store.read((db) => findKnownUploads(db, ids));
    for (const id of ids) if (!known.has(id)) await partials.remove(id);
  }

  async #append(
    session: Session,
    row: UploadRow,
    { declared = 0, ...chunk }: IncomingChunk,
    onAccepted?: () => void,
  ): Promise<ResumableUploadState> {
    if (chunk.offset + declared > row.length) throw new AppError('too_large', EXCEEDS_LENGTH);
    const release = this.#options.ephemeral.beginUpload(session.token ?? '');
    try {
      onAccepted?.();
      return stateOf(row, await this.#options.partials.append(row.id, { ...chunk, maxSize: row.length }));
    } finally {
      release();
    }
  }

  async #requireOwn(session: Session, id: string): Promise<UploadRow> {
    const { id: person } = await this.#authenticate(session);
    // Looked up as it is, a text that no database stores would be a failure instead.
    const row = UPLOAD_ID.test(id) && (await this.#options.store.read((db) => findUpload(db, id, person)));
    if (!row) throw new AppError('not_found');
    if (row.expires_at <= this.#options.now())
      throw new AppError('gone', 'This upload has expired. Start it again.');
    return row;
  }

  async #authenticate(session: Session): Promise<AuthenticatedCaller> {
    const { store, ephemeral, nowForAges, touch } = this.#options;
    const caller = await store.read((db) => requireCaller(db, session.token, nowForAges()));
    ephemeral.consumeRequest(caller.tokenId);
    touch(caller);
    requireScope(caller, 'write');
    return caller;
  }
}

/** As `create` makes them. */
const UPLOAD_ID = /^[\w-]{22}$/;

const TOO_MANY_UNUSED = `You have ${LIMITS.unusedUploads} unused uploads, which is the limit. Delete some and try again.`;
const OFFSET_WAS_ASKED = 'You have asked for the offset since this data was sent. Continue from there.';
const CONNECTION_ENDED =
  'The connection ended before this data was accepted. Ask for the offset and continue there.';
const EXCEEDS_LENGTH = 'The data is longer than the declared length of the upload. Create a new upload.';

/** The kinds of content that calls accept. */
const UPLOAD_KINDS = new Set(names.flatMap((name) => endpointOf(name).upload?.kind ?? []));

function kindOf(kind = 'file'): UploadSpec['kind'] {
  for (const known of UPLOAD_KINDS) if (known === kind) return known;
  throw invalid('kind', `must be one of: ${[...UPLOAD_KINDS].join(', ')}`);
}

function nameOf(name: string | undefined): string {
  if (name === undefined) return '';
  const parsed = fileName().safeParse(name);
  if (parsed.success) return parsed.data;
  throw invalid('filename', parsed.error.issues[0]?.message ?? 'is not valid');
}

function stateOf({ id, length, metadata, expires_at }: UploadRow, offset: number): ResumableUploadState {
  return { id, offset, length, metadata, expires: expires_at };
}
