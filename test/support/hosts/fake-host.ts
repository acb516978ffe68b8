import { afterEach, expect } from 'vitest';
import type { BridgeFrame, Envelope, OutboxAction, OutboxItem, SignedIn } from '../../../shared/bridge';
import type { Bridge } from '../../../shared/channels';
import { Unreachable } from '../../../shared/client/transport';
import type { Input, Name, Output } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { Event } from '../../../shared/events';

/** A call made by the pages. */
export interface HostCall {
  name: Name;
  input: unknown;
  token: string | undefined;
  /** The Idempotency-Key of a write. */
  key: string | undefined;
}

/**
 * A host with answers set by the test, in place of the service, so that state classes of the renderer can run in Node.
 * It is reset after each test.
 */
class FakeHost {
  /** The event number that answers carry; undefined for none. */
  seq: number | undefined;
  /** Every call so far, oldest first. */
  readonly calls: HostCall[] = [];
  readonly #answers = new Map<Name, (input: never) => unknown>();
  readonly #listeners = new Set<(frame: BridgeFrame) => void>();
  readonly #unanswered: string[] = [];
  readonly #outboxListeners = new Set<(items: OutboxItem[]) => void>();
  #outbox: OutboxItem[] = [];
  #signedIn: SignedIn | null = null;

  /** Every change of the outbox that the pages asked for. */
  readonly outboxActions: OutboxAction[] = [];

  /**
   * Sets the answer to a call. An error thrown by `handler` reaches the caller: AppError, or Unreachable for no answer.
   */
  answer<N extends Name>(name: N, handler: (input: Input<N>) => Output<N> | Promise<Output<N>>): void {
    this.#answers.set(name, handler);
  }

  /** Returns the inputs of all calls of a name, oldest first. */
  inputsOf<N extends Name>(name: N): Input<N>[] {
    return this.calls.filter((call) => call.name === name).map(({ input }) => input as Input<N>);
  }

  /** Sends a frame over the open connection. A stored event needs an increasing `Seq`. */
  send(frame: Event | BridgeFrame): void {
    for (const listener of [...this.#listeners]) listener(frame);
  }

  /** Shows the pages another outbox. */
  showOutbox(items: OutboxItem[]): void {
    this.#outbox = items;
    for (const listener of [...this.#outboxListeners]) listener(items);
  }

  /** Clears all calls, answers and the outbox; fails if a call had no answer. */
  reset(): void {
    this.calls.length = 0;
    this.seq = undefined;
    this.#answers.clear();
    this.outboxActions.length = 0;
    this.showOutbox([]);
    expect(this.#unanswered.splice(0), 'calls without an answer').toEqual([]);
  }

  /**
   * What the pages find as `window.courtyard`. Desktop-only functions are missing, since they are tested on the
   * desktop.
   */
  readonly bridge: Partial<Bridge> = {
    call: async (name, input, { token, key } = {}) => {
      this.calls.push({ name: name as Name, input, token, key });
      const handler = this.#answers.get(name as Name);
      if (!handler) this.#unanswered.push(name);
      const { seq } = this;
      return envelopeOf(seq, () => {
        if (!handler) throw new AppError('server_error', `The test has no answer to ${name}.`);
        return handler(input as never);
      });
    },
    on: (listener) => {
      this.#listeners.add(listener);
      return () => this.#listeners.delete(listener);
    },
    connect: () => {
      const time = Math.floor(Date.now() / 1000);
      queueMicrotask(() => this.send({ ...HELLO, Time: time }));
      return Promise.resolve();
    },
    command: (command) => {
      if (command.command !== 'subscribe') return;
      const { thing_id, category } = command;
      queueMicrotask(() => this.send({ Type: 'subscribed', category, thing_id, Seq: 0 }));
    },
    disconnect: () => undefined,
    session: (change) => {
      if (change !== undefined) this.#signedIn = change;
      return Promise.resolve(this.#signedIn);
    },
    communities: () => Promise.resolve({ ok: true, value: { readAt: 0, all: [] } }),
    onCommunities: () => () => undefined,
    outbox: (action) => {
      if (action.action !== 'look') this.outboxActions.push(action);
      return Promise.resolve({ ok: true, value: this.#outbox });
    },
    onOutbox: (listener) => {
      this.#outboxListeners.add(listener);
      return () => this.#outboxListeners.delete(listener);
    },
    offline: () => Promise.resolve([]),
    onOffline: () => () => undefined,
    onAlert: () => () => undefined,
    alert: () => undefined,
    endAlert: () => undefined,
    chooseAlerts: () => undefined,
    badge: () => undefined,
  };
}

const HELLO = { Type: 'hello', ok: 1, version: '1.0.0', Log: 'log', Seq: 0, Oldest: 0 } as const;

/** The fake host of this test file. */
export const fakeHost = new FakeHost();

/**
 * Installs the fake host for the pages and resets it after each test. A Vitest setup file calls this before any page is
 * loaded.
 */
export function installFakeHost(): void {
  (window as { courtyard?: Partial<Bridge> }).courtyard = fakeHost.bridge;
  afterEach(() => fakeHost.reset());
}

/** Signs in and opens the event connection, as a window does. */
export async function signIn(id = 1): Promise<void> {
  const { session, start, connection } = await import('../../../renderer/api');
  session.begin({ token: `token of ${id}`, id });
  start();
  while (!connection.isConnected) await Promise.resolve();
}

async function envelopeOf(seq: number | undefined, answer: () => unknown): Promise<Envelope> {
  try {
    return { ok: true, value: await answer(), ...(seq !== undefined && { seq }) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const isUnreachable = error instanceof Unreachable;
    return { ok: false, error: error.toBody(), ...(isUnreachable && { isUnreachable }) };
  }
}
