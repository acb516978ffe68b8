import type { Database, Statement } from 'better-sqlite3';
import { closeSync, openSync, read, readSync } from 'node:fs';
import { promisify } from 'node:util';
import { LOG_HEADER, logSizeOf, parseLogHeader, sumOffset, type LogPosition } from '../wal-format';

/**
 * Follows the write-ahead log of the open database. `refresh` must run before each checkpoint, and after each commit
 * while one is running: when everything in the log was checkpointed, SQLite overwrites it from the beginning.
 *
 * Only the log is opened here. Closing any descriptor of the database file would drop SQLite's locks on it.
 */
export class LogReader {
  readonly #path: string;
  readonly #frames: Statement;
  #file: number | null = null;
  #position: LogPosition | null = null;
  #previous: LogPosition | null = null;
  #total = 0;
  #pageSize = 0;

  /**
   * `raw` is the writing connection, `path` the database file. `endOfLastRun` is where the log ended when the database
   * was closed, null if unknown: the log of this run follows it, if it is the first one.
   */
  constructor(raw: Database, path: string, endOfLastRun: LogPosition | null) {
    this.#path = `${path}-wal`;
    this.#frames = raw.prepare('PRAGMA wal_checkpoint(NOOP)');
    this.#position = this.#find();
    this.#total = this.end;
    if (this.#position === null || this.readSync(0, LOG_HEADER).readUInt32BE(12) === 0)
      this.#previous = endOfLastRun;
  }

  /** The end of the last commit in the log; null if the log is empty. */
  get position(): LogPosition | null {
    return this.#position;
  }

  /** Where the log ended before it was restarted; null if it hasn't since the reader was opened. */
  get previous(): LogPosition | null {
    return this.#previous;
  }

  /** Bytes of the log up to the end of the last commit. */
  get end(): number {
    return this.#position?.end ?? 0;
  }

  /** Bytes that were committed to the log since the reader was opened, whichever log they were in. */
  get total(): number {
    return this.#total;
  }

  /** Bytes of a page of the database; 0 while the log has always been empty. */
  get pageSize(): number {
    return this.#pageSize;
  }

  /** Looks at what the last commit or checkpoint changed; returns whether the log has ended or been restarted. */
  refresh(): boolean {
    const before = this.#position;
    this.#position = this.#find();
    const isSame = before !== null && this.#position?.salt === before.salt;
    this.#total += isSame ? this.end - before.end : this.end;
    if (isSame || before === null) return false;
    this.#previous = before;
    return true;
  }

  /** Reads a part of the log at once, into these bytes: the next commit may overwrite it. */
  readSync(from: number, to: number, bytes = Buffer.allocUnsafe(to - from)): Buffer {
    let done = 0;
    while (done < bytes.length) {
      const count = readSync(this.#open(), bytes, done, bytes.length - done, from + done);
      if (count === 0) throw new Error('the write-ahead log is shorter than what was committed to it');
      done += count;
    }
    return bytes;
  }

  /** Reads a part of the log that no checkpoint may release meanwhile. */
  async read(from: number, to: number): Promise<Buffer> {
    const { bytesRead, buffer } = await readAsync(
      this.#open(),
      Buffer.allocUnsafe(to - from),
      0,
      to - from,
      from,
    );
    return buffer.subarray(0, bytesRead);
  }

  /** Whether a copy of the log that ends at a position holds the same bytes as this log does up to there. */
  contains({ salt, end, sum }: LogPosition): boolean {
    if (this.#position?.salt !== salt || end > this.end || end <= LOG_HEADER) return false;
    if (end === this.end) return sum === this.#position.sum;
    const header = parseLogHeader(this.readSync(0, LOG_HEADER));
    return header !== null && this.#sumAt(end, header.pageSize) === sum;
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  #find(): LogPosition | null {
    const { log } = this.#frames.get() as { log: number };
    if (log <= 0) return null;
    const header = parseLogHeader(this.readSync(0, LOG_HEADER));
    if (header === null) throw new Error('the write-ahead log has no valid header');
    this.#pageSize = header.pageSize;
    const end = logSizeOf(log, header.pageSize);
    return { salt: header.salt, end, sum: this.#sumAt(end, header.pageSize) };
  }

  #sumAt(end: number, pageSize: number): string {
    const offset = sumOffset(end, pageSize);
    return this.readSync(offset, offset + 8).toString('hex');
  }

  #open(): number {
    return (this.#file ??= openSync(this.#path, 'r'));
  }
}

const readAsync = promisify(read);
