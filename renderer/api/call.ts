import { EventClient, type ServerEvent, type ServerEventListener } from '../../shared/client/event-client';
import type { Arguments } from '../../shared/client/given';
import { newKey, persist, type CallOptions } from '../../shared/client/persist';
import type { RequestOptions, TransportAnswer } from '../../shared/client/transport';
import type { DownloadName, Name, Output } from '../../shared/contract';
import { callRoute } from '../../shared/contract/addresses';
import { AppError } from '../../shared/errors';
import type { Event } from '../../shared/events';
import { bridge } from './bridge';
import { connection } from './connection.svelte';
import { http } from './http';
import { session } from './session.svelte';

const transport = bridge() ?? http();

/** Receives the events of whoever is signed in; live.svelte.ts connects it. */
export const events = new EventClient(transport, {
  onState: (state) => connection.setState(state),
  onFrame: () => connection.noteFrame(),
  onRevoked: () => session.end('expired'),
});

/** A call of the service, as `call` makes it. */
export type Call = <N extends Exclude<Name, DownloadName>>(
  name: N,
  ...given: Arguments<N, CallOptions>
) => Promise<Output<N>>;

/**
 * Calls the service. A write carries a key, so that trying again after a lost answer does nothing twice; while the host
 * doesn't answer or is busy it is tried a few times. Throws AppError; Unreachable when no answer came at all. For what
 * events change too, use `EventSubscription.request`.
 */
export const call: Call = async (name, ...given) => callWith(() => undefined)(name, ...given);

/** A `call` that also passes on the number of the last event that each answer is sure to include, where it is known. */
function callWith(onSeq: (seq: number | undefined) => void): Call {
  return async <N extends Exclude<Name, DownloadName>>(
    name: N,
    ...[input, options]: Arguments<N, CallOptions>
  ) => {
    const { value, seq } = await ask(name, input ?? {}, options ?? {});
    if (seq !== undefined) events.coverFrom(seq);
    onSeq(seq);
    return value as Output<N>;
  };
}

/**
 * Asks for a file and saves it for the person: the browser among its downloads, the desktop where they choose. False where
 * they cancelled. Throws like `call`.
 */
export async function download(name: DownloadName): Promise<boolean> {
  const { token } = session;
  try {
    return await transport.download(name, {}, { token });
  } catch (error) {
    if (error instanceof AppError && error.code === 'auth_failed' && token) await endIfRevoked(token, name);
    throw error;
  }
}

/**
 * Keeps the state of one class in step with the host: its handler receives events as they arrive, and its requests apply their
 * answers in the order of the event log. Whatever was applied while a request was under way and its answer may not include is
 * applied to that answer again, so handlers and `apply` functions must be idempotent: put by identifier, never add up.
 */
export class EventSubscription {
  readonly #handle: ServerEventListener;
  /** For each running request, the answers to others that were applied meanwhile. */
  readonly #running = new Set<Change[]>();

  constructor(handle: ServerEventListener) {
    this.#handle = handle;
  }

  /** Passes events to the handler until the returned function is called. */
  open(): () => void {
    return events.on(this.#handle);
  }

  /** Passes an event to the handler that became known otherwise: by the answer to a write. */
  emit(event: ServerEvent): void {
    this.#handle(event);
  }

  /**
   * Sends one or several calls by the `call` it is given, applies their answer, and then the events that are newer than it.
   * `apply` must be synchronous; `concerns` narrows the events to those about what was asked for. Throws what `send` throws.
   */
  async request<T>(
    send: (call: Call) => Promise<T>,
    apply: (answer: T) => void,
    concerns: (event: Event) => boolean = () => true,
  ): Promise<T> {
    const recording = events.record();
    const answers: Change[] = [];
    this.#running.add(answers);
    let lowest = Infinity;
    try {
      const answer = await send(callWith((seq = -1) => (lowest = Math.min(lowest, seq))));
      this.#running.delete(answers);
      const own: Change = { seq: lowest, apply: () => apply(answer) };
      own.apply();
      const newerEvents = recording
        .after(lowest)
        .filter(concerns)
        .map((event): Change => ({ seq: event.Seq ?? 0, apply: () => this.#handle(event) }));
      // At the same number the event comes first: the answer includes it.
      const newer = [...newerEvents, ...answers.filter(({ seq }) => seq >= own.seq)];
      for (const change of newer.sort((one, other) => one.seq - other.seq)) change.apply();
      for (const running of this.#running) running.push(own);
      return answer;
    } finally {
      this.#running.delete(answers);
      recording.end();
    }
  }
}

/** Something to apply, and the number of the last event that it includes. */
interface Change {
  seq: number;
  apply: () => void;
}

function ask(name: Name, input: unknown, options: CallOptions): Promise<TransportAnswer> {
  const { kind, open } = callRoute(name);
  const token = session.token;
  const request: RequestOptions = {
    token: open ? null : token,
    ...(kind === 'write' && { key: options.key ?? newKey() }),
    ...(options.signal && { signal: options.signal }),
  };
  const attempt = async () => {
    try {
      return await transport.call(name, input, request);
    } catch (error) {
      const isRefused = error instanceof AppError && error.code === 'auth_failed';
      if (isRefused && request.token) await endIfRevoked(request.token, name);
      throw error;
    }
  };
  return options.attempts === 1 ? attempt() : persist(attempt, options);
}

/** A wrong password is answered like a dead token; the token itself is asked before the session is given up. */
async function endIfRevoked(token: string, name: Name): Promise<void> {
  if (name !== 'people.me') {
    const isGood = await transport.call('people.me', {}, { token }).then(
      () => true,
      (error: unknown) => !(error instanceof AppError && error.code === 'auth_failed'),
    );
    if (isGood) return;
  }
  if (session.token === token) session.end('expired');
}
