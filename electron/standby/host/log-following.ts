import type { Logger } from 'pino';
import { STANDBY } from '../../../shared/limits';
import type { StorageProblem } from '../../../shared/standby-copy';
import type { ContentStore } from '../../content/store';
import type { LogFollower } from '../../database/checkpointer';
import type { DatabaseFiles, Store } from '../../database/open';
import { AnswerGate, type AcknowledgingLease } from './answer-gate';
import { CommitGroup } from './commit-group';
import type { ContentListing } from './content-sender';
import { DurableSeq } from './durable-seq';
import { LogReader } from './log-reader';
import type { MessageStream } from '../message-stream';
import type { HostMessage, Received, StandbyMessage } from '../messages';
import { Progress, type StandbyProgress } from './progress';
import { StandbySession, type ConnectedStandby } from './standby-session';
import type { LogPosition } from '../wal-format';

/** The database and the contents that the standby gets. */
export interface LogFollowingOptions {
  store: Store;
  content: ContentStore;
  listing: ContentListing;
  seq: () => number;
  /** Called when the standby has stored more events. */
  onDurable: () => void;
  logger: Logger;
}

/**
 * Follows the write-ahead log for the paired standby, whether it is connected or not. While it is away, the log is kept
 * up to a limit, so that it can continue where it was.
 */
export class LogFollowing implements LogFollower {
  readonly #options: LogFollowingOptions;
  readonly #files: DatabaseFiles;
  readonly #reader: LogReader;
  readonly #progress = new Progress();
  #session: StandbySession | null = null;
  #serving: Promise<void> = Promise.resolve();
  #certificate = '';
  /** Why the standby can't store what it gets; null if it can. */
  #problem: StorageProblem | null = null;
  readonly #gate: AnswerGate;
  readonly #durable: DurableSeq;
  /** A move is prepared: the end of the log must stay where it is. */
  #isHeld = false;
  /** A standby is being connected. */
  #isBeginning = false;
  #isClosed = false;
  /** The standby can't continue and must compare its database: nothing needs to be held for it. */
  #isLost = false;
  readonly #unread = new CommitGroup(() => this.#logChanged());

  /** Create it while no transaction is open. */
  constructor(options: LogFollowingOptions, files: DatabaseFiles, endOfLastRun: LogPosition | null) {
    this.#options = options;
    this.#files = files;
    this.#reader = new LogReader(options.store.writer.raw, files.path, endOfLastRun);
    this.#progress.committed(this.#reader.total, options.seq());
    this.#gate = new AnswerGate(options.logger);
    this.#durable = new DurableSeq(options.onDurable);
    files.follow(this);
    const { writer } = options.store;
    // A checkpoint must not overwrite what is unread.
    writer.onCommitted = () => this.#unread.add(this.#gate.isWaiting || files.checkpointing() !== null);
    writer.beforeAnswer = (answer, refuse) =>
      this.#gate.hold(this.#isLost ? Infinity : this.#reader.total, answer, refuse);
  }

  /** The connected standby's session. */
  get session(): StandbySession | null {
    return this.#session;
  }

  /** Fingerprint of the standby that was connected last. */
  get certificate(): string {
    return this.#certificate;
  }

  /** Where the log ends now. */
  get end(): LogPosition | null {
    this.#readCommitted();
    return this.#reader.position ?? this.#reader.previous;
  }

  /** The number of the last event up to which the standby has everything. */
  get durable(): number {
    return this.#durable.value;
  }

  /** Whether writes are answered without the standby although they should wait for it. */
  get isWaitSuspended(): boolean {
    return this.#gate.isSuspended;
  }

  /** Decides whether writes wait for the standby. */
  setWait(wait: boolean): void {
    this.#gate.setWait(wait);
  }

