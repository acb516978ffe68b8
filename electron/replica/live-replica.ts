import { Backoff, type RetryDelays } from '../../shared/client/backoff';
import { Unreachable } from '../../shared/client/transport';
import { isDamage } from '../database/sqlite-errors';
import type { Input, Output } from '../../shared/contract';
import type { Replica } from './replica';
import type { ReplicaFiles } from './replica-files';
import { ReplicaSync, type SyncCall, type SyncName } from './replica-sync';
import type { ReplicaCursor } from './state-queries';

/** The files of a LiveReplica, and the host that it follows. */
export interface LiveReplicaOptions {
  files: ReplicaFiles;
  call: SyncCall;
  /** Unix seconds. */
  now: () => number;
  /** Whether the host is there: then what failed is tried again. */
  isConnected: () => boolean;
  /** Milliseconds between such attempts. */
  retryDelays: RetryDelays;
  /** Another replica is read from now on: a new one has been filled. */
  onReplaced: (replica: Replica) => Promise<void>;
}

/**
 * Keeps the replica of a person up with its host: changes first, then what is missing, one call at a time. When the
 * host has another log or the program other tables, a new replica is filled while the old one stays readable.
 */
export class LiveReplica {
  readonly #options: LiveReplicaOptions;
  #readable: Replica;
  /** The new replica that is being filled. */
  #next: Replica | null;
  #running: Promise<void> | null = null;
  #waiting: Waiting[] = [];
  #isWanted = false;
  readonly #backoff: Backoff;
  #retryTimer: NodeJS.Timeout | undefined;
  #isClosed = false;
  /** Ends the waiting for the call that is made. */
  #giveUp: (error: Unreachable) => void = () => undefined;

  constructor(options: LiveReplicaOptions) {
    this.#options = options;
    this.#backoff = new Backoff(options.retryDelays);
    const { readable, next } = options.files.open();
    this.#readable = readable;
    this.#next = next;
  }

  /** The replica to read. */
  get replica(): Replica {
    return this.#readable;
  }

  /** Whether the replica to read follows its host, rather than being replaced. */
  get isFollowing(): boolean {
    return this.#next === null && this.#readable.cursor !== null;
  }

  /**
   * Resolves to true once everything up to a position in the host's log is stored; to false if the replica is of
   * another log, or is being filled again. Throws what the calls throw.
   */
  async upTo({ log, seq }: ReplicaCursor): Promise<boolean> {
    const isOfLog = () => this.isFollowing && this.#readable.cursor?.log === log;
    if (!isOfLog()) return false;
    if (this.#isAt(seq)) return true;
    await new Promise<void>((resolve, reject) => {
      this.#waiting.push({ seq, resolve, reject });
      this.wake();
    });
    return isOfLog();
  }

  /** Reads from the host what has changed or is missing. */
  wake(): void {
    if (this.#isClosed) return;
    clearTimeout(this.#retryTimer);
    this.#isWanted = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
      // Someone asked after the last look, and before the end.
      if (this.#isWanted && this.#waiting.length > 0) this.wake();
    });
  }

  /** Resolves when nothing is being read from the host. */
  async idle(): Promise<void> {
    await this.#running;
  }

  /** Closes the files. */
  async close(): Promise<void> {
    await this.#stop();
    await Promise.all([this.#readable.close(), this.#next?.close()]);
  }

  /** Closes and deletes the files. */
  async wipe(): Promise<void> {
    await this.#stop();
    for (const replica of [this.#readable, this.#next])
      if (replica) await this.#options.files.remove(replica);
  }

  /** Ends the current work without waiting for the host, which may not answer for long. */
  async #stop(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retryTimer);
    this.#giveUp(new Unreachable());
    await this.#running;
  }

  async #run(): Promise<void> {
    try {
      await this.#work();
      this.#settle(() => true);
      this.#backoff.reset();
    } catch (error) {
      for (const { reject } of this.#waiting.splice(0)) reject(error);
      if (isDamage(error)) await this.#makeAnew();
      if (this.#options.isConnected() && !this.#isClosed)
        this.#retryTimer = setTimeout(() => this.wake(), this.#backoff.next()).unref();
    }
  }

  async #work(): Promise<void> {
    while (this.#isWanted && !this.#isClosed) {
      this.#isWanted = false;
      const target = this.#next ?? this.#readable;
      const { now } = this.#options;
      const call: SyncCall = (name, input) => this.#ask(name, input);
      const outcome = await new ReplicaSync({ replica: target, call, now }).step();
      this.#settle(({ seq }) => !this.isFollowing || this.#isAt(seq));
      if (outcome === 'reset') await this.#beginAnew();
      else if (outcome === 'current' && this.#next) await this.#swap(this.#next);
      this.#isWanted ||= outcome !== 'current';
    }
  }

  /** Makes a call that can be given up. */
  #ask<N extends SyncName>(name: N, input: Input<N>): Promise<Output<N>> {
    return new Promise((resolve, reject) => {
      this.#giveUp = reject;
      this.#options.call(name, input).then(resolve, reject);
    });
  }

  #isAt(seq: number): boolean {
    return (this.#readable.cursor?.seq ?? -1) >= seq;
  }

  #settle(isDone: (waiting: Waiting) => boolean): void {
    const waiting = this.#waiting;
    this.#waiting = waiting.filter((one) => !isDone(one));
    for (const one of waiting) if (isDone(one)) one.resolve();
  }

  async #beginAnew(): Promise<void> {
    const { files } = this.#options;
    if (this.#next) await files.remove(this.#next);
    this.#next = files.create();
  }

  async #swap(next: Replica): Promise<void> {
    const old = this.#readable;
    this.#readable = next;
    this.#next = null;
    await this.#options.onReplaced(next);
    await this.#options.files.remove(old);
  }

  /** A damaged replica is deleted; nothing of the person's is in it. */
  async #makeAnew(): Promise<void> {
    const { files, onReplaced } = this.#options;
    const damaged = [this.#readable, this.#next];
    this.#next = null;
    this.#readable = files.create();
    await onReplaced(this.#readable);
    for (const replica of damaged) if (replica) await files.remove(replica);
  }
}

interface Waiting {
  seq: number;
  resolve: () => void;
  reject: (error: unknown) => void;
}
