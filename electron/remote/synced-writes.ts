import { Backoff } from '../../shared/client/backoff';
import { newKey } from '../../shared/client/persist';
import { Unreachable } from '../../shared/client/transport';
import type { Name, Output } from '../../shared/contract';
import type { OutboxItem } from '../../shared/bridge';
import { AppError } from '../../shared/errors';
import type { Outbox, OutboxCommand } from '../outbox/outbox';
import { OutboxSender, type DrainOutcome, type SentOutcome } from '../outbox/outbox-sender';
import type { LiveReplica } from '../replica/live-replica';
import type { Answer } from '../service';
import type { EventHub } from './event-hub';
import { changeOutbox, recordVersion, type OutboxChange } from './outbox-edits';

export interface SyncedWritesOptions {
  outbox: Outbox;
  live: LiveReplica;
  hub: () => EventHub;
  /** Sends a command to the host. */
  send: (name: Name, input: unknown, key: string) => Promise<Answer<unknown>>;
  /** The version of this program. */
  version: string;
  /** Unix seconds. */
  now: () => number;
  /** Milliseconds before something that could not be sent is tried again while the host is there. */
  retryDelays: { first: number; longest: number };
}

/**
 * The writes of a person to a community hosted elsewhere. Each is stored in the outbox first. While the host answers, its
 * answer is awaited; otherwise the write is shown as pending in the replica, and sent later.
 */
export class SyncedWrites {
  readonly #options: SyncedWritesOptions;
  readonly #sender: OutboxSender;
  /** Calls that follow their command, by key. */
  readonly #followed = new Map<string, Set<(outcome: SentOutcome) => void>>();
  /** What pending commands answered, by key. */
  readonly #shown = new Map<string, unknown>();
  /** End the waiting of calls for the host. */
  readonly #leaving = new Set<() => void>();
  readonly #backoff: Backoff;
  /** Pending commands are shown in the replica. */
  #isLayered = false;
  #sending: Promise<DrainOutcome> | null = null;
  #retryTimer: NodeJS.Timeout | undefined;
  /** The log's number of the last write that the host has answered. */
  #lastSeq = 0;

