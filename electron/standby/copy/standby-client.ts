import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StorageProblem } from '../../../shared/standby-copy';
import { ContentStore } from '../../content/store';
import { migrations } from '../../database/migrations';
import { isDiskFull } from '../../database/sqlite-errors';
import type { Handover, StandbyClientOptions } from './client-options';
import { ContentReceiver } from './content-receiver';
import { CopyProgressMeter, PROBLEM_TEXTS } from './copy-progress';
import { DatabaseCopy } from './database-copy';
import { LogUnpacker } from '../log-packing';
import { MessageStream } from '../message-stream';
import { HostMessage, PROTOCOL, type Received, type StandbyMessage } from '../messages';
import { findHost } from './find-host';
import { LogSync } from './log-sync';
import { MoveRefusedError, refusalOf, StandbyRefusedError } from './refusals';
import { StandbyBackups } from './standby-backups';
import { StandbyWitness } from '../witness/standby-witness';
import { isSamePosition, type LogPosition } from '../wal-format';
import { unixNow } from '../../unix-time';

/** Keeps the copy in a folder in step with the host, and connects again whenever the connection is lost. */
export class StandbyClient {
  readonly #options: StandbyClientOptions;
  readonly #contents: ContentReceiver;
  readonly #progress: CopyProgressMeter;
  readonly #witness: StandbyWitness;
  readonly #backups: StandbyBackups;
  readonly #sync: LogSync;
  /** Called when all contents are here that the database named at the time of the host's last ping. */
  #onContentsComplete: (() => void)[] = [];
  #copy: DatabaseCopy | null = null;
  #stream: MessageStream<StandbyMessage, HostMessage> | null = null;
  #unpacker = new LogUnpacker();
  #isInStep = false;
  /** Why nothing could be stored when that was tried last; null once the copy is in step. */
  #problem: StorageProblem | null = null;
  #handover: Handover | null = null;
  /** The address that led to the host last. */
  #address = '';
  readonly #stopping = new AbortController();

