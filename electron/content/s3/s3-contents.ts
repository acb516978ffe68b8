import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { ContentTotals } from '../listing';
import type { ContentRange, ContentStat, ReceivedFile, StoredContents } from '../stored-contents';
import type { S3Options } from './s3-address';
import { S3Client, type S3Object } from './s3-client';

/**
 * Stores contents as objects `blobs/HASH` of a bucket that several processes share. Content in the trash stays where it
 * is and has an additional empty object `trash/HASH-SIZE`, whose age is the time in the trash.
 */
export class S3Contents implements StoredContents {
  readonly #client: S3Client;
  readonly #prefix: string;

  constructor(options: S3Options) {
    this.#client = new S3Client(options);
    this.#prefix = options.prefix;
  }

  /** Opens the contents of a bucket. Throws if it can't be read. */
  static async open(options: S3Options): Promise<S3Contents> {
    const contents = new S3Contents(options);
    await contents.#client.check(options.prefix);
    return contents;
  }

  /** Uploads even bytes that are already stored: their new age protects them from the sweep. */
  async add({ path, size, hash }: ReceivedFile): Promise<void> {
    await this.#client.putFile(this.#blobOf(hash), path, size);
    await this.#client.delete(this.#trashMarkOf(hash, size));
    await rm(path, { force: true });
  }

  async stat(hash: Buffer): Promise<ContentStat | null> {
    const found = await this.#find(this.#blobOf(hash));
    return found && { size: found.size, storedAt: found.modifiedAt };
  }

  /** Content in the trash can still be read; the next sweep restores it. */
  recover(hash: Buffer): Promise<number | null> {
    return this.#client.sizeOf(this.#blobOf(hash));
  }

  localPath(): null {
    return null;
  }

  read(hash: Buffer, range: ContentRange): Promise<Readable> {
    return this.#client.read(this.#blobOf(hash), range);
  }

  async *list(): AsyncGenerator<Buffer[]> {
    const trashed = new Set<string>();
    for await (const marks of this.#trashed())
      for (const { hash } of marks) trashed.add(hash.toString('hex'));
    for await (const objects of this.#client.list(`${this.#prefix}blobs/`)) {
      const names = objects.map(({ key }) => key.slice(key.lastIndexOf('/') + 1));
      yield names
        .filter((name) => HASH.test(name) && !trashed.has(name))
        .map((name) => Buffer.from(name, 'hex'));
    }
  }

  async moveToTrash(hash: Buffer, before: number): Promise<boolean> {
    const found = await this.stat(hash);
    if (found === null || found.storedAt >= before) return false;
    await this.#client.put(this.#trashMarkOf(hash, found.size), new Uint8Array());
    return true;
  }

  async restoreReferenced(isReferenced: (hash: Buffer) => boolean): Promise<void> {
    for await (const marks of this.#trashed())
      for (const { hash, key } of marks) if (isReferenced(hash)) await this.#client.delete(key);
  }

  async *listTrashedBefore(seconds: number): AsyncGenerator<Buffer[]> {
    for await (const marks of this.#trashed())
      yield marks.filter(({ modifiedAt }) => modifiedAt < seconds).map(({ hash }) => hash);
  }

  /**
   * Deletes content, unless it was committed again after it was trashed: then it is restored, since its row may not be
   * written yet.
   */
  async deleteTrashed(hash: Buffer): Promise<void> {
    for await (const marks of this.#trashed(hash)) {
      for (const { key, modifiedAt } of marks) {
        const found = await this.stat(hash);
        if (found !== null && found.storedAt <= modifiedAt) await this.#client.delete(this.#blobOf(hash));
        await this.#client.delete(key);
      }
    }
  }

  async trashTotals(): Promise<ContentTotals> {
    const totals = { items: 0, size: 0 };
    for await (const marks of this.#trashed()) {
      totals.items += marks.length;
      for (const { contentSize } of marks) totals.size += contentSize;
    }
    return totals;
  }

  /** Lists the content in the trash, or only that with this hash. */
  async *#trashed(hash?: Buffer): AsyncGenerator<TrashMark[]> {
    for await (const objects of this.#client.list(`${this.#prefix}trash/${hash?.toString('hex') ?? ''}`))
      yield objects.flatMap((object) => {
        const [, name, size] = TRASH_MARK.exec(object.key) ?? [];
        return name === undefined
          ? []
          : [{ ...object, hash: Buffer.from(name, 'hex'), contentSize: Number(size) }];
      });
  }

  async #find(key: string): Promise<S3Object | null> {
    for await (const objects of this.#client.list(key)) {
      const found = objects.find((object) => object.key === key);
      if (found) return found;
    }
    return null;
  }

  #blobOf(hash: Buffer): string {
    return `${this.#prefix}blobs/${hash.toString('hex')}`;
  }

  #trashMarkOf(hash: Buffer, size: number): string {
    return `${this.#prefix}trash/${hash.toString('hex')}-${size}`;
  }
}

/** The object that marks content as being in the trash. */
interface TrashMark extends S3Object {
  hash: Buffer;
  contentSize: number;
}

const HASH = /^[0-9a-f]{64}$/;
const TRASH_MARK = /([0-9a-f]{64})-(\d{1,16})$/;
