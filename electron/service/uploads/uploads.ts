import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { endpointOf, type Name } from '../../../shared/contract';
import type { UploadSpec } from '../../../shared/contract/endpoint';
import { AppError, invalid } from '../../../shared/errors';
import type { ContentStore, ReceivedFile } from '../../content/store';
import type { Store } from '../../database/open';
import { requireCaller } from '../access/access';
import { requireScope, scopeFor } from '../access/app-scopes';
import type { ServiceSettings } from '../context';
import { quotaExceeded, remainingQuota, sizeExceeded, sizeLimitOf } from './quota';
import type { AcceptedUpload, ReceivedUploads, UploadClaim } from './received-uploads';
import type { ResumableUploadStore } from './resumable';
import type { Session } from '../session';
import type { EphemeralState } from '../ephemeral-state';

/** Where Uploads stores bytes, and the limits that apply to them. */
interface UploadsOptions {
  store: Store;
  resumable: ResumableUploadStore;
  content: ContentStore;
  ephemeral: EphemeralState;
  settings: ServiceSettings;
  /** Unix seconds. */
  now: () => number;
  /** Unix seconds that don't follow a clock that jumped ahead; see ClockWatch. */
  nowForAges: () => number;
}

/** Received bytes, between the request that brings them and the call that uses them. */
export class Uploads implements ReceivedUploads {
  readonly #options: UploadsOptions;
  readonly #received = new Map<string, { person: number; bytes: ReceivedFile }>();
  /** How many bytes of running requests each person has on the disk. */
  readonly #receiving = new Map<number, number>();
  /** Calls with the same resumable upload take turns: the promise settles when the last of them is done. */
  readonly #claimed = new Map<string, Promise<void>>();

  constructor(options: UploadsOptions) {
    this.#options = options;
  }

  /**
   * Accepts an upload before its first byte is read; `declared` is its size, if the client said. Throws `auth_failed`,
   * `rate_limit_exceeded` if too many run at once, and `too_large` if the quota doesn't allow it.
   */
  async accept(session: Session, name: Name, declared: number | undefined): Promise<AcceptedUpload> {
    const { upload } = endpointOf(name);
    if (!upload) throw new AppError('invalid_type');
    const { store, ephemeral, settings, now, nowForAges } = this.#options;
    const caller = await store.read((db) => requireCaller(db, session.token, nowForAges()));
    requireScope(caller, scopeFor(name));
    const limit = sizeLimitOf(settings, upload.kind);
    if (declared !== undefined && declared > limit + MULTIPART_OVERHEAD) throw sizeExceeded(limit);
    const remaining = await store.read((db) => remainingQuota({ db, settings, now }, caller.id));
    if (remaining <= 0 || (declared !== undefined && declared > remaining + MULTIPART_OVERHEAD))
      throw quotaExceeded(remaining);
    const releaseSlot = ephemeral.beginUpload(session.token ?? '');
    const uploadIds: string[] = [];
    let count = 0;
    const onBytes = (more: number) => {
      count += more;
      // All requests of a person share the quota, or many at once would fill the disk.
      const left = remaining - this.#countReceiving(caller.id, more);
      if (left < 0) throw quotaExceeded(left + count);
    };
    return {
      receive: async (bytes) => {
        const uploadId = randomBytes(16).toString('base64url');
        const received = await this.#receive(bytes, limit, onBytes);
        this.#received.set(uploadId, { person: caller.id, bytes: received });
        uploadIds.push(uploadId);
        return uploadId;
      },
      release: async () => {
        releaseSlot();
        this.#countReceiving(caller.id, -count);
        for (const uploadId of uploadIds) await this.#discard(uploadId);
      },
    };
  }

  /**
   * Reserves a person's finished resumable upload for a call, waiting until no other call uses it. Returns null if
   * there is none with this ID. Throws `validation_error` if it is incomplete or of another kind.
   */
  async claim(person: number, upload: UploadSpec, uploadId: string): Promise<UploadClaim | null> {
    if (this.#received.has(uploadId) && !this.#claimed.has(uploadId)) return null;
    const { resumable } = this.#options;
    const releaseSlot = await this.#acquire(uploadId);
    let discarded: Promise<void> | undefined;
    const release = async () => {
      await discarded;
      await this.#discard(uploadId);
      releaseSlot();
    };
    try {
      const found = await resumable.findFinished(person, upload, uploadId);
      const bytes = found && (await resumable.receive(found));
      if (!found || !bytes) {
        await release();
        return null;
      }
      this.#received.set(uploadId, { person, bytes });
      return {
        fileName: found.name,
        consume: async (db) => {
          if (!(await resumable.consume(db, uploadId))) throw invalid(upload.part, NO_UPLOAD);
        },
        discard: () => void (discarded = resumable.discard(uploadId)),
        release,
      };
    } catch (error) {
      await release();
      throw error;
    }
  }

  /** Returns the received bytes that a person's call refers to. Throws `validation_error` if there are none. */
  find(person: number, part: string, uploadId: string): ReceivedFile {
    const found = this.#received.get(uploadId);
    if (found?.person !== person) throw invalid(part, NO_UPLOAD);
    return found.bytes;
  }

  /**
   * Identifies the bytes in the hash of a call's input. A retry uploads them again and so has another upload ID, but
   * the same bytes.
   */
  fingerprintOf(uploadId: string): string {
    if (this.#claimed.has(uploadId)) return uploadId;
    return this.#received.get(uploadId)?.bytes.hash.toString('hex') ?? uploadId;
  }

  async #receive(bytes: Readable, limit: number, onBytes: (count: number) => void): Promise<ReceivedFile> {
    try {
      return await this.#options.content.receive(bytes, limit, onBytes);
    } catch (error) {
      // The quota has said already what is exceeded.
      if (!(error instanceof AppError) || error.code !== 'too_large' || error.fields) throw error;
      throw sizeExceeded(limit);
    }
  }

  /** Counts bytes of a person's running requests, and returns how many these have on the disk now. */
  #countReceiving(person: number, count: number): number {
    const sum = (this.#receiving.get(person) ?? 0) + count;
    if (sum > 0) this.#receiving.set(person, sum);
    else this.#receiving.delete(person);
    return sum;
  }

  /** Waits for earlier calls with the same upload. Returns the function that lets the next one go ahead. */
  async #acquire(uploadId: string): Promise<() => void> {
    const previous = this.#claimed.get(uploadId);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#claimed.set(uploadId, promise);
    await previous;
    return () => {
      if (this.#claimed.get(uploadId) === promise) this.#claimed.delete(uploadId);
      resolve();
    };
  }

  async #discard(uploadId: string): Promise<void> {
    const found = this.#received.get(uploadId);
    this.#received.delete(uploadId);
    if (found) await this.#options.content.discard(found.bytes);
  }
}

const NO_UPLOAD = 'must be one of your uploads';

/** The maximum size of a multipart body beyond the file itself, in bytes. */
const MULTIPART_OVERHEAD = 64 * 1024;
