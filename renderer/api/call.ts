import {
  endpointOf,
  type DownloadName,
  type Input,
  type Name,
  type Output,
  type Parsed,
} from '../../shared/contract';
import { AppError } from '../../shared/errors';
import { session } from './session.svelte';
import { Unreachable, type Presented, type Transport } from './transport';

/**
 * What a caller gives: the contract's input, where a number or flag that may also come as text is said by what it is read as.
 */
export type Given<N extends Name> = {
  [K in keyof Input<N>]: unknown extends Input<N>[K]
    ? K extends keyof Parsed<N>
      ? Parsed<N>[K]
      : never
    : Input<N>[K];
};

export interface CallOptions {
  /** The name of this write for the host, kept over attempts and restarts: an outbox gives its own. */
  key?: string;
  signal?: AbortSignal;
  /** How often it is tried while the host doesn't answer or is busy; 4 unless told. */
  attempts?: number;
}

type Arguments<N extends Name> =
  Record<never, never> extends Given<N>
    ? [input?: Given<N>, options?: CallOptions]
    : [input: Given<N>, options?: CallOptions];

/**
 * Calls the service. A write carries a key, so that trying again after a lost answer does nothing twice; while the host
 * doesn't answer or is busy it is tried a few times. Throws AppError; Unreachable when no answer came at all.
 */
export async function call<N extends Exclude<Name, DownloadName>>(
  name: N,
  ...[input, options]: Arguments<N>
): Promise<Output<N>> {
  return (await persist(name, input ?? {}, options ?? {})) as Output<N>;
}

/**
 * Asks for a file and hands it to the person: the browser keeps it among its downloads, the desktop asks where to. False
 * where they thought better of it. Throws like `call`.
 */
export async function download(name: DownloadName): Promise<boolean> {
  const { token } = session;
  try {
    if (!transport) throw new Unreachable();
    return await transport.download(name, {}, { token });
  } catch (error) {
    if (error instanceof AppError && error.code === 'auth_failed' && token) await endIfRevoked(token, name);
    throw error;
  }
}

/** A name for a write: 22 random URL-safe characters (128 bits). */
export function newKey(): string {
  // Not randomUUID: a page that came over plain HTTP from the network doesn't have it.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Tells the calls how to go, and what a read by somebody signed in waits for first. Done once, by live.svelte.ts. */
export function goOver(chosen: Transport, beforeReading: () => Promise<void>): void {
  transport = chosen;
  ready = beforeReading;
}

let transport: Transport | undefined;
let ready: () => Promise<void> = () => Promise.resolve();

const USUAL_ATTEMPTS = 4;
/** Milliseconds before the second attempt; three times as long before each further one. */
const FIRST_WAIT = 300;
/** Seconds: who is told to wait longer is told so, rather than kept waiting. */
const LONGEST_WAIT = 10;

async function persist(name: Name, input: unknown, options: CallOptions): Promise<unknown> {
  const { kind, open } = endpointOf(name);
  const token = session.token;
  const presented: Presented = {
    token: open ? null : token,
    ...(kind === 'write' && { key: options.key ?? newKey() }),
    ...(options.signal && { signal: options.signal }),
  };
  if (kind === 'read' && !open && token) await ready();
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(name, input, presented);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'auth_failed' && presented.token) await endIfRevoked(presented.token, name);
      const wait = waitAfter(error, attempt);
      if (attempt >= (options.attempts ?? USUAL_ATTEMPTS) || wait === undefined) throw error;
      await pause(wait, options.signal);
    }
  }
}

async function once(name: Name, input: unknown, presented: Presented): Promise<unknown> {
  if (!transport) throw new Unreachable();
  return transport.call(name, input, presented);
}

/** Milliseconds before trying again; undefined when that would not help. */
function waitAfter(error: AppError, attempt: number): number | undefined {
  const asked = error.retryAfter;
  if (error.code === 'rate_limit_exceeded') {
    return asked !== undefined && asked <= LONGEST_WAIT ? asked * 1000 : undefined;
  }
  if (error.code !== 'unavailable') return undefined;
  const usual = FIRST_WAIT * 3 ** (attempt - 1) * (0.75 + Math.random() / 2);
  return asked === undefined ? usual : Math.min(asked, LONGEST_WAIT) * 1000;
}

/** A wrong password is answered like a dead token; the token itself is asked before the session is given up. */
async function endIfRevoked(token: string, name: Name): Promise<void> {
  if (name !== 'people.me') {
    const isGood = await once('people.me', {}, { token }).then(
      () => true,
      (error: unknown) => !(error instanceof AppError && error.code === 'auth_failed'),
    );
    if (isGood) return;
  }
  if (session.token === token) session.end('expired');
}

function pause(time: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, time);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
