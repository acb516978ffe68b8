import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { HostCertificate } from '../../identity/certificate';
import { JsonFile } from '../../json-file';
import { connectTls } from '../../remote/tls-connection';
import type { HostDescription } from '../host/host-description';
import { MessageStream } from '../message-stream';
import { HostMessage, type StandbyMessage } from '../messages';

/** How PreviousHost proves to the host before this one that it was superseded. */
export interface PreviousHostOptions {
  /** The data folder. */
  folder: string;
  /** Fingerprint of the community's key. */
  key: string;
  /** The last event when this host's term began. */
  seq: number;
  /** Returns the certificate of this host, which proves its term. */
  certificate: () => Promise<HostCertificate>;
  /** Describes this host for the other side of a connection. */
  describe: (socket: TLSSocket) => Promise<HostDescription>;
  /** Returns whether the standby that shows a certificate is connected: the previous host may follow already. */
  isConnected: (certificate: string) => boolean;
  logger: Logger;
}

/** Tries to reach the host before this one, until it knows that it has been superseded. */
export class PreviousHost {
  readonly #options: PreviousHostOptions;
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(options: PreviousHostOptions) {
    this.#options = options;
  }

  /** Begins to try, if there was a host before. */
  begin(): void {
    const record = readPromoted(this.#options.folder);
    if (record !== null) this.#running = this.#run(record);
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run({ addresses, host }: Promoted): Promise<void> {
    const { signal } = this.#stopping;
    const { isConnected, logger } = this.#options;
    for (let delay = MIN_DELAY_MS; !signal.aborted; delay = Math.min(delay * 2, MAX_DELAY_MS)) {
      if (isConnected(host.certificate)) return;
      for (const address of addresses) {
        const isNoted = await this.#notify(address).catch(() => false);
        if (isNoted) return logger.info({ address }, 'the previous host knows that it was superseded');
      }
      await sleep(delay, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Notifies the host that answers at an address; returns whether that was the previous host. */
  async #notify(address: string): Promise<boolean> {
    const { key, seq, certificate, describe } = this.#options;
    if (this.#stopping.signal.aborted) return false;
    const { socket, signer } = await connectTls(address, await certificate());
    const stream = new MessageStream<StandbyMessage, HostMessage>(socket, HostMessage);
    const timer = setTimeout(() => stream.close(), ANSWER_MS);
    try {
      if (signer !== key) return false;
      const { machine: name, addresses, urls, certificate: own } = await describe(socket);
      await stream.send({ type: 'superseded', name, addresses, urls, certificate: own, seq });
      const answer = await stream.received().next();
      return !answer.done && answer.value.message.type === 'noted';
    } finally {
      clearTimeout(timer);
      stream.close();
    }
  }
}

/** File in a data folder that was a standby's: what it remembered. */
export const PROMOTED_FILE = 'standby-promoted.json';

function readPromoted(folder: string): Promoted | null {
  const path = join(folder, PROMOTED_FILE);
  if (folder === '' || !existsSync(path)) return null;
  return new JsonFile(path).read((value) => Promoted.parse(value));
}

const Promoted = z.object({
  addresses: z.array(z.string()),
  host: z.object({ certificate: z.string() }).default({ certificate: '' }),
});
type Promoted = z.infer<typeof Promoted>;

const MIN_DELAY_MS = 2_000;
const MAX_DELAY_MS = 30_000;
const ANSWER_MS = 5_000;
