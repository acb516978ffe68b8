import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { S3mini } from 's3mini';
import { RoundRobinQueue } from '../round-robin-queue';
import type { ContentRange } from '../stored-contents';
import type { S3Options } from './s3-address';
import { bucketProblemOf, isMissing, repeatingFetch, whileAvailable } from './s3-requests';

/** An object of a listing. */
export interface S3Object {
  key: string;
  size: number;
  /** Unix seconds, by the clock of the storage. */
  modifiedAt: number;
}

/** The requests to a bucket. All but `check` throw `unavailable` if they fail. */
export class S3Client {
  readonly #s3: S3mini;
  readonly #address: string;
  readonly #partSize: number;
  /** Bounds the memory of all uploads. */
  readonly #parts = new RoundRobinQueue<string>(MAX_PARALLEL_PARTS);

  constructor({ endpoint, bucket, region, accessKeyId, secretAccessKey, partSize = PART_SIZE }: S3Options) {
    this.#address = `${endpoint}/${bucket}`;
    this.#partSize = partSize;
    this.#s3 = new S3mini({
      accessKeyId,
      secretAccessKey,
      region,
      endpoint: this.#address,
      fetch: repeatingFetch,
    });
  }

  /** Throws an error for the administrator if the bucket can't be read. */
  async check(prefix: string): Promise<void> {
    try {
      const found = await this.#s3.listObjectsPaged('/', prefix, PAGE_SIZE);
      if (!found?.objects) throw new Error('there is no such bucket');
    } catch (error) {
      throw new Error(`The bucket ${this.#address} can't be used: ${bucketProblemOf(error)}.`, {
        cause: error,
      });
    }
  }

  /** Size of an object; null if there is none. */
  sizeOf(key: string): Promise<number | null> {
    return whileAvailable(() =>
      this.#s3.getContentLength(key).catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      }),
    );
  }

  /** Streams a part of an object. */
  read(key: string, { size, start, end }: ContentRange): Promise<Readable> {
    return whileAvailable(async () => {
      const isWhole = start === 0 && end === size - 1;
      const { body, headers } = await this.#s3.getObjectRaw(key, isWhole, start, end + 1);
      if (size === 0) {
        await body?.cancel();
        return Readable.from([]);
      }
      if (!body || Number(headers.get('content-length')) !== end - start + 1) {
        await body?.cancel();
        throw new Error('the storage answered with other bytes than the requested ones');
      }
      return Readable.fromWeb(body as ReadableStream);
    });
  }

  /** Stores a small object. */
  async put(key: string, bytes: Uint8Array): Promise<void> {
    await whileAvailable(() => this.#s3.putObject(key, bytes));
  }

  /** Stores a file of this size. A large one is sent in parts, and appears once all are there. */
  async putFile(key: string, path: string, size: number): Promise<void> {
    const file = await open(path, 'r');
    try {
      if (size > this.#partSize) await whileAvailable(() => this.#putParts(key, file, size));
      else await this.#parts.run(key, async () => this.put(key, await readPart(file, 0, size)));
    } finally {
      await file.close();
    }
  }

  /** Deletes an object, if there is one. */
  async delete(key: string): Promise<void> {
    await whileAvailable(() =>
      this.#s3.deleteObject(key).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      }),
    );
  }

  /** Lists the objects whose names begin with `prefix`, some at a time. */
  async *list(prefix: string): AsyncGenerator<S3Object[]> {
    for (let token: string | undefined, isFirst = true; isFirst || token !== undefined; isFirst = false) {
      const after = token;
      const page = await whileAvailable(() => this.#s3.listObjectsPaged('/', prefix, PAGE_SIZE, after));
      yield (page?.objects ?? []).map(({ Key, Size, LastModified }) => ({
        key: Key,
        size: Number(Size),
        modifiedAt: new Date(LastModified).getTime() / 1000,
      }));
      token = page?.nextContinuationToken;
    }
  }

  async #putParts(key: string, file: FileHandle, size: number): Promise<void> {
    const upload = await this.#s3.getMultipartUploadId(key);
    try {
      let hasFailed = false;
      const partSize = Math.max(this.#partSize, Math.ceil(size / MAX_PARTS));
      const sending = Array.from({ length: Math.ceil(size / partSize) }, (_, index) =>
        this.#parts.run(key, async () => {
          if (hasFailed) throw new Error('another part could not be sent');
          try {
            const start = index * partSize;
            const bytes = await readPart(file, start, Math.min(partSize, size - start));
            return await this.#s3.uploadPart(key, upload, bytes, index + 1);
          } catch (error) {
            hasFailed = true;
            throw error;
          }
        }),
      );
      const sent = await allOf(sending);
      await this.#s3.completeMultipartUpload(key, upload, sent);
      // The storage may say that it failed in an answer that looks like success.
      if ((await this.sizeOf(key)) !== size) throw new Error('the storage did not put the parts together');
    } catch (error) {
      // Otherwise the parts would be stored, and paid for, without being seen.
      await this.#s3.abortMultipartUpload(key, upload).catch(() => undefined);
      throw error;
    }
  }
}

/** Bytes: S3 accepts no smaller parts than 5 MB, but the last. */
const PART_SIZE = 8 * 1024 * 1024;
const MAX_PARTS = 10_000;
const MAX_PARALLEL_PARTS = 4;
const PAGE_SIZE = 1000;

/** Waits until all are settled, because none may still use the file when it is closed; throws the first error. */
async function allOf<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

async function readPart(file: FileHandle, start: number, size: number): Promise<Buffer<ArrayBuffer>> {
  const bytes = Buffer.alloc(size);
  for (let done = 0; done < size;) {
    const { bytesRead } = await file.read(bytes, done, size - done, start + done);
    if (bytesRead === 0) throw new Error('a received file is shorter than it was');
    done += bytesRead;
  }
  return bytes;
}
