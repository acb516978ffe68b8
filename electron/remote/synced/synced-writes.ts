import { Backoff, type RetryDelays } from '../../../shared/client/backoff';
import { newKey } from '../../../shared/client/idempotency-key';
import { Unreachable } from '../../../shared/client/transport';
import type { Name, Output } from '../../../shared/contract';
import type { OutboxItem } from '../../../shared/bridge';
import { AppError } from '../../../shared/errors';
import type { Outbox, OutboxCommand } from '../../outbox/outbox';
import { UploadSender, type HostUploads } from '../../outbox/upload-sender';
import { OutboxSender, type DrainOutcome, type SentOutcome } from '../../outbox/outbox-sender';
import type { LiveReplica } from '../../replica/live-replica';
import type { Answer } from '../../service';
import type { EventHub } from '../event-hub';
import {
  changeOutbox,
  discardCoveredReads,
  isShown,
  listItems,
  recordVersion,
  type OutboxChange,
} from './outbox-edits';
import { CommandDurability, type CommandDurabilityOptions } from './command-durability';
import { FollowedCommands } from './followed-commands';
import { UploadLane } from './upload-lane';
import { withdraw } from './withdrawals';

/** The outbox, the replica and the host that SyncedWrites uses. */
export interface SyncedWritesOptions {
  outbox: Outbox;
  live: LiveReplica;
  hub: () => EventHub;
  /** Sends a command to the host. */
  send: (name: Name, input: unknown, key: string) => Promise<Answer<unknown>>;
  /** Asks the host for the changes after a point of its log. */
  readChanges: CommandDurabilityOptions['readChanges'];
  /** Uploads to the host. */
  host: HostUploads;
  /** The version of this program. */
  version: string;
  /** Unix seconds. */
  now: () => number;
  /** Milliseconds before something that could not be sent is tried again while the host is there. */
  retryDelays: RetryDelays;
}

/**
 * The writes of a person to a community hosted elsewhere. Each is stored in the outbox first. While the host answers,
 * its answer is awaited; otherwise the write is shown as pending in the replica, and sent later.
 */
export class SyncedWrites {
  readonly #options: SyncedWritesOptions;
  /** Learns from the frames of the host what its standby has. */
  readonly durability: CommandDurability;
  readonly #sender: OutboxSender;
  readonly #lane: UploadLane;
  /** Calls that wait for the answer to their command. */
  readonly #followed = new FollowedCommands();
  /** What pending commands answered, by key. */
  readonly #shown = new Map<string, unknown>();
  /** End the waiting of calls for the host. */
  readonly #leaving = new Set<() => void>();
  readonly #backoff: Backoff;
  /** The keys of commands that are shown in the replica. */
  #layered = new Set<string>();
  #sending: Promise<DrainOutcome> | null = null;
  #retryTimer: NodeJS.Timeout | undefined;
  /** The log's number of the last write that the host has answered. */
  #lastSeq = 0;

