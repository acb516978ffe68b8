import type { Arguments } from '../../shared/client/given';
import type { Line } from '../../shared/client/line';
import { newKey, persist, type CallOptions } from '../../shared/client/persist';
import { Unreachable, type Presented } from '../../shared/client/transport';
import type { DownloadName, Name, Output } from '../../shared/contract';
import { callRoute } from '../../shared/contract/addresses';
import { AppError } from '../../shared/errors';
import { session } from './session.svelte';
import type { PageTransport } from './transport';

/**
 * Calls the service. A write carries a key, so that trying again after a lost answer does nothing twice; while the host
 * doesn't answer or is busy it is tried a few times. Throws AppError; Unreachable when no answer came at all.
 */
export async function call<N extends Exclude<Name, DownloadName>>(
  name: N,
  ...[input, options]: Arguments<N, CallOptions>
): Promise<Output<N>> {
  return (await ask(name, input ?? {}, options ?? {})) as Output<N>;
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

/** Tells the calls how to go, and the line that has to know of what is read. Done once, by live.svelte.ts. */
export function goOver(chosen: PageTransport, line: Pick<Line, 'reading'>): void {
  transport = chosen;
  events = line;
}

let transport: PageTransport | undefined;
let events: Pick<Line, 'reading'> | undefined;

async function ask(name: Name, input: unknown, options: CallOptions): Promise<unknown> {
  const { kind, open } = callRoute(name);
  const token = session.token;
  const presented: Presented = {
    token: open ? null : token,
    ...(kind === 'write' && { key: options.key ?? newKey() }),
    ...(options.signal && { signal: options.signal }),
  };
  const answer = () =>
    persist(async () => {
      try {
        return await once(name, input, presented);
      } catch (error) {
        const isRefused = error instanceof AppError && error.code === 'auth_failed';
        if (isRefused && presented.token) await endIfRevoked(presented.token, name);
        throw error;
      }
    }, options);
  return events && kind === 'read' && !open && token ? events.reading(answer) : answer();
}

async function once(name: Name, input: unknown, presented: Presented): Promise<unknown> {
  if (!transport) throw new Unreachable();
  return transport.call(name, input, presented);
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