  constructor(options: StandbyClientOptions) {
    this.#options = options;
    const { onProgress = () => undefined, onGrant, folder } = options;
    this.#witness = new StandbyWitness(folder.record, (term) => {
      this.stop();
      onGrant?.(term);
    });
    this.#progress = new CopyProgressMeter(onProgress, folder.record.seenAt, options.logger);
    const content = new ContentStore(folder.path, unixNow);
    this.#contents = new ContentReceiver(content, options.logger);
    this.#sync = new LogSync({
      sync: async () => this.#copy?.sync(),
      decided: () => this.#witness.decided(),
      onFailure: (error) => this.#storingFailed(error),
    });
    this.#backups = new StandbyBackups({
      folder: folder.path,
      content,
      snapshot: (to) => this.#snapshot(to),
      onMade: (made) => void this.#stream?.send(made),
      logger: options.logger,
    });
  }

  /** Whether it is connected to the host. */
  get isConnected(): boolean {
    return this.#stream !== null;
  }

  /** Runs until `stop` or until the host hands the community over. Throws StandbyRefusedError or MoveRefusedError. */
  async run(): Promise<Handover | null> {
    const { signal } = this.#stopping;
    try {
      this.#copy = await DatabaseCopy.open(this.#options.folder);
      if (this.#options.onGrant) this.#witness.begin();
      for (let delay = MIN_DELAY_MS; !signal.aborted; delay = Math.min(delay * 2, MAX_DELAY_MS)) {
        if (await this.#connectOnce()) delay = MIN_DELAY_MS;
        if (!signal.aborted) await sleep(delay, undefined, { signal }).catch(() => undefined);
      }
      return this.#handover;
    } finally {
      this.#stopping.abort();
      this.#witness.close();
      await this.#sync.settled();
      await this.#copy?.close();
      this.#contentsAreComplete();
      await this.#backups.close();
      await this.#contents.close();
    }
  }

  /** Disconnects; `run` ends soon. */
  stop(): void {
    this.#stopping.abort();
    this.#stream?.close();
  }

  /** Serves one connection until it ends; returns whether the host accepted it, and what it sent could be stored. */
  async #connectOnce(): Promise<boolean> {
    const { logger } = this.#options;
    const { signal } = this.#stopping;
    const reached = await findHost(this.#options.folder.record, signal);
    if (reached === null || signal.aborted) {
      if (!signal.aborted) this.#progress.unreachable();
      reached?.socket.destroy();
      return false;
    }
    this.#address = reached.address;
    const stream = new MessageStream<StandbyMessage, HostMessage>(reached.socket, HostMessage);
    this.#stream = stream;
    // Comparing a large database takes longer than the host waits for a sign of life.
    const pong = setInterval(() => void stream.send({ type: 'pong' }), PONG_MS);
    try {
      await this.#introduce(stream);
      const received = stream.received();
      const first = await received.next();
      if (first.done) return false;
      await this.#enter(first.value.message);
      this.#progress.took(first.value.message, 0);
      for (let next = await received.next(); !next.done; next = await received.next()) {
        await this.#take(stream, next.value);
        this.#progress.took(next.value.message, this.#contents.storedBytes);
      }
      return this.#problem === null;
    } catch (error) {
      if (error instanceof StandbyRefusedError || error instanceof MoveRefusedError) throw error;
      if (isDiskFull(error)) {
        await this.#storingFailed(error);
        await stream.end();
      } else if (!signal.aborted) logger.warn({ err: error }, 'the connection to the host was lost');
      return this.#problem === null;
    } finally {
      clearInterval(pong);
      this.#progress.lost();
      this.#backups.setInStep(false);
      this.#stream = null;
      stream.close();
      await this.#sync.settled();
      await this.#contents.reset();
      // On a full disk, the time of an earlier contact remains.
      await this.#options.folder.update({ seenAt: this.#progress.seenAt }).catch(() => undefined);
    }
  }

  /** What arrived could not be stored: says so here once, and to the host. */
  async #storingFailed(error: unknown): Promise<void> {
    const problem = this.#progress.failed(error);
    if (problem !== this.#problem) this.#options.logger.error({ err: error }, PROBLEM_TEXTS[problem]);
    this.#problem = problem;
    await this.#stream?.send({ type: 'failed', problem });
  }

  async #introduce(stream: MessageStream<StandbyMessage, HostMessage>): Promise<void> {
    const { log, ended } = await this.#requireCopy().position();
    this.#sync.reset();
    this.#unpacker = new LogUnpacker();
    await stream.send({
      type: 'hello',
      protocol: PROTOCOL,
      name: hostname().slice(0, 255),
      code: this.#options.code,
      schema: migrations.length,
      returnsContents: true,
      log,
      ended,
    });
  }

  async #enter(message: HostMessage): Promise<void> {
    const { folder } = this.#options;
    if (message.type === 'refused') throw refusalOf(message.reason, folder.record);
    if (message.type !== 'welcome') throw new Error(`the host began with ${message.type}`);
    const { name, addresses, urls, machine, term, certificate } = message;
    const all = [...new Set([this.#address, ...addresses, ...folder.record.addresses])].slice(
      0,
      MAX_ADDRESSES,
    );
    const host = { machine, term, certificate };
    await folder.update({ name, addresses: all, urls, host, isPaired: true });
    this.#witness.follow(term);
  }

  async #take(
    stream: MessageStream<StandbyMessage, HostMessage>,
    { message, body }: Received<HostMessage>,
  ): Promise<void> {
    const copy = this.#requireCopy();
    switch (message.type) {
      case 'log': {
        const { offset, mark, packed } = message;
        await copy.writeLog(offset, packed ? this.#unpacker.unpack(body, { offset, ...packed }) : body);
        return this.#sync.written(mark, stream);
      }
      case 'checkpoint':
        await this.#sync.settled();
        return copy.checkpoint(message.ended);
      case 'copy':
        return stream.send({ type: 'hashes' }, await copy.beginCopy());
      case 'chunk':
        return copy.writeChunk(message.offset, body);
      case 'chunksEnd':
        return copy.endChunks(message.size);
      case 'complete':
        await this.#sync.settled();
        await copy.complete();
        return stream.send({ type: 'completed' });
      case 'contents':
        return this.#answerOffer(stream, this.#contents.offered(body, message));
      case 'content':
        if (await this.#contents.part(body, message)) await stream.send({ type: 'contentsStored' });
        return;
      case 'lacking':
        return this.#contents.returnToHost(message.hash, stream, () => this.#stream !== stream);
      case 'inStep':
        if (!this.#isInStep) this.#options.onInStep(this.#options.folder.record.name);
        this.#isInStep = true;
        this.#problem = null;
        this.#backups.setInStep(true);
        await this.#options.folder.update({ seenAt: this.#progress.seenAt, hasContents: true });
        if (this.#options.move) await stream.send({ type: 'moveHere', ...this.#options.move });
        return;
      case 'ready':
        return this.#confirm(stream, message.ended);
      case 'handover':
        this.#handover = message;
        return this.stop();
      case 'renew': {
        const answer = this.#witness.answer(message);
        return answer ? stream.send({ type: 'lease', answer }) : undefined;
      }
      case 'witness':
        return this.#noteWitness(stream, message);
      case 'notMoved':
        throw new MoveRefusedError(message.reason);
      case 'backups':
        return this.#backups.set(message);
      case 'ping':
        if (this.#contents.isIdle) this.#contentsAreComplete();
        return;
      case 'refused':
        throw refusalOf(message.reason, this.#options.folder.record);
      default:
        throw new Error(`the host sent ${message.type} when it was not expected`);
    }
  }

  /** Later on, contents arrive soon after the commits that name them. */
  async #answerOffer(stream: MessageStream<StandbyMessage, HostMessage>, wanted: Buffer): Promise<void> {
    const { folder } = this.#options;
    if (wanted.length > 0 && !this.#progress.isInStep && folder.record.hasContents)
      await folder.update({ hasContents: false });
    await stream.send({ type: 'wanted' }, wanted);
  }

  /** Confirms that everything up to the end of the host's log is on the disk. */
  async #confirm(stream: MessageStream<StandbyMessage, HostMessage>, ended: LogPosition): Promise<void> {
    await this.#sync.settled();
    const copy = await this.#requireCopy().position();
    const end = copy.log ?? copy.ended;
    if (end === null || !isSamePosition(end, ended)) throw new Error('the copy is not at the end of the log');
    await stream.send({ type: 'confirmed' });
  }

  async #noteWitness(
    stream: MessageStream<StandbyMessage, HostMessage>,
    { witness, schema }: Extract<HostMessage, { type: 'witness' }>,
  ): Promise<void> {
    const { folder, onWitness } = this.#options;
    // The witness may have let this machine take over already.
    await this.#witness.decided();
    const isNews = folder.record.witness?.certificate !== witness?.certificate;
    await folder.update({ witness, schema });
    this.#witness.set(witness, schema);
    if (isNews) onWitness?.(witness);
    await stream.send({ type: 'witnessNoted', certificate: witness?.certificate ?? '' });
  }

  /** Contents that were named just before have been offered by the second ping. */
  async #snapshot(to: string): Promise<void> {
    await this.#requireCopy().snapshot(to);
    for (let pings = 0; pings < 2 && !this.#stopping.signal.aborted; pings++)
      await new Promise<void>((resolve) => this.#onContentsComplete.push(resolve));
  }

  #contentsAreComplete(): void {
    for (const resolve of this.#onContentsComplete.splice(0)) resolve();
  }

  #requireCopy(): DatabaseCopy {
    if (this.#copy === null) throw new Error('the copy is not open');
    return this.#copy;
  }
}

const PONG_MS = 3_000;
const MIN_DELAY_MS = 250;
const MAX_DELAY_MS = 4_000;
const MAX_ADDRESSES = 32;
