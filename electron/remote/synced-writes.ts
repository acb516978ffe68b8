import { newKey } from '../../shared/client/persist';
import { Unreachable } from '../../shared/client/transport';
import type { Name, Output } from '../../shared/contract';
import type { OutboxAction, OutboxItem } from '../../shared/bridge';
import { AppError } from '../../shared/errors';
import { textFieldOf } from '../../shared/outbox';
import type { Outbox, OutboxCommand } from '../outbox/outbox';
import { OutboxSender, type SentOutcome } from '../outbox/outbox-sender';
import type { LiveReplica } from '../replica/live-replica';
import type { Answer } from '../service';
import type { EventHub } from './event-hub';

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
}

/**
 * The writes of a person to a community hosted elsewhere. Each is stored in the outbox first. While the host answers, its
 * answer is awaited; otherwise the write is shown as pending in the replica, and sent later.
 */
export class SyncedWrites {
  readonly #options: SyncedWritesOptions;
  readonly #sender: OutboxSender;
  /** Calls that wait for their command to be sent, by key. */
  readonly #waiting = new Map<string, ((outcome: SentOutcome) => void)[]>();
  /** What pending commands answered, by key. */
  readonly #shown = new Map<string, unknown>();
  /** The log's number of the last write that the host has answered. */
  #lastSeq = 0;

  constructor(options: SyncedWritesOptions) {
    this.#options = options;
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

  /** What waits to be sent or was refused, oldest first. */
  get items(): OutboxItem[] {
    return this.#options.outbox.all().map(({ key, name, input, madeAt, state, error, made }) => ({
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
    const outcome = hub().isConnected ? await this.#outcomeOf(key) : null;
    if (outcome === null) return { value: (await this.#show(command)) as Output<N> };
    if ('error' in outcome) {
      // The caller is told, and can do it again.
      outbox.discard(key);
      throw outcome.error;
    }
    return outcome as Answer<Output<N>>;
  }

  /** Sends everything that is pending; resolves when nothing is, or the host went away. */
  async sendAll(): Promise<void> {
    const { hub, live } = this.#options;
    const send = async () => {
      while ((await this.#sender.drain()) === 'empty' && this.hasPending);
    };
    if (!this.hasPending) return;
    if (this.#shown.size === 0) return send();
    // Provisional things and what they became must not stand beside each other.
    await hub().holdUntilReset(async () => {
      await send();
      await live.upTo(this.#lastSeq).catch(() => false);
      await this.showPending();
    });
  }

  /** Changes the outbox, shows the result, and sends what is to be sent. Throws AppError. */
  async change(change: Exclude<OutboxAction, { action: 'look' }>): Promise<void> {
    const { outbox, hub } = this.#options;
    if (change.action === 'discard') outbox.discard(change.key);
    else if (change.action === 'retry') outbox.retry(change.key);
    else this.#editText(change.key, change.text);
    await this.showPending();
    hub().reset();
    if (hub().isConnected) void this.sendAll();
  }

  /** Shows in the replica exactly what is pending now. */
  async showPending(): Promise<void> {
    const pending = this.#pending();
    await this.#options.live.replica.setPending(pending);
    for (const key of [...this.#shown.keys()])
      if (!pending.some((command) => command.key === key)) this.#shown.delete(key);
  }

  /** What came of a command; null if the host went away before it answered. */
  #outcomeOf(key: string): Promise<SentOutcome | null> {
    return new Promise<SentOutcome | null>((resolve, reject) => {
      this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), resolve]);
      this.sendAll().then(() => resolve(null), reject);
    }).finally(() => this.#waiting.delete(key));
  }

  /** Shows a command that could not be sent yet, and returns what it answers until then. */
  async #show(command: OutboxCommand): Promise<unknown> {
    const { key } = command;
    if (this.#shown.has(key)) return this.#shown.get(key);
    const { outbox, live, hub } = this.#options;
    try {
      const { value, made, frames } = await live.replica.addPending(command);
      outbox.setMade(key, made);
      this.#shown.set(key, value);
      hub().push(frames);
      return value;
    } catch (error) {
      outbox.discard(key);
      throw error instanceof AppError && error.code === 'unavailable' ? new Unreachable(error) : error;
    }
  }

  #settle({ key }: OutboxCommand, outcome: SentOutcome): void {
    if ('seq' in outcome) this.#lastSeq = Math.max(this.#lastSeq, outcome.seq ?? 0);
    if (!('error' in outcome)) void this.#options.live.replica.settlePending(key, outcome.seq);
    for (const resolve of this.#waiting.get(key) ?? []) resolve(outcome);
  }

  #pending(): OutboxCommand[] {
    return this.#options.outbox.all().filter((command) => command.state === 'pending');
  }

  #editText(key: string, text: string): void {
    const { outbox } = this.#options;
    const command = outbox.all().find((one) => one.key === key);
    const field = command && textFieldOf(command.name, command.input);
    if (!command || !field) throw new AppError('not_found');
    outbox.edit(key, { ...command.input, [field]: text });
  }
}
