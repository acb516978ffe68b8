import { createHash, type Hash } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { writeAll, type ContentStore } from '../content/store';
import { readAt } from './wal-format';

/** A part of a content, with its hash in hexadecimal digits. `isMissing`: it can't be read where it was asked for. */
export interface ContentPart {
  type: 'content';
  hash: string;
  isLast: boolean;
  isMissing: boolean;
}

export interface ContentSending {
  send: (part: ContentPart, bytes?: Buffer) => Promise<void>;
  /** Called with the bytes of each part that was sent. */
  onSent?: (bytes: number) => void;
  /** Called if the file is there but can't be read. */
  onUnreadable: (error: unknown) => void;
  isStopped: () => boolean;
}

/** Sends a content in parts, or that it is missing; returns whether it can be read. */
export async function sendContent(
  content: Pick<ContentStore, 'files'>,
  hash: Buffer,
  { send, onSent, onUnreadable, isStopped }: ContentSending,
): Promise<boolean> {
  const name = hash.toString('hex');
  const file = await open(content.files.pathOf(hash)).catch(() => null);
  if (file === null) {
    await send({ type: 'content', hash: name, isLast: true, isMissing: true });
    return false;
  }
  try {
    for (let offset = 0, isLast = false; !isLast && !isStopped(); offset += PART) {
      const part = await readAt(file, PART, offset).catch((error: unknown) => {
        onUnreadable(error);
        return null;
      });
      isLast = part === null || part.length < PART;
      // What was sent of an unreadable file doesn't match its hash, so the other side discards it.
      const isMissing = part === null && offset === 0;
      await send({ type: 'content', hash: name, isLast, isMissing }, part ?? Buffer.alloc(0));
      if (part === null) return false;
      onSent?.(part.length);
    }
  } finally {
    await file.close();
  }
  return true;
}

/** A content that arrives in parts, and is stored only if it has the hash that it was asked for by. */
export class ContentInParts {
  readonly #content: ContentStore;
  #receiving: { path: string; file: FileHandle; hash: Hash; size: number } | null = null;

  constructor(content: ContentStore) {
    this.#content = content;
  }

  /** Takes the next bytes. */
  async write(bytes: Buffer): Promise<void> {
    this.#receiving ??= await this.#begin();
    await writeAll(this.#receiving.file, bytes);
    this.#receiving.hash.update(bytes);
    this.#receiving.size += bytes.length;
  }

  /** Stores what has arrived; returns whether it has this hash, in hexadecimal. What hasn't is discarded. */
  async finish(expected: string): Promise<boolean> {
    const { path, size, file, hash } = this.#receiving ?? (await this.#begin());
    this.#receiving = null;
    await file.close();
    const received = { path, size, hash: hash.digest() };
    const isExpected = received.hash.toString('hex') === expected;
    if (isExpected) await this.#content.commit(received);
    else await this.#content.discard(received);
    return isExpected;
  }

  /** Forgets a content that didn't arrive as a whole. */
  async reset(): Promise<void> {
    const receiving = this.#receiving;
    this.#receiving = null;
    await receiving?.file.close();
    if (receiving) await rm(receiving.path, { force: true });
  }

  async #begin() {
    const path = this.#content.temporaryPath();
    return { path, file: await open(path, 'wx', 0o600), hash: createHash('sha256'), size: 0 };
  }
}

/** The hashes that follow each other in the bytes of a message. */
export function hashesIn(bytes: Buffer): Buffer[] {
  return Array.from({ length: bytes.length / HASH }, (_, index) =>
    bytes.subarray(index * HASH, (index + 1) * HASH),
  );
}

const HASH = 32;
/** Small, because commits wait behind a part that is being sent. */
const PART = 64 * 1024;