  constructor(options: SyncedWritesOptions) {
    this.#options = options;
    this.#backoff = new Backoff(options.retryDelays);
    const { outbox, send, version, now } = options;
    this.#sender = new OutboxSender({
      outbox,
      send,
      onSettled: (command, outcome) => this.#settle(command, outcome),
      program: version,
      now,
    });
  }

  get hasPending(): boolean {
    return this.#pending().length > 0;
  }

  /**
   * What waits to be sent or was refused, oldest first; without read marks, which nobody misses, and without what is just
   * being sent for a call that waits for the answer.
   */
  get items(): OutboxItem[] {
    const told = this.#options.outbox
      .all()
      .filter(({ key, name }) => !UNTOLD.has(name) && !this.#followed.has(key));
    return told.map(({ key, name, input, madeAt, state, error, made }) => ({
      key,
      name,
      input,
      madeAt,
      state,
      error,
      made: [...made],
    }));
  }

  /** Sends a write and waits for its answer; if there is none, shows what it will do, and sends it later. */
  async write<N extends Name>(name: N, input: unknown, key = newKey()): Promise<Answer<Output<N>>> {
    const { outbox, hub, version, now } = this.#options;
    const command = outbox.add({
      key,
      name,
      input: input as Record<string, unknown>,
      madeAt: now(),
      program: version,
    });
    const sending = this.#follow(key);
    try {
      if (hub().isConnected) await this.#attempt(key, sending.settled);
      const value = sending.outcome ? undefined : await this.#show(command);
      if (!sending.outcome) return { value: value as Output<N> };
      // It may have been sent while it was being shown.
      if (this.#isLayered) await this.showPending();
      if (!('error' in sending.outcome)) return sending.outcome as Answer<Output<N>>;
      // The caller is told, and can do it again.
      outbox.discard(key);
      throw sending.outcome.error;
    } finally {
      sending.end();
    }
  }

  /** Sends everything that is pending, until nothing is or the host doesn't take it; then it is tried again later. */
  sendAll(): Promise<DrainOutcome> {
    this.#sending ??= this.#sendAll()
      .then((outcome) => {
        // The host may have come back after it was tried.
        if (outcome === 'away' && this.#options.hub().isConnected) this.#retryLater();
        return outcome;
      })
      .finally(() => (this.#sending = null));
    return this.#sending;
  }

  /** Resolves when nothing is being sent, and what was sent stands in the replica. */
  async sent(): Promise<void> {
    await this.#sending;
  }

  /** Calls no longer wait for answers of the host: it is away. */
  hostLeft(): void {
    for (const leave of this.#leaving) leave();
  }

  /** Sends nothing more. */
  close(): void {
    clearTimeout(this.#retryTimer);
  }

  /** Changes the outbox, shows the result, and sends what is to be sent. Throws AppError. */
  async change(change: OutboxChange): Promise<void> {
    const { outbox, hub } = this.#options;
    changeOutbox(outbox, change);
    await this.showPending();
    hub().reset();
    if (hub().isConnected) this.#sendSoon();
  }

  /** Shows in the replica exactly what is pending now. */
  async showPending(): Promise<void> {
    const { live } = this.#options;
    await live.replica.setPending(() => {
      const pending = this.#pending();
      this.#isLayered = pending.length > 0;
      const keys = new Set(pending.map((command) => command.key));
      for (const key of [...this.#shown.keys()]) if (!keys.has(key)) this.#shown.delete(key);
      return pending;
    });
  }

  /** Follows what comes of a command, until `end`. */
  #follow(key: string): Sending {
    const followers = this.#followed.get(key) ?? new Set();
    this.#followed.set(key, followers);
    let resolve: () => void = () => undefined;
    const settled = new Promise<void>((onSettled) => (resolve = onSettled));
    const sending: Sending = {
      settled,
      end: () => {
        followers.delete(follower);
        if (followers.size === 0) this.#followed.delete(key);
      },
    };
    const follower = (outcome: SentOutcome) => {
      sending.outcome = outcome;
      resolve();
    };
    followers.add(follower);
    return sending;
  }

  /** Resolves when a command was sent, or can't be now. */
  async #attempt(key: string, settled: Promise<void>): Promise<void> {
    let leave: () => void = () => undefined;
    const left = new Promise<void>((onLeft) => (leave = onLeft));
    this.#leaving.add(leave);
    // A host that doesn't answer may be gone without a word.
    const doubt = setTimeout(() => this.#options.hub().reconnect(), DOUBT_AFTER_MS).unref();
    try {
      await Promise.race([settled, left, this.#untilNotSent(key)]);
    } finally {
      clearTimeout(doubt);
      this.#leaving.delete(leave);
    }
  }

  /** Resolves when a command is still pending although everything was tried. */
  async #untilNotSent(key: string): Promise<void> {
    // A command that is added when the last one was sent needs another round.
    while ((await this.sendAll()) === 'empty' && this.#isPending(key));
  }

  async #sendAll(): Promise<DrainOutcome> {
    clearTimeout(this.#retryTimer);
    if (!this.hasPending) return 'empty';
    if (!this.#isLayered) {
      const outcome = await this.#drain();
      // Something may have been shown and then sent meanwhile.
      if (!this.#isLayered || outcome !== 'empty') return outcome;
    }
    const { hub, live } = this.#options;
    // Provisional things and what they became must not stand beside each other.
    return hub().holdUntilReset(async () => {
      const outcome = await this.#drain();
      const log = live.replica.cursor?.log ?? '';
      await live.upTo({ log, seq: this.#lastSeq }).catch(() => false);
      await this.showPending();
      return outcome;
    });
  }

  async #drain(): Promise<DrainOutcome> {
    const outcome = await this.#sender.drain();
    if (outcome === 'empty') this.#backoff.reset();
    return outcome;
  }

  /** The host is there, but an answer got lost or it asked to wait. */
  #retryLater(): void {
    const wait = Math.max(this.#backoff.next(), (this.#sender.retryAt - this.#options.now()) * 1000);
    this.#retryTimer = setTimeout(() => this.#sendSoon(), wait).unref();
  }

  /** Sends without waiting for it; what fails is tried again at the next contact. */
  #sendSoon(): void {
    this.sendAll().catch(() => undefined);
  }

  /** Shows a command that could not be sent yet, and returns what it answers until then. */
  async #show(command: OutboxCommand): Promise<unknown> {
    const { key } = command;
    if (this.#shown.has(key)) return this.#shown.get(key);
    const { outbox, live, hub } = this.#options;
    try {
      await recordVersion(outbox, live.replica, command);
      const { value, made, frames } = await live.replica.addPending(command);
      outbox.setMade(key, made);
      this.#shown.set(key, value);
      this.#isLayered = true;
      hub().push(frames);
      return value;
    } catch (error) {
      outbox.discard(key);
      await this.showPending();
      throw error instanceof AppError && error.code === 'unavailable' ? new Unreachable(error) : error;
    }
  }

  #settle({ key, name }: OutboxCommand, outcome: SentOutcome): void {
    if ('error' in outcome && UNTOLD.has(name)) this.#options.outbox.discard(key);
    if ('seq' in outcome) this.#lastSeq = Math.max(this.#lastSeq, outcome.seq ?? 0);
    // Without it the command is shown until everything is sent.
    if (!('error' in outcome))
      this.#options.live.replica.settlePending(key, outcome.seq).catch(() => undefined);
    for (const follower of this.#followed.get(key) ?? []) follower(outcome);
  }

  #isPending(key: string): boolean {
    return this.#pending().some((command) => command.key === key);
  }

  #pending(): OutboxCommand[] {
    return this.#options.outbox.all().filter((command) => command.state === 'pending');
  }
}

/** Calls that a person makes by looking: they are sent like others, but not listed. */
const UNTOLD: ReadonlySet<string> = new Set<Name>(['dialogs.read', 'people.readNotifications']);

/** Milliseconds without an answer after which the connection is checked. */
const DOUBT_AFTER_MS = 5_000;

/** A command on its way. */
interface Sending {
  /** What came of it; absent until then. */
  outcome?: SentOutcome;
  /** Resolves with the outcome. */
  settled: Promise<void>;
  end: () => void;
}
