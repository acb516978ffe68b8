import { EventClient, type ServerEventListener } from '../../shared/client/event-client';
import type { Arguments } from '../../shared/client/given';
import { newKey } from '../../shared/client/idempotency-key';
import { retryCall, type CallOptions } from '../../shared/client/retry';
import type { RequestOptions, TransportAnswer } from '../../shared/client/transport';
import type { DownloadName, Input, Name, Output } from '../../shared/contract';
import { callRoute } from '../../shared/contract/addresses';
import { AppError } from '../../shared/errors';
import type { Event } from '../../shared/events';
import { bridgeTransport } from './bridge';
import { connection } from './connection.svelte';
import { browserTransport } from './http';
import { pacedEvents } from './paced-events';
import { session } from './session.svelte';

const transport = bridgeTransport() ?? browserTransport();

/** Receives the events of the signed-in person; live.svelte.ts connects it. */
export const events = new EventClient(pacedEvents(transport), {
  onState: (state) => connection.setState(state),
  onFrame: () => connection.noteFrame(),
  onRevoked: () => session.end('expired'),
});

/** The type of `call`: calls a route of the service. */
export type Call = <N extends Exclude<Name, DownloadName>>(
  name: N,
  ...given: Arguments<N, CallOptions>
) => Promise<Output<N>>;

/**
 * Calls the service. A write carries an idempotency key, so a retry after a lost answer has no second effect. Retries a
 * few times while the host can't be reached or is busy. Throws AppError; Unreachable if no answer arrived. For data
 * that events also change, use `EventSubscription.request`.
 */
export const call: Call = callWith();

/** Returns a `call` that reports for each answer the number of the last event it is sure to include, if known. */
function callWith(onSeq?: (seq: number | undefined) => void): Call {
  return async <N extends Exclude<Name, DownloadName>>(
    name: N,
    ...[input, options]: Arguments<N, CallOptions>
  ) => {
    const { value, seq } = await ask(name, input ?? {}, options ?? {});
    if (seq !== undefined) events.coverFrom(seq);
    onSeq?.(seq);
    return value as Output<N>;
  };
}

/**
 * Downloads a file: a browser saves it with its downloads, the desktop app asks where to save it. Returns false if the
 * person cancelled. Throws like `call`.
 */
export async function download<N extends DownloadName>(name: N, input: Input<N>): Promise<boolean> {
  const { token } = session;
  try {
    return await transport.download(name, input, { token });
  } catch (error) {
    if (error instanceof AppError && error.code === 'auth_failed' && token) await endIfRevoked(token, name);
    throw error;
  }
}

/**
 * Keeps the state of one class in sync with the host. Its handler receives events as they arrive, and its requests
 * apply their answers in the order of the event log. Changes applied while a request was running, which its answer may
 * not include, are applied again on top of that answer. Handlers and `apply` functions must therefore be idempotent:
 * put by identifier, never add up.
 */
export class EventSubscription {
  readonly #handle: ServerEventListener;
  /** For each running request, the answers to other requests that were applied in the meantime. */
  readonly #running = new Set<Change[]>();

  constructor(handle: ServerEventListener) {
    this.#handle = handle;
  }

  /** Passes events to the handler until the returned function is called. */
  open(): () => void {
    return events.on(this.#handle);
  }

  /**
   * Runs `send` with a `call` to use for its requests, applies the answer, and then applies the events newer than it.
   * `apply` must be synchronous. `concerns` filters the events to those about the requested data. Throws what `send`
   * throws.
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
      // At the same sequence number the event goes first: the answer already includes it.
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

/** A change to apply, and the sequence number of the last event it includes. */
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
  return options.attempts === 1 ? attempt() : retryCall(attempt, options);
}

/**
 * Ends the session if its token was revoked. A wrong password returns the same error as a revoked token, so this checks
 * the token first.
 */
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
