import { request } from 'node:http';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { z } from 'zod';
import { fitName, KEY } from './announcement';

/** What was met at an address. */
export interface Knock {
  /**
   * How far it came: nobody answered (`nothing`), something answered that speaks no TLS (`port`), it isn't a host of a
   * community, or not of the wanted one (`tls`), it is (`key`), and it says what it is (`community`).
   */
  reached: 'nothing' | 'port' | 'tls' | 'key' | 'community';
  /** Why nobody answered. */
  fault: PortFault | null;
  /** The fingerprint of the community's key; null where it isn't a host of one. */
  key: string | null;
  /** What the community calls itself, fit to be shown. */
  name: string;
  /** The status of its answer; 0 for none. */
  status: number;
}

/** Refused: a machine is there, and nothing listens. Silent: not a word. Unreachable: the network knows no way. */
export type PortFault = 'refused' | 'silent' | 'unreachable' | 'unknown_name';

export interface KnockOptions {
  host: string;
  port: number;
  /** The fingerprint that is wanted; without it any community is. */
  key?: string;
  /** Milliseconds for the connection; what follows has `ANSWER_MS`. */
  patience: number;
  signal?: AbortSignal;
}

/**
 * Goes to an address, reads by whose key its certificate is signed, and only then asks what community it is. Nothing that
 * is secret is said. Never throws.
 */
export async function knock(options: KnockOptions): Promise<Knock> {
  const found: Knock = { reached: 'nothing', fault: null, key: null, name: '', status: 0 };
  const { host, port, signal } = options;
  let socket: Socket | undefined;
  const stop = () => socket?.destroy();
  signal?.addEventListener('abort', stop);
  try {
    signal?.throwIfAborted();
    socket = connectTcp({ host, port });
    await opened(socket, 'connect', options.patience);
    found.reached = 'port';
    const secure = connectTls({
      socket,
      rejectUnauthorized: false,
      ...(isIP(host) === 0 && { servername: host }),
    });
    await opened(secure, 'secureConnect', ANSWER_MS);
    found.reached = 'tls';
    // Its library is a hundred files, which who finds nobody needs not open.
    const { signerShownBy } = await import('../identity/certificate');
    found.key = signerShownBy(secure);
    if (found.key === null || (options.key !== undefined && found.key !== options.key)) return found;
    found.reached = 'key';
    const { status, body } = await ask(secure, host, port);
    found.status = status;
    const said = status === 200 ? Said.safeParse(JSON.parse(body)) : null;
    if (!said?.success || said.data.Key !== found.key) return found;
    return { ...found, reached: 'community', name: said.data.Name };
  } catch (error) {
    return found.reached === 'nothing' ? { ...found, fault: faultOf(error) } : found;
  } finally {
    signal?.removeEventListener('abort', stop);
    socket?.destroy();
  }
}

/** Milliseconds for each step after the connection. */
const ANSWER_MS = 2_000;
/** Bytes of an answer at most. */
const ANSWER_BYTES = 65_536;

const Said = z.object({ Name: z.string().transform(fitName), Key: z.string().regex(KEY) });

const FAULTS: Record<string, PortFault> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EHOSTDOWN: 'unreachable',
  ENETDOWN: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ENOTFOUND: 'unknown_name',
  EAI_AGAIN: 'unknown_name',
};

function faultOf(error: unknown): PortFault {
  return FAULTS[(error as NodeJS.ErrnoException).code ?? ''] ?? 'silent';
}

/** Waits for a step of a connection; fails when it breaks, ends or takes too long. */
function opened(socket: Socket, step: 'connect' | 'secureConnect', patience: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = afterPatience(patience, () => socket.destroy(new Error('late')));
    const settle = (error?: Error) => {
      stop();
      if (error) reject(error);
      else resolve();
    };
    socket.once(step, () => settle());
    socket.on('error', settle);
    socket.once('close', () => settle(new Error('closed')));
  });
}

/**
 * Does something after so many milliseconds, unless it is told not to. What the system holds ready by then is heard first:
 * where this very machine is busy, that is no fault of the other one.
 */
function afterPatience(patience: number, act: () => void): () => void {
  let polled: NodeJS.Immediate | undefined;
  const late = setTimeout(() => (polled = setImmediate(act)), patience);
  return () => {
    clearTimeout(late);
    clearImmediate(polled);
  };
}

/** Asks over a connection what community it is. */
function ask(secure: TLSSocket, host: string, port: number): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const stop = afterPatience(ANSWER_MS, () => secure.destroy(new Error('late')));
    const asking = request({
      createConnection: () => secure,
      path: '/community',
      headers: { host: placeOf(host, port), accept: 'application/json', connection: 'close' },
    });
    asking.on('response', (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        body += chunk;
        if (body.length > ANSWER_BYTES) secure.destroy(new Error('too much'));
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      response.on('error', reject);
    });
    asking.on('error', reject);
    asking.on('close', stop);
    asking.end();
  });
}

/** `HOST:PORT`, with brackets where it takes them. */
export function placeOf(host: string, port: number): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}
