import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { endpointOf, type Name } from '../../shared/contract';
import { AppError, invalid } from '../../shared/errors';
import type { ContentStore, Received } from '../content/store';
import type { Store } from '../database/open';
import { requireCaller } from './access';
import type { Context, ServiceSettings } from './context';
import { findContentUse } from './content-queries';
import type { Session } from './session';
import type { Shared } from './shared';

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

interface UploadsParts {
  store: Store;
  content: ContentStore;
  shared: Shared;
  settings: ServiceSettings;
  /** Unix seconds. */
  now: () => number;
}

/** Bytes on their way from a door to the call that names them. */
export class Uploads {
  readonly #parts: UploadsParts;
  readonly #received = new Map<string, { person: number; bytes: Received }>();

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
    const { store, shared, settings, now } = this.#parts;
    const caller = await store.read((db) => requireCaller(db, session.token, now()));
    const limit = upload.kind === 'photo' ? settings.photoLimit : settings.fileLimit;
    if (declared !== undefined && declared > limit + ENVELOPE) throw largerThan(limit);
    const room = roomLeft(settings, await store.read((db) => findContentUse(db, caller.id)));
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

  /** The bytes that a person's call names; throws `validation_error` where there are none. */
  find(person: number, part: string, name: string): Received {
    const found = this.#received.get(name);
    if (found?.person !== person) throw invalid(part, 'is no upload');
    return found.bytes;
  }

  /** What stays the same when the same bytes are sent again: a repeated call is known by it. */
  markOf(name: string): string {
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

  async #drop(name: string): Promise<void> {
    const found = this.#received.get(name);
    this.#received.delete(name);
    if (found) await this.#parts.content.drop(found.bytes);
  }
}

/** Throws `too_large` unless a person may store that much more; belongs into the transaction that stores it. */
export async function requireRoom(ctx: Context, person: number, size: number): Promise<void> {
  const room = roomLeft(ctx.settings, await findContentUse(ctx.db, person));
  if (size > room) throw noRoom(room);
}

/** What a multipart body holds beside the bytes themselves, at most. */
const ENVELOPE = 64 * 1024;

function roomLeft(settings: ServiceSettings, use: { items: number; bytes: number }): number {
  return use.items >= settings.quotaItems ? -1 : settings.quota - use.bytes;
}

function noRoom(room: number): AppError {
  const why = room < 0 ? 'none' : `${room} bytes`;
  return new AppError('too_large', `Your storage here is used up: what is left is ${why}.`);
}

function largerThan(limit: number): AppError {
  return new AppError('too_large', `This holds ${limit} bytes at most.`);
}
