import { AppError, invalid } from '../../../shared/errors';
import { STORAGE } from '../../../shared/limits';
import type { UploadSpec } from '../../../shared/contract/endpoint';
import { mediaTypeOf } from '../../content/media/media-type';
import type { Outbox } from '../../outbox/outbox';
import type { WaitingUploadRow } from '../../outbox/upload-queries';
import { isProvisional } from '../../replica/provisional-ids';
import type { IncomingChunk, NewUpload, ResumableUploadState, Service, Session } from '../../service';
import type { AnsweredFile } from '../content-cache/cached-response';
import type { ContentItem } from '../content-cache/content-item';
import { unixNow } from '../../unix-time';

/** Whose uploads they are, and the outbox that stores them while the host is away. */
export interface SyncedUploadsOptions {
  outbox: Outbox;
  /** The person and their token. */
  signedIn: { id: number; token: string };
  /** Whether the host is there, once that is known. */
  isConnected: () => Promise<boolean>;
}

/**
 * The uploads of a person to a community hosted elsewhere. While its host is there, their bytes go there directly;
 * while it is away, they are stored in the outbox, and those that the host has in part are sent by the page once more,
 * to be stored here.
 */
export class SyncedUploads {
  readonly #options: SyncedUploadsOptions;

  constructor(options: SyncedUploadsOptions) {
    this.#options = options;
  }

  /** Whether a request is of the signed-in person. */
  isOwn(token: string | null): boolean {
    return token === this.#options.signedIn.token;
  }

  /** Whether this computer answers requests for an upload ('' for a new one), rather than the host. */
  async isHere(id: string): Promise<boolean> {
    const { outbox, isConnected } = this.#options;
    const row = outbox.uploads.find(id);
    if (id !== '' && !row) return false;
    if (row && (row.host_id !== row.id || (await outbox.uploads.size(id)) > 0)) return true;
    return !(await isConnected());
  }

  /** Whether this computer can answer a request that did not reach the host. */
  knows(id: string): boolean {
    return id === '' || this.#options.outbox.uploads.find(id) !== undefined;
  }

  /** Records an upload that a page has created at the host. */
  async recordCreated(hostId: string, upload: NewUpload): Promise<void> {
    await this.#options.outbox.uploads.create({ ...parsed(upload), hostId });
  }

  /** Whether the outbox has all bytes of an upload, and a call may wait with it. */
  isComplete(id: unknown): Promise<boolean> {
    const { outbox, signedIn } = this.#options;
    return typeof id === 'string' ? outbox.uploads.finish(id, signedIn.id) : Promise.resolve(false);
  }

  /** Forgets an upload that a call has used at the host, or that was cancelled. */
  async forget(id: unknown): Promise<void> {
    if (typeof id === 'string') await this.#options.outbox.uploads.remove(id);
  }

  /** Uploads whose bytes are stored here. */
  readonly resumable: Service['resumable'] = {
    largest: Math.max(STORAGE.fileLimit, STORAGE.videoLimit),
    create: async (_session: Session, upload: NewUpload) =>
      stateOf(await this.#options.outbox.uploads.create(parsed(upload)), 0),
    find: async (_session: Session, id: string) => {
      const row = this.#require(id);
      return stateOf(row, await this.#options.outbox.uploads.size(id));
    },
    append: async (_session: Session, id: string, chunk: IncomingChunk) => {
      const row = this.#require(id);
      return stateOf(row, await this.#options.outbox.uploads.append(row, chunk));
    },
    remove: async (_session: Session, id: string) => {
      this.#require(id);
      await this.#options.outbox.uploads.remove(id);
    },
  };

  /** A content with a provisional ID: its file here, or its ID at the host once it was sent. Null for others. */
  async contentOf({ kind, id }: ContentItem): Promise<{ file: AnsweredFile } | { hostId: number } | null> {
    const { outbox } = this.#options;
    const found = isProvisional(id) ? outbox.uploadOf(id) : undefined;
    if (!found || 'hostId' in found) return found ?? null;
    const { upload } = found;
    const received = upload.kind === kind ? outbox.uploads.received(upload.id) : undefined;
    if (!received) return null;
    const { path, size, hash } = received;
    const etag = `"${hash.toString('hex').slice(0, 32)}"`;
    return {
      file: { path, size, type: await mediaTypeOf(path), etag, name: upload.name || kind, isInline: true },
    };
  }

  #require(id: string): WaitingUploadRow {
    const row = this.#options.outbox.uploads.find(id);
    if (!row) throw new AppError('not_found');
    return row;
  }
}

function parsed({ length, kind = 'file', name = '', metadata }: NewUpload): {
  kind: UploadSpec['kind'];
  name: string;
  length: number;
  metadata: string;
} {
  if (!isKind(kind)) throw invalid('kind', `must be one of: ${KINDS.join(', ')}`);
  return { kind, name, length, metadata };
}

const KINDS: readonly UploadSpec['kind'][] = ['file', 'photo', 'track', 'video'];

function isKind(kind: string): kind is UploadSpec['kind'] {
  return KINDS.some((known) => known === kind);
}

/** Nothing here expires; the time only has to lie ahead. */
function stateOf({ id, length, metadata }: WaitingUploadRow, offset: number): ResumableUploadState {
  return { id, offset, length, metadata, expires: unixNow() + DAY };
}

const DAY = 24 * 3600;