  constructor(options: SyncedWritesOptions) {
    this.#options = options;
    this.#backoff = new Backoff(options.retryDelays);
    const { outbox, hub, send, readChanges, host, version, now } = options;
    this.durability = new CommandDurability({ done: outbox.done, hub, readChanges });
    this.#sender = new OutboxSender({
      outbox,
      send: (name, input, key) => this.durability.send(() => send(name, input, key)),
      isHostThere: () => options.hub().isConnected,
      onSettled: (command, outcome) => this.#settle(command, outcome),
      program: version,
      now,
    });
    this.#lane = new UploadLane({
      sender: new UploadSender({
        outbox,
        host,
        onFailure: (command, error) => this.#sender.handleFailure(command, error),
      }),
      sendCommands: () => this.sendAll(),
      onInterrupted: () => options.hub().isConnected && this.#retryLater(),
    });
  }

  /**
   * What waits to be sent or was refused, oldest first; without read marks, which nobody misses, and without what is
   * just being sent for a call that waits for the answer.
   */
  get items(): OutboxItem[] {
    const { hindrance } = this.#sender;
    return listItems(this.#options.outbox)
      .filter(({ key }) => !this.#followed.has(key))
      .map((item) => ({ ...item, error: item.error ?? hindrance }));
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
    const sending = this.#followed.follow(key);
    try {
      if (hub().isConnected) await this.#attempt(key, sending.settled);
      const value = sending.outcome ? undefined : await this.#show(command);
      if (!sending.outcome) return { value: value as Output<N> };
      // It may have been sent while it was being shown.
      if (this.#layered.has(key)) await this.showPending();
      if (!('error' in sending.outcome)) return sending.outcome as Answer<Output<N>>;
      // The caller gets an error and can do it again.
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
        if (outcome === 'held') this.#lane.start();
        return outcome;
      })
      .finally(() => (this.#sending = null));
    return this.#sending;
  }

  /** Resolves when nothing is being sent, and what was sent stands in the replica. */
  async sent(): Promise<void> {
    await this.#lane.idle();
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
    await this.#showAgain();
    if (hub().isConnected) this.#sendSoon();
  }

  /** Shows in the replica exactly what is pending now. */
  async showPending(): Promise<void> {
    const { live } = this.#options;
    await live.replica.setPending(() => {
      const pending = this.#pending();
      const keys = (this.#layered = new Set(pending.map((command) => command.key)));
      for (const key of [...this.#shown.keys()]) if (!keys.has(key)) this.#shown.delete(key);
      return pending;
    });
  }

  /** Shows what is pending now, also on the pages. */
  async #showAgain(): Promise<void> {
    await this.showPending();
    this.#options.hub().reset();
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
    let outcome: DrainOutcome;
    // A command that is added when the last one was sent needs another round.
    do outcome = await this.sendAll();
    while (
      this.#pending().some((command) => command.key === key) &&
      (outcome === 'empty' || (outcome === 'held' && !this.#options.outbox.heldKeys().has(key)))
    );
  }

  async #sendAll(): Promise<DrainOutcome> {
    clearTimeout(this.#retryTimer);
    if (this.#pending().length === 0) return 'empty';
    if (!this.#isShownSendable()) {
      const outcome = await this.#drain();
      // Something may have been shown and then sent meanwhile.
      if (!this.#isShownSent()) return outcome;
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

  /** Whether sending may change what is shown as pending. */
  #isShownSendable(): boolean {
    const held = this.#options.outbox.heldKeys();
    return [...this.#layered].some((key) => !held.has(key));
  }

  /** Whether something is shown as pending that no longer is. */
  #isShownSent(): boolean {
    const pending = new Set(this.#pending().map(({ key }) => key));
    return [...this.#layered].some((key) => !pending.has(key));
  }

  async #drain(): Promise<DrainOutcome> {
    const outcome = await this.#sender.drain();
    if (outcome === 'empty') this.#backoff.reset();
    return outcome;
  }

  /** The host is there, but an answer got lost or it asked to wait. */
  #retryLater(): void {
    const wait = Math.max(this.#backoff.next(), (this.#sender.retryAt - this.#options.now()) * 1000);
    clearTimeout(this.#retryTimer);
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
      if (withdraw(outbox, command)) {
        await this.#showAgain();
        return value;
      }
      outbox.setMade(key, made);
      this.#shown.set(key, value);
      this.#layered.add(key);
      hub().push(frames);
      discardCoveredReads(outbox, command, (read) => read !== key && this.#followed.has(read));
      return value;
    } catch (error) {
      outbox.discard(key);
      await this.showPending();
      throw error instanceof AppError && error.code === 'unavailable' ? new Unreachable(error) : error;
    }
  }

  #settle({ key, name }: OutboxCommand, outcome: SentOutcome): void {
    if ('error' in outcome && !isShown(name)) this.#options.outbox.discard(key);
    if ('seq' in outcome) this.#lastSeq = Math.max(this.#lastSeq, outcome.seq ?? 0);
    // Without it the command is shown until everything is sent.
    if (!('error' in outcome))
      this.#options.live.replica.settlePending(key, outcome.seq).catch(() => undefined);
    this.#followed.settle(key, outcome);
  }

  #pending(): OutboxCommand[] {
    return this.#options.outbox.all().filter((command) => command.state === 'pending');
  }
}

/** Milliseconds without an answer after which the connection is checked. */
const DOUBT_AFTER_MS = 5_000;
