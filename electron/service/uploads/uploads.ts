import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { endpointOf, type Name } from '../../../shared/contract';
import type { Upload } from '../../../shared/contract/endpoint';
import { AppError, invalid } from '../../../shared/errors';
import type { ContentStore, Received } from '../../content/store';
import type { Db, Store } from '../../database/open';
import { requireCaller } from '../access/access';
import type { Context, ServiceSettings } from '../context';
import { findContentUse } from '../content/content-queries';
import type { Resumable } from './resumable';
import { findUnusedUploads } from './resumable-queries';
import type { Session } from '../session';
import type { Shared } from '../ephemeral-state';

/** An upload that was let in. */
export interface Incoming {
  /**
   * Takes the bytes and gives the name by which the call is to name them. Throws `too_large`, `unavailable` or
   * `upload_error`; then nothing is left of them.
   */
  take: (bytes: Readable) => Promise<string>;
  /** Ends the upload: what no call has kept is forgotten. */
  end: () => Promise<void>;
}

/** A finished resumable upload that a call names in place of a part. */
export interface Claim {
  /** The name that its sender gave, "" for none. */
  name: string;
  /** Uses it up, inside the call's transaction; throws `validation_error` where another call has. */
  use: (db: Db) => Promise<void>;
  /** Forgets it, once the transaction is on the disk. */
  forget: () => void;
  /** The call is over: what was used is gone then, and what was not may be claimed again. */
  end: () => Promise<void>;
}

interface UploadsParts {
  store: Store;
  resumable: Resumable;
  content: ContentStore;
  shared: Shared;
  settings: ServiceSettings;
  /** Unix seconds. */
  now: () => number;
  /** Unix seconds by which ages are measured. */
  nowForAges: () => number;
}

/** Bytes on their way from a door to the call that names them. */
export class Uploads {
  readonly #parts: UploadsParts;
  readonly #received = new Map<string, { person: number; bytes: Received }>();
  /** Calls that name the same resumable upload have it one after the other: until when the last of them has it. */
  readonly #claimed = new Map<string, Promise<void>>();

  constructor(parts: UploadsParts) {
    this.#parts = parts;
  }

  /**
   * Lets an upload in before its first byte is read; `declared` is the size that its sender promised, or undefined.
   * Throws `auth_failed`, `rate_limit_exceeded` when too many run at once, and `too_large` when there is no room.
   */
  async begin(session: Session, name: Name, declared: number | undefined): Promise<Incoming> {
    const { upload } = endpointOf(name);
    if (!upload) throw new AppError('invalid_type');
    const { store, shared, settings, now, nowForAges } = this.#parts;
    const caller = await store.read((db) => requireCaller(db, session.token, nowForAges()));
    const limit = limitOf(settings, upload.kind);
    if (declared !== undefined && declared > limit + ENVELOPE) throw largerThan(limit);
    const room = await store.read((db) => roomOf({ db, settings, now }, caller.id));
    if (room <= 0 || (declared !== undefined && declared > room + ENVELOPE)) throw noRoom(room);
    const leave = shared.takeUpload(session.token ?? '');
    const names: string[] = [];
    return {
      take: async (bytes) => {
        const name = randomBytes(16).toString('base64url');
        const received = await this.#receive(bytes, limit, room);
        this.#received.set(name, { person: caller.id, bytes: received });
        names.push(name);
        return name;
      },
      end: async () => {
        leave();
        for (const name of names) await this.#drop(name);
      },
    };
  }

  /**
   * Makes the bytes of a person's finished resumable upload those that a call may name, once no other call has it; null
   * where the name is that of no such upload. Throws `validation_error` where it is unfinished or for something else.
   */
  async claim(person: number, upload: Upload, name: string): Promise<Claim | null> {
    if (this.#received.has(name) && !this.#claimed.has(name)) return null;
    const { resumable } = this.#parts;
    const leave = await this.#takeTurn(name);
    let forgotten: Promise<void> | undefined;
    const end = async () => {
      await forgotten;
      await this.#drop(name);
      leave();
    };
    try {
      const found = await resumable.finished(person, upload, name);
      const bytes = found && (await resumable.receive(found));
      if (!found || !bytes) {
        await end();
        return null;
      }
      this.#received.set(name, { person, bytes });
      return {
        name: found.name,
        use: async (db) => {
          if (!(await resumable.use(db, name))) throw invalid(upload.part, NO_UPLOAD);
        },
        forget: () => void (forgotten = resumable.forget(name)),
        end,
      };
    } catch (error) {
      await end();
      throw error;
    }
  }

  /** The bytes that a person's call names; throws `validation_error` where there are none. */
  find(person: number, part: string, name: string): Received {
    const found = this.#received.get(name);
    if (found?.person !== person) throw invalid(part, NO_UPLOAD);
    return found.bytes;
  }

  /**
   * What stays the same when the same call comes again, which then has the bytes under another name, or names the same
   * resumable upload.
   */
  markOf(name: string): string {
    if (this.#claimed.has(name)) return name;
    return this.#received.get(name)?.bytes.hash.toString('hex') ?? name;
  }

  async #receive(bytes: Readable, limit: number, room: number): Promise<Received> {
    try {
      return await this.#parts.content.receive(bytes, Math.min(limit, room));
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'too_large') throw error;
      throw room < limit ? noRoom(room) : largerThan(limit);
    }
  }

  /** Waits for those who came before for this upload; gives how to leave it to the next. */
  async #takeTurn(name: string): Promise<() => void> {
    const before = this.#claimed.get(name);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#claimed.set(name, promise);
    await before;
    return () => {
      if (this.#claimed.get(name) === promise) this.#claimed.delete(name);
      resolve();
    };
  }

  async #drop(name: string): Promise<void> {
    const found = this.#received.get(name);
    this.#received.delete(name);
    if (found) await this.#parts.content.drop(found.bytes);
  }
}

/** Throws `too_large` unless a person may store that much more; belongs into the transaction that stores it. */
export async function requireRoom(ctx: Context, person: number, size: number): Promise<void> {
  const room = await roomOf(ctx, person);
  if (size > room) throw noRoom(room);
}

/** How many bytes a person may still store beside what their unused uploads will take; -1 where nothing more. */
export async function roomOf(
  { db, settings, now }: Pick<Context, 'db' | 'settings' | 'now'>,
  person: number,
): Promise<number> {
  const stored = await findContentUse(db, person);
  const coming = await findUnusedUploads(db, person, now());
  if (stored.items + coming.items >= settings.quotaItems) return -1;
  return settings.quota - stored.bytes - coming.bytes;
}

/** How many bytes one thing of a kind may have. */
export function limitOf(settings: ServiceSettings, kind: Upload['kind']): number {
  return settings[`${kind}Limit`];
}

/** The refusal of what no longer fits. */
export function noRoom(room: number): AppError {
  const why = room < 0 ? 'none' : `${room} bytes`;
  return new AppError('too_large', `Not enough storage: you have ${why} left. Delete files and try again.`);
}

/** The refusal of what is larger than its kind may be. */
export function largerThan(limit: number): AppError {
  return new AppError('too_large', `This file is too large. The limit is ${limit} bytes.`);
}

const NO_UPLOAD = 'must be an upload of yours';

/** What a multipart body holds beside the bytes themselves, at most. */
const ENVELOPE = 64 * 1024;
