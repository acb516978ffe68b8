import { randomBytes } from 'node:crypto';
import { endpointOf, names } from '../../../shared/contract';
import type { Upload } from '../../../shared/contract/endpoint';
import { fileName } from '../../../shared/contract/values';
import { AppError, invalid } from '../../../shared/errors';
import { LIFETIMES, LIMITS } from '../../../shared/limits';
import type { Partials, Piece } from '../../content/partials';
import type { Received } from '../../content/store';
import type { Db, Store } from '../../database/open';
import { requireCaller, type AuthenticatedCaller } from '../access/access';
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
import type { Shared } from '../ephemeral-state';
import { largerThan, limitOf, noRoom, roomOf } from './uploads';

/** What the sender of a resumable upload says of it before its first byte. */
export interface NewUpload {
  length: number;
  /** What it is for: one of the kinds that operations take, `file` where it is absent. */
  kind: string | undefined;
  name: string | undefined;
  /** All of what was said, to be said again. */
  metadata: string;
}

/** How a resumable upload stands. */
export interface UploadState {
  id: string;
  /** Bytes that have come, and that are to come in all. */
  offset: number;
  length: number;
  metadata: string;
  /** Unix seconds. */
  expires: number;
}

/** Bytes of a resumable upload that came with one request. */
export type UploadPiece = Omit<Piece, 'most'> & {
  /** How many they are, where their sender told it. */
  declared: number | undefined;
};

/** Uploads that are taken up again where they broke off. */
export interface ResumableUploads {
  /** Bytes that the largest of them may have. */
  largest: number;
  /** Makes room for an upload. Throws `too_large` where there is none, `conflict` where too many are unused. */
  create: (session: Session, upload: NewUpload) => Promise<UploadState>;
  /** How an own upload stands. Throws `not_found`, or `gone` where its time is over. */
  find: (session: Session, id: string) => Promise<UploadState>;
  /** Adds bytes to an own upload; throws as Partials does. `onAdmitted` is called before the first one is read. */
  append: (session: Session, id: string, piece: UploadPiece, onAdmitted?: () => void) => Promise<UploadState>;
  /** Ends an own upload. */
  remove: (session: Session, id: string) => Promise<void>;
}

interface ResumableParts {
  store: Store;
  partials: Partials;
  shared: Shared;
  settings: ServiceSettings;
  /** Unix seconds, and those by which ages are measured. */
  now: () => number;
  nowForAges: () => number;
  /** Notes that a token was used. */
  touch: (caller: AuthenticatedCaller) => void;
}

/** Resumable uploads: rows that say what they are, and partial bytes. An upload is used once, by its own person. */
export class Resumable implements ResumableUploads {
  readonly #parts: ResumableParts;

  constructor(parts: ResumableParts) {
    this.#parts = parts;
  }

