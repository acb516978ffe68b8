import type { Socket } from 'node:net';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { z } from 'zod';
import type { MessageBody, Received } from './messages';

/**
 * Sends and receives messages over a connection: each is a length and a JSON text, then a length and bytes. Bytes are
 * compressed while the connection takes them more slowly than they come.
 */
export class MessageStream<Sent, Incoming> {
  readonly #socket: Socket;
  readonly #schema: z.ZodType<Incoming>;
  readonly #maxBody: number;
  #isCongested = false;

  /** `maxBody`: how many bytes may come with a message. */
  constructor(socket: Socket, schema: z.ZodType<Incoming>, maxBody = MAX_BODY) {
    this.#socket = socket;
    this.#schema = schema;
    this.#maxBody = maxBody;
    socket.setNoDelay(true);
    // Reported to the reader; a later error of a closed connection says nothing new.
    socket.on('error', () => undefined);
  }

  /** Sends a message; resolves once the connection takes more. Does nothing once it is closed. */
  async send(message: Sent, body: MessageBody = EMPTY): Promise<void> {
    if (!Buffer.isBuffer(body)) return this.#sendParts(message, body, false);
    const isCompressed = this.#isCongested && body.length >= MIN_COMPRESSED;
    return this.#sendParts(message, [isCompressed ? await deflate(body, { level: 1 }) : body], isCompressed);
  }

  async #sendParts(message: Sent, parts: readonly Buffer[], isCompressed: boolean): Promise<void> {
    const size = parts.reduce((sum, { length }) => sum + length, 0);
    const text = Buffer.from(JSON.stringify(message));
    const lengths = Buffer.allocUnsafe(HEADER);
    lengths.writeUInt32BE(text.length, 0);
    lengths.writeUInt32BE(size, 4);
    lengths.writeUInt8(isCompressed ? 1 : 0, 8);
    const began = performance.now();
    this.#socket.cork();
    for (const part of [lengths, text, ...parts]) if (part.length > 0) this.#socket.write(part);
    this.#socket.uncork();
    await this.#drained();
    const elapsed = performance.now() - began;
    if (size >= MIN_COMPRESSED)
      this.#isCongested = elapsed > MIN_MEASURED_MS && size / elapsed < FAST_BYTES_PER_MS;
  }

  /** The messages received, until the connection is closed. Throws for anything that is no message. */
  async *received(): AsyncGenerator<Received<Incoming>> {
    const reader = new ByteReader(this.#socket);
    const silence = setInterval(() => {
      if (reader.waitedSince < performance.now() - SILENCE_MS) this.close();
    }, SILENCE_MS / 5);
    // A reader that refuses a message stops before the end.
    this.#socket.once('close', () => clearInterval(silence));
    try {
      yield* this.#messagesIn(reader);
    } finally {
      clearInterval(silence);
    }
  }

  async *#messagesIn(reader: ByteReader): AsyncGenerator<Received<Incoming>> {
    for (;;) {
      const lengths = await reader.take(HEADER);
      if (lengths === null) return;
      const [textLength, bodyLength] = [lengths.readUInt32BE(0), lengths.readUInt32BE(4)];
      if (textLength > MAX_TEXT || bodyLength > this.#maxBody) throw new Error('a message is too long');
      const text = await reader.take(textLength);
      const bytes = await reader.take(bodyLength);
      if (text === null || bytes === null) return;
      const isCompressed = lengths.readUInt8(8) === 1;
      const body = isCompressed ? await inflate(bytes, { maxOutputLength: this.#maxBody }) : bytes;
      yield { message: this.#schema.parse(JSON.parse(text.toString())), body };
    }
  }

  /** Sends what is still to be sent and closes the connection; resolves when it is closed. */
  async end(): Promise<void> {
    if (this.#socket.destroyed) return;
    const closed = new Promise((resolve) => this.#socket.once('close', resolve));
    const timer = setTimeout(() => this.#socket.destroy(), END_MS);
    this.#socket.end();
    await closed;
    clearTimeout(timer);
  }

  /** Closes the connection at once. */
  close(): void {
    this.#socket.destroy();
  }

  #drained(): Promise<void> {
    if (this.#socket.destroyed || !this.#socket.writableNeedDrain) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        this.#socket.off('drain', done).off('close', done);
        resolve();
      };
      this.#socket.once('drain', done).once('close', done);
    });
  }
}

/** Bytes of a database file that are compared and sent at once. */
export const CHUNK = 1024 * 1024;

const EMPTY = Buffer.alloc(0);
const HEADER = 9;
const MAX_TEXT = 64 * 1024;
/** Enough for the chunk hashes of a database of half a terabyte. */
const MAX_BODY = 16 * 1024 * 1024;
const MIN_COMPRESSED = 1024;
/** Compressing takes longer than a connection of this speed does for the bytes as they are: 40 MB a second. */
const FAST_BYTES_PER_MS = 40_000;
/** A wait as short as this says nothing about the connection. */
const MIN_MEASURED_MS = 10;
/** Milliseconds of waiting for a byte after which a connection is given up; pings are sent much more often. */
const SILENCE_MS = 15_000;
const END_MS = 1_000;
const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Takes exact numbers of bytes from a connection. */
class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #held: Buffer[] = [];
  #size = 0;
  /** Since when it waits for bytes, in monotonic milliseconds; Infinity while what came is being handled. */
  waitedSince = Infinity;

  constructor(socket: Socket) {
    this.#chunks = (socket as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  }

  /** The next `count` bytes; null if the connection ends before. */
  async take(count: number): Promise<Buffer | null> {
    while (this.#size < count) {
      this.waitedSince = performance.now();
      const next = await this.#chunks.next();
      this.waitedSince = Infinity;
      if (next.done) return null;
      this.#held.push(next.value);
      this.#size += next.value.length;
    }
    const all = this.#held.length === 1 ? this.#held[0]! : Buffer.concat(this.#held, this.#size);
    this.#held = [all.subarray(count)];
    this.#size -= count;
    return all.subarray(0, count);
  }
}