  /**
   * With a witness, its lease decides when writes are answered; null without one. `standby` is the fingerprint of the
   * paired standby's certificate.
   */
  setLease(lease: AcknowledgingLease | null, standby: string): void {
    this.#readCommitted();
    if (standby !== this.#certificate) this.#gate.reset(this.#reader.total, true);
    this.#gate.setLease(lease, this.#isLost ? Infinity : this.#reader.total);
  }

  /** The lease may allow to answer more. */
  leaseChanged(): void {
    this.#gate.leaseChanged();
  }

  /** Refuses the writes that still wait for the standby. */
  refuseWaiting(error: Error): void {
    this.#gate.refuse(error);
  }

  /** Lets all writes be answered. */
  stopWaiting(): void {
    this.#gate.close();
  }

  /** How far the standby is. */
  get state(): StandbyProgress {
    this.#readCommitted();
    const session = this.#session;
    const behind = this.#reader.total - this.#progress.stored + (session?.bytesLeft ?? 0);
    const isInStep = session?.isInStep === true && this.#progress.age < IN_STEP_MS;
    const status = !session ? 'gone' : session.isCopying ? 'copying' : isInStep ? 'in_step' : 'behind';
    const unreadable = session?.unreadable ?? 0;
    return { status, behind, durable: this.durable, problem: this.#problem, unreadable };
  }

  /** Whether the connected standby has everything on its disk. */
  get isComplete(): boolean {
    this.#readCommitted();
    return this.#session?.isComplete === true && this.#progress.isComplete;
  }

  /** Whether checkpoints wait, whatever the log has grown to. */
  holdCheckpoints(isHeld: boolean): void {
    this.#isHeld = isHeld;
  }

  mayCheckpoint(): boolean {
    if (!this.#readCommitted() || this.#isHeld || this.#isBeginning) return false;
    if (this.#isLost || this.#session?.mayCheckpoint) return true;
    const limit = this.#session?.isCopying ? STANDBY.logWhileCopying : STANDBY.log;
    if (this.#reader.end < limit) return false;
    this.#lose('the standby was away for too long and has to catch up by comparing its database');
    return true;
  }

  /** Serves the standby over a connection until it ends. */
  async serve(
    stream: MessageStream<HostMessage, StandbyMessage>,
    received: AsyncIterator<Received<StandbyMessage>>,
    standby: ConnectedStandby,
  ): Promise<void> {
    const { store, logger } = this.#options;
    // From here to the session's own rule, no checkpoint may let the log be restarted.
    this.#isBeginning = true;
    await this.#files.checkpointing()?.catch(() => undefined);
    const session = await store.writer.betweenGroups(() => this.#begin(stream, standby));
    logger.info({ copy: session.isCopying }, 'the standby is connected');
    this.#serving = session.run(received);
    await this.#serving;
    // Part of a copy is no position to continue from.
    if (session.isCopying) this.#isLost = true;
    if (this.#session === session) {
      this.#session = null;
      this.#gate.left();
    }
    logger.info('the standby is disconnected');
  }

  #begin(
    stream: MessageStream<HostMessage, StandbyMessage>,
    { hello, certificate, onMoveHere, onLease, onBackups }: ConnectedStandby,
  ): StandbySession {
    const { content, listing, logger } = this.#options;
    if (this.#isClosed) throw new Error('the service is being closed');
    this.#isBeginning = false;
    this.#unread.cancel();
    this.#files.emptyLog();
    this.#logChanged();
    this.#session?.close();
    const isOther = this.#certificate !== certificate;
    this.#gate.reset(this.#reader.total, isOther);
    // What an earlier standby had says nothing about this one.
    if (isOther) {
      this.#durable.reset();
      this.#problem = null;
    }
    this.#certificate = certificate;
    this.#isLost = false;
    const session = new StandbySession(
      {
        stream,
        files: this.#files,
        reader: this.#reader,
        content,
        // Hardly any are missing of those that it had.
        listing: this.#gate.hasContents ? { ...listing, total: () => Promise.resolve(0) } : listing,
        seq: this.#options.seq,
        onStored: (mark) => {
          this.#progress.storedUpTo(mark);
          // A copy that isn't complete cannot take over.
          if (session.isCopying) return;
          this.#gate.stored(mark, this.#isLogStored);
          this.#durable.stored({ log: this.#progress.seq });
        },
        onContentsStored: (seq) => this.#durable.stored({ contents: seq }),
        isLogStored: () => this.#isLogStored,
        onMoveHere: (addresses) => onMoveHere(session, addresses),
        onLease,
        onBackups,
        onProblem: (problem) => {
          if (problem !== this.#problem) logger.warn({ problem }, 'the standby cannot store what it gets');
          this.#problem = problem;
        },
        onInStep: () => {
          this.#problem = null;
          this.#gate.contentsStored();
        },
        logger,
      },
      hello,
    );
    this.#session = session;
    return session;
  }

  /** Ends the current connection. */
  async disconnect(): Promise<void> {
    this.#session?.close();
    await this.#serving;
  }

  /** Waits until the standby has stored everything, but no longer than this. */
  async drain(milliseconds: number): Promise<void> {
    this.#readCommitted();
    const until = performance.now() + milliseconds;
    while (this.#session?.mayCheckpoint && !this.#progress.isComplete && performance.now() < until)
      await new Promise((resolve) => setTimeout(resolve, DRAIN_INTERVAL_MS));
  }

  close(): void {
    this.#isClosed = true;
    this.#unread.cancel();
    this.#session?.close();
    this.#files.follow(null);
    const { writer } = this.#options.store;
    writer.onCommitted = () => undefined;
    writer.beforeAnswer = (answer) => answer();
    this.#gate.close();
    this.#reader.close();
  }

  /** Whether nothing is behind, or only what was committed just now. */
  get #isLogStored(): boolean {
    return this.#progress.isComplete || this.#progress.age < JUST_NOW_MS;
  }

  /** Reads what was committed. Returns false while a transaction is open: after its commit all is read. */
  #readCommitted(): boolean {
    // SQLite doesn't tell how long the log is from inside a transaction.
    if (this.#options.store.writer.raw.inTransaction) return false;
    this.#unread.end();
    return true;
  }

  /** Reads what was committed, and learns of a checkpoint; a failure here must not fail the write. */
  #logChanged(): void {
    try {
      const before = this.#reader.total;
      const wasRestarted = this.#reader.refresh();
      if (this.#reader.total > before) this.#progress.committed(this.#reader.total, this.#options.seq());
      this.#session?.logChanged(wasRestarted);
    } catch (error) {
      this.#options.logger.error({ err: error }, 'the standby has to compare its database again');
      this.#lose('the write-ahead log could not be followed');
    }
  }

  #lose(reason: string): void {
    if (!this.#isLost) this.#options.logger.warn(reason);
    this.#isLost = true;
    this.#session?.close();
  }
}

/** A standby is in step while its oldest missing commit is younger than this, in milliseconds. */
const IN_STEP_MS = 2_000;
/** It is notified of that once its oldest missing commit is this young: under load there is always a newer one. */
const JUST_NOW_MS = 100;
const DRAIN_INTERVAL_MS = 10;