  get largest(): number {
    return Math.max(...[...KINDS].map((kind) => limitOf(this.#parts.settings, kind)));
  }

  async create(session: Session, upload: NewUpload): Promise<UploadState> {
    const { store, settings, now } = this.#parts;
    const { id: person } = await this.#caller(session);
    const kind = kindOf(upload.kind);
    const limit = limitOf(settings, kind);
    if (upload.length > limit) throw largerThan(limit);
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
      if (items >= LIMITS.unusedUploads) throw new AppError('conflict', TOO_MANY);
      const room = await roomOf({ db, settings, now }, person);
      if (upload.length > room) throw noRoom(room);
      await insertUpload(db, row);
    });
    return stateOf(row, 0);
  }

  async find(session: Session, id: string): Promise<UploadState> {
    const row = await this.#own(session, id);
    return stateOf(row, await this.#parts.partials.size(id));
  }

  async append(
    session: Session,
    id: string,
    piece: UploadPiece,
    onAdmitted?: () => void,
  ): Promise<UploadState> {
    const row = await this.#own(session, id);
    const { declared = 0, ...rest } = piece;
    if (piece.offset + declared > row.length) throw new AppError('too_large', PAST_THE_END);
    const leave = this.#parts.shared.takeUpload(session.token ?? '');
    try {
      onAdmitted?.();
      return stateOf(row, await this.#parts.partials.append(id, { ...rest, most: row.length }));
    } finally {
      leave();
    }
  }

  async remove(session: Session, id: string): Promise<void> {
    const { store } = this.#parts;
    await this.#own(session, id);
    await store.writer.run(() => deleteUpload(store.writer.db, id));
    await this.#parts.partials.remove(id);
  }

  /**
   * A person's upload that an operation may use; null where the person has none of that name. Throws `validation_error`
   * where it is unfinished or for something else.
   */
  async finished(person: number, { part, kind }: Upload, id: string): Promise<UploadRow | null> {
    const { store, partials, now } = this.#parts;
    const row = await store.read((db) => findUpload(db, id, person));
    if (!row || row.expires_at <= now()) return null;
    if (row.kind !== kind) throw invalid(part, `was uploaded as kind ${row.kind}`);
    if ((await partials.size(id)) !== row.length) throw invalid(part, 'is not uploaded completely');
    return row;
  }

  /** The bytes of a finished upload, under a name of their own; null where its person has ended it meanwhile. */
  async receive({ id, length, person_id: person }: UploadRow): Promise<Received | null> {
    const { store, partials } = this.#parts;
    try {
      return await partials.receive(id, length);
    } catch (error) {
      if (await store.read((db) => findUpload(db, id, person))) throw error;
      return null;
    }
  }

  /** Uses an upload up, inside the transaction that does; false where that was done before. */
  use(db: Db, id: string): Promise<boolean> {
    return deleteUpload(db, id);
  }

  /** Forgets the bytes of an upload that was used; what the disk does not let go of, the sweep will. */
  forget(id: string): Promise<void> {
    return this.#parts.partials.remove(id).catch(() => undefined);
  }

  /** Removes what has ended, and bytes that no row names. */
  async sweep(): Promise<void> {
    const { store, partials, nowForAges } = this.#parts;
    await store.writer.run(() => deleteExpiredUploads(store.writer.db, nowForAges()));
    const ids = await partials.list();
    if (ids.length === 0) return;
    // A row is there before the first byte: whatever has none now will never have one.
    const known = await store.read((db) => findKnownUploads(db, ids));
    for (const id of ids) if (!known.has(id)) await partials.remove(id);
  }

  async #own(session: Session, id: string): Promise<UploadRow> {
    const { id: person } = await this.#caller(session);
    const row = await this.#parts.store.read((db) => findUpload(db, id, person));
    if (!row) throw new AppError('not_found');
    if (row.expires_at <= this.#parts.now())
      throw new AppError('gone', 'This upload has expired. Start a new one.');
    return row;
  }

  async #caller(session: Session): Promise<AuthenticatedCaller> {
    const { store, shared, nowForAges, touch } = this.#parts;
    const caller = await store.read((db) => requireCaller(db, session.token, nowForAges()));
    shared.takeRequest(session.token ?? '');
    touch(caller);
    return caller;
  }
}

const TOO_MANY = `You have ${LIMITS.unusedUploads} unused uploads, which is the limit. Delete some and try again.`;
const PAST_THE_END = 'This is more data than the declared length of the upload.';

/** The kinds of bytes that operations take. */
const KINDS = new Set(names.flatMap((name) => endpointOf(name).upload?.kind ?? []));

function kindOf(kind = 'file'): Upload['kind'] {
  for (const known of KINDS) if (known === kind) return known;
  throw invalid('kind', `must be one of: ${[...KINDS].join(', ')}`);
}

function nameOf(name: string | undefined): string {
  if (name === undefined) return '';
  const parsed = fileName().safeParse(name);
  if (parsed.success) return parsed.data;
  throw invalid('filename', parsed.error.issues[0]?.message ?? 'is not valid');
}

function stateOf({ id, length, metadata, expires_at }: UploadRow, offset: number): UploadState {
  return { id, offset, length, metadata, expires: expires_at };
}
