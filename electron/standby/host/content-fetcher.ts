import type { Logger } from 'pino';
import type { ContentStore } from '../../content/store';
import { ContentInParts, type ContentPart } from '../content-parts';
import type { ListedContent } from './content-sender';
import type { SendToStandby } from './log-shipper';

export interface ContentFetcherOptions {
  content: ContentStore;
  send: SendToStandby;
  logger: Logger;
}

/**
 * Gets what this host lacks from its standby: after a takeover, the former host may have files that had not arrived
 * here. Asks for one content at a time, so that commits and their answers hardly wait. What fails is asked for again
 * when everything is offered the next time.
 */
export class ContentFetcher {
  readonly #options: ContentFetcherOptions;
  readonly #incoming: ContentInParts;
  /** Hashes in hexadecimal. */
  readonly #lacking = new Set<string>();
  #asked: string | null = null;
  #fetched = 0;
  #storing: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(options: ContentFetcherOptions) {
    this.#options = options;
    this.#incoming = new ContentInParts(options.content);
  }

  /** The standby has these contents: those that this host lacks are asked for. */
  offered(contents: readonly ListedContent[]): void {
    const { files } = this.#options.content;
    for (const { hash, size } of contents) {
      if (files.sizeOf(hash) === size || files.trash.restore(hash, files.pathOf(hash))) continue;
      this.#lacking.add(hash.toString('hex'));
    }
    if (this.#asked === null) this.#askNext();
  }

  /** Takes a part of what was asked for. It is stored while other messages are taken. */
  async part(bytes: Buffer, { hash, isLast, isMissing }: ContentPart): Promise<void> {
    if (this.#isStopped || hash !== this.#asked) return;
    try {
      if (!isMissing) await this.#incoming.write(bytes);
      if (isLast) this.#storing = this.#finish(hash, isMissing);
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Asks for nothing more, and waits until what has arrived is stored. */
  async close(): Promise<void> {
    this.#isStopped = true;
    await this.#storing;
    await this.#incoming.reset();
  }

  async #finish(hash: string, isMissing: boolean): Promise<void> {
    try {
      if (!isMissing && (await this.#incoming.finish(hash))) this.#fetched++;
      else this.#options.logger.warn({ hash }, 'a file that this host lacks is damaged on the standby too');
      this.#askNext();
    } catch (error) {
      this.#failed(error);
    }
  }

  #askNext(): void {
    [this.#asked = null] = this.#lacking;
    if (this.#asked !== null && !this.#isStopped) {
      this.#lacking.delete(this.#asked);
      void this.#options.send({ type: 'lacking', hash: this.#asked });
    } else if (this.#fetched > 0) {
      this.#options.logger.info({ files: this.#fetched }, 'the standby had files that this host lacked');
      this.#fetched = 0;
    }
  }

  /** Nothing could be stored, so it is not tried again over this connection. */
  #failed(error: unknown): void {
    this.#isStopped = true;
    this.#options.logger.error({ err: error }, 'a file from the standby could not be stored');
  }
}
