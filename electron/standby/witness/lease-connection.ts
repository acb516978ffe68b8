import type { TLSSocket } from 'node:tls';
import { connectTls } from '../../remote/tls-connection';
import { MessageStream } from '../message-stream';
import type { WitnessDescription } from '../messages';
import { LeaseAnswer, RETRY_MS, type SentLeaseRequest } from './lease-messages';

/** The witness to connect to, and who receives its answers. */
export interface LeaseConnectionOptions {
  witness: WitnessDescription;
  /** Returns the certificate to show. */
  certificate: () => Promise<{ key: string; cert: string }>;
  onAnswer: (answer: LeaseAnswer) => void;
}

/** The connection of a host or a standby to the witness, made again whenever something is to be sent. */
export class LeaseConnection {
  readonly #options: LeaseConnectionOptions;
  #stream: MessageStream<SentLeaseRequest, LeaseAnswer> | null = null;
  #isConnecting = false;
  #isClosed = false;
  /** When it began to connect last. */
  #triedAt = -Infinity;
  #pending: SentLeaseRequest[] = [];
  /** When the oldest request was sent that has no answer; null for none. Monotonic milliseconds. */
  #askedAt: number | null = null;

  constructor(options: LeaseConnectionOptions) {
    this.#options = options;
  }

  /** Whether there is a connection on which answers come in time. */
  get isOpen(): boolean {
    if (this.#askedAt !== null && performance.now() - this.#askedAt > ANSWER_MS) this.#drop();
    return this.#stream !== null;
  }

  /** Connects if there is no connection. */
  open(): void {
    const now = performance.now();
    if (this.isOpen || this.#isConnecting || this.#isClosed || now - this.#triedAt < RETRY_MS) return;
    this.#isConnecting = true;
    this.#triedAt = now;
    void this.#run();
  }

  /** Sends a request, now or once it is connected; it may be lost. */
  send(request: SentLeaseRequest): void {
    if (!this.isOpen || this.#stream === null) {
      this.#pending = [...this.#pending, request].slice(-MAX_PENDING);
      return this.open();
    }
    this.#askedAt ??= performance.now();
    void this.#stream.send(request);
  }

  close(): void {
    this.#isClosed = true;
    this.#drop();
  }

  async #run(): Promise<void> {
    const socket = await this.#connect();
    this.#isConnecting = false;
    if (socket === null || this.#isClosed) return void socket?.destroy();
    const stream = new MessageStream<SentLeaseRequest, LeaseAnswer>(socket, LeaseAnswer, 0);
    this.#stream = stream;
    for (const request of this.#pending.splice(0)) this.send(request);
    try {
      for await (const { message } of stream.received()) {
        this.#askedAt = null;
        if (this.#stream === stream) this.#options.onAnswer(message);
      }
    } catch {
      // The one who waits for an answer asks again.
    }
    stream.close();
    if (this.#stream === stream) this.#drop();
  }

  #connect(): Promise<TLSSocket | null> {
    const { witness, certificate } = this.#options;
    return certificate().then(
      (own) => connectToWitness(witness, own),
      () => null,
    );
  }

  #drop(): void {
    this.#stream?.close();
    this.#stream = null;
    this.#askedAt = null;
  }
}

/** Tries all addresses of a witness at once; null if it is at none of them. `own` is the certificate to show. */
export async function connectToWitness(
  { addresses, certificate }: WitnessDescription,
  own: { key: string; cert: string },
): Promise<TLSSocket | null> {
  const attempts = addresses.map(async (address) => {
    const { socket, fingerprint } = await connectTls(address, own);
    if (fingerprint === certificate) return socket;
    socket.destroy();
    throw new Error('another machine answers there');
  });
  const first = await Promise.any(attempts).catch(() => null);
  for (const attempt of attempts)
    attempt.then((socket) => void (socket === first || socket.destroy())).catch(() => undefined);
  return first;
}

const MAX_PENDING = 8;
/** Milliseconds without an answer after which the connection is made again. */
const ANSWER_MS = 3_000;
