import type { TLSSocket } from 'node:tls';
import type { Logger } from 'pino';
import { StandbyListener } from '../host/listener';
import { MessageStream } from '../message-stream';
import { SentLeaseRequest, type LeaseAnswer, type LeaseRequest } from './lease-messages';
import { Witness } from './witness';
import type { WitnessFolder } from './witness-folder';

type Stream = MessageStream<LeaseAnswer, SentLeaseRequest>;

/**
 * The port on which a witness waits for the hosts of its community, known by certificates that the community's key has
 * signed, and for the standby, whose certificate the host names. Anyone else is only refused.
 */
export class WitnessServer {
  readonly #folder: WitnessFolder;
  readonly #logger: Logger;
  readonly #witness: Witness;
  readonly #listener: StandbyListener;
  /** The newest connection of the host of each term: what came over an earlier one doesn't count any more. */
  readonly #hosts = new Map<number, Stream>();

  constructor(folder: WitnessFolder, logger: Logger) {
    this.#folder = folder;
    this.#logger = logger;
    this.#witness = new Witness({
      state: folder.record.state,
      now: () => performance.now(),
      save: (state) => folder.update({ state }),
    });
    const onConnection = (socket: TLSSocket) => void this.#admit(socket);
    this.#listener = new StandbyListener(folder.record.certificate, onConnection);
  }

  get port(): number {
    return this.#listener.port;
  }

  /** Listens on all addresses; takes a free port if this one is 0 or taken. */
  listen(port: number): Promise<void> {
    return this.#listener.listen(port);
  }

  close(): Promise<void> {
    return this.#listener.close();
  }

  async #admit(socket: TLSSocket): Promise<void> {
    const { identifyPeer } = await import('../../identity/certificate');
    const { signer, term, fingerprint } = identifyPeer(socket);
    const isHost = signer === this.#folder.record.key;
    const stream: Stream = new MessageStream(socket, SentLeaseRequest, 0);
    if (!isHost && fingerprint === null) return stream.close();
    try {
      await (isHost ? this.#serveHost(stream, term) : this.#serveStandby(stream, fingerprint ?? ''));
    } catch (error) {
      this.#logger.warn({ err: error }, 'a connection to the witness failed');
    } finally {
      stream.close();
    }
  }

  async #serveHost(stream: Stream, term: number): Promise<void> {
    this.#hosts.get(term)?.close();
    this.#hosts.set(term, stream);
    try {
      for await (const { message } of stream.received()) {
        const isCurrent = this.#hosts.get(term) === stream;
        if (!isCurrent || message.type === 'vote' || message.term > term) return;
        await stream.send(this.#answer(message));
      }
    } finally {
      if (this.#hosts.get(term) === stream) this.#hosts.delete(term);
    }
  }

  async #serveStandby(stream: Stream, voter: string): Promise<void> {
    for await (const { message } of stream.received()) {
      if (message.type !== 'vote') return;
      await stream.send(this.#answer({ ...message, voter }));
    }
  }

  #answer(request: LeaseRequest): LeaseAnswer {
    const { term } = this.#witness.state;
    const answer = this.#witness.answer(request);
    if (answer.type === 'granted' && this.#witness.state.term > term)
      this.#logger.warn({ term: request.term }, 'the host is gone: the standby takes over');
    return answer;
  }
}
