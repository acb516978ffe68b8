import { FRAME_HEADER, LOG_HEADER } from './wal-format';

/** Where a part of the log lies, and how large its pages and the whole part are, in bytes. */
export interface LogPart {
  offset: number;
  pageSize: number;
  size: number;
}

/**
 * Packs parts of a write-ahead log for one connection: of each page that was packed before, only what has changed. A
 * message changes a few hundred bytes in each of two dozen pages; packed, it takes a tenth of the network.
 *
 * A part is the log's header if it begins there, then its frames. A frame is its header as it is, then runs: how many
 * 4-byte words are as before, how many follow, and these. A page that is not known was all zeros before.
 */
export class LogPacker {
  readonly #pages = new RecentPages();
  /** Used again: new memory for each part would keep the garbage collector busy. */
  #scratch = Buffer.alloc(0);

  /**
   * Returns the packed form; null if the part isn't made of whole frames. Packed parts that follow each other are one.
   */
  pack(bytes: Buffer, { offset, pageSize }: Omit<LogPart, 'size'>): Buffer | null {
    const first = offset === 0 ? LOG_HEADER : 0;
    const frame = FRAME_HEADER + pageSize;
    if (pageSize === 0 || (bytes.length - first) % frame !== 0) return null;
    // Runs are at least as long as their counts: no frame grows by more than one pair of counts.
    const maxLength = bytes.length + ((bytes.length - first) / frame) * 2 * COUNTS;
    if (this.#scratch.length < maxLength) this.#scratch = Buffer.alloc(maxLength);
    const packed = this.#scratch;
    let end = bytes.copy(packed, 0, 0, first);
    for (let at = first; at < bytes.length; at += frame) {
      end += bytes.copy(packed, end, at, at + FRAME_HEADER);
      const page = bytes.subarray(at + FRAME_HEADER, at + frame);
      end = packPage(page, this.#pages.take(bytes.readUInt32BE(at), pageSize / WORD), packed, end);
    }
    return Buffer.from(packed.subarray(0, end));
  }
}

/** Unpacks what the packer at the other end of the connection packed, in the same order. */
export class LogUnpacker {
  readonly #pages = new RecentPages();

  /** Returns the part as it is in the log. Throws for anything that is no packed part of this size. */
  unpack(packed: Buffer, { offset, pageSize, size }: LogPart): Buffer {
    const bytes = Buffer.alloc(size);
    const first = offset === 0 ? LOG_HEADER : 0;
    const frame = FRAME_HEADER + pageSize;
    if (size < first || (size - first) % frame !== 0) throw new PackedLogError();
    let from = packed.copy(bytes, 0, 0, first);
    for (let at = first; at < size; at += frame) {
      from += packed.copy(bytes, at, from, from + FRAME_HEADER);
      const page = this.#pages.take(bytes.readUInt32BE(at), pageSize / WORD);
      const pageBytes = Buffer.from(page.buffer, page.byteOffset, pageSize);
      from = unpackPage(packed, from, pageBytes);
      pageBytes.copy(bytes, at + FRAME_HEADER);
    }
    if (from !== packed.length) throw new PackedLogError();
    return bytes;
  }
}

/** A packed part of the log isn't what its message says. */
export class PackedLogError extends Error {
  override readonly name = 'PackedLogError';
  constructor() {
    super('a packed part of the log is damaged');
  }
}

const WORD = 4;
/** Bytes of the two numbers before a run. */
const COUNTS = 4;
/** Unchanged words that cost less inside a run than the counts of another run. */
const MAX_GAP = COUNTS / WORD;
/** Pages that both ends remember: 8 MiB of the usual size. */
const MAX_PAGES = 2048;

/** The pages that were packed last. Both ends see the same pages in the same order, so that they remember the same. */
class RecentPages {
  /** By the number of the page, the one used longest ago first. */
  readonly #pages = new Map<number, Int32Array>();

  /** The page as it was last; the caller writes into it what it is now. */
  take(number: number, words: number): Int32Array {
    const known = this.#pages.get(number);
    const page = known?.length === words ? known : this.#unusedPage(words);
    if (known !== undefined) this.#pages.delete(number);
    this.#pages.set(number, page);
    return page;
  }

  /** A page of zeros, in place of the one used longest ago if there are enough. */
  #unusedPage(words: number): Int32Array {
    if (this.#pages.size < MAX_PAGES) return new Int32Array(words);
    const [number, page] = this.#pages.entries().next().value!;
    this.#pages.delete(number);
    return page.length === words ? page.fill(0) : new Int32Array(words);
  }
}

/** Writes the runs of a page, and the page into `before`. Returns where they end. */
function packPage(bytes: Buffer, before: Int32Array, packed: Buffer, end: number): number {
  const page = wordsOf(bytes);
  let done = 0;
  for (let at = 0; at < page.length; at++) {
    if (page[at] === before[at]) continue;
    let last = at;
    for (let next = at + 1; next < page.length && next - last <= MAX_GAP + 1; next++)
      if (page[next] !== before[next]) last = next;
    end = packed.writeUInt16LE(at - done, end);
    end = packed.writeUInt16LE(last + 1 - at, end);
    end += bytes.copy(packed, end, at * WORD, (last + 1) * WORD);
    done = last + 1;
    at = last;
  }
  before.set(page);
  end = packed.writeUInt16LE(page.length - done, end);
  return packed.writeUInt16LE(0, end);
}

/** Makes the changes of a page, and returns where they end. */
function unpackPage(packed: Buffer, from: number, page: Buffer): number {
  for (let done = 0; ;) {
    if (from + COUNTS > packed.length) throw new PackedLogError();
    done += packed.readUInt16LE(from) * WORD;
    const size = packed.readUInt16LE(from + 2) * WORD;
    from += COUNTS;
    if (size === 0) {
      if (done !== page.length) throw new PackedLogError();
      return from;
    }
    if (done + size > page.length || from + size > packed.length) throw new PackedLogError();
    packed.copy(page, done, from, from + size);
    [done, from] = [done + size, from + size];
  }
}

/** A page as words; a copy where it isn't aligned. */
function wordsOf({ buffer, byteOffset, length }: Buffer): Int32Array {
  if (byteOffset % WORD === 0) return new Int32Array(buffer, byteOffset, length / WORD);
  return new Int32Array(buffer.slice(byteOffset, byteOffset + length));
}
