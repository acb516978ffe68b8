import type { Logger } from 'pino';
import type { ContentStore } from '../../content/store';
import { Sweeper } from '../../content/sweep';
import { ContentInParts, hashesIn, sendContent, type ContentPart } from '../content-parts';
import type { MessageStream } from '../message-stream';
import type { HostMessage, StandbyMessage } from '../messages';
import { unixNow } from '../../unix-time';

/**
 * Stores the contents that the host offers, each verified by its hash, and sweeps those that it no longer names. Sends
 * the host what that lacks itself.
 */
export class ContentReceiver {
  readonly #content: ContentStore;
  readonly #logger: Logger;
  readonly #sweeper: Sweeper;
  /** The contents still to come of those that were asked for last. */
  #awaited = 0;
  #storedBytes = 0;
  /** Hashes of the list that is being received, and of the last complete one. */
  #listing: Buffer[] | null = null;
  #listed: Buffer[] = [];
  readonly #incoming: ContentInParts;
  #returning: Promise<unknown> = Promise.resolve();

  constructor(content: ContentStore, logger: Logger) {
    this.#content = content;
    this.#logger = logger;
    this.#incoming = new ContentInParts(content);
    this.#sweeper = new Sweeper({
      content,
      listReferenced: (after) => Promise.resolve(this.#page(after)),
      findReferenced: () => Promise.resolve(new Set<string>()),
      isDatabaseSound: () => true,
      now: unixNow,
      logger,
    });
  }

  /** Bytes of the contents offered since the last full list began that are stored here. */
  get storedBytes(): number {
    return this.#storedBytes;
  }

  /** Whether everything that was offered is stored. */
  get isIdle(): boolean {
    return this.#awaited === 0 && this.#listing === null;
  }

  /** Takes a page of offered hashes; returns those that are wanted. */
  offered(hashes: Buffer, { isFirst, hasEnded }: { isFirst: boolean; hasEnded: boolean }): Buffer {
    if (isFirst) [this.#listing, this.#storedBytes] = [[], 0];
    this.#listing?.push(hashes);
    if (hasEnded && this.#listing) {
      [this.#listed, this.#listing] = [this.#listing, null];
      // The host has decided already what isn't used any more.
      this.#sweeper
        .run(true)
        .catch((error: unknown) => this.#logger.error({ err: error }, 'sweeping failed'));
    }
    const lacking = new Map<string, Buffer>();
    for (const hash of hashesIn(hashes)) if (!this.#has(hash)) lacking.set(hash.toString('hex'), hash);
    this.#awaited = lacking.size;
    return Buffer.concat([...lacking.values()]);
  }

  /** Takes a part of a content; returns whether it was the last one of those wanted. */
  async part(bytes: Buffer, { hash, isLast, isMissing }: ContentPart): Promise<boolean> {
    if (isMissing) this.#logger.warn({ hash }, 'the host lacks a stored file');
    else {
      await this.#incoming.write(bytes);
      this.#storedBytes += bytes.length;
    }
    if (!isLast) return false;
    if (!isMissing && !(await this.#incoming.finish(hash)))
      this.#logger.error({ hash }, 'a file arrived damaged: its copy on the host is damaged');
    return --this.#awaited === 0;
  }

  /** Sends the host a content that it lacks, while other messages are taken. */
  returnToHost(
    hash: string,
    stream: Pick<MessageStream<StandbyMessage, HostMessage>, 'send'>,
    isStopped: () => boolean,
  ): void {
    const send = (part: ContentPart, bytes?: Buffer) => stream.send(part, bytes);
    const onUnreadable = (error: unknown) =>
      this.#logger.error({ err: error, hash }, 'a file that the host lacks cannot be read here either');
    const sending = sendContent(this.#content, Buffer.from(hash, 'hex'), { send, isStopped, onUnreadable });
    this.#returning = Promise.allSettled([this.#returning, sending]);
  }

  /** The connection has ended: forgets a content that didn't arrive as a whole. */
  async reset(): Promise<void> {
    [this.#listing, this.#awaited] = [null, 0];
    await this.#returning;
    await this.#incoming.reset();
  }

  async close(): Promise<void> {
    await this.reset();
    await this.#sweeper.close();
    await this.#content.close();
  }

  #has(hash: Buffer): boolean {
    const size = this.#content.files.sizeOf(hash);
    this.#storedBytes += size ?? 0;
    if (size !== undefined) return true;
    return this.#content.files.trash.restore(hash, this.#content.files.pathOf(hash));
  }

  /** A page of the last complete list, in the form in which a database lists its rows. */
  #page(after: number): { id: number; hash: Buffer }[] {
    const page = this.#listed[after];
    return page === undefined ? [] : hashesIn(page).map((hash) => ({ id: after + 1, hash }));
  }
}
