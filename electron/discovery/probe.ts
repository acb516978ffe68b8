import { request } from 'node:http';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { z } from 'zod';
import { toDisplayName, KEY_PATTERN } from './announcement';

/** What a probe found at an address. */
export interface ProbeResult {
  /**
   * How far the probe came: no answer (`nothing`), an answer without TLS (`port`), no host of a community or not of
   * the requested one (`tls`), the right key (`key`), and a valid description of the community (`community`).
   */
  reached: 'nothing' | 'port' | 'tls' | 'key' | 'community';
  /** Why there was no answer. */
  fault: PortFault | null;
  /** Fingerprint of the community's key; null if there is no host of a community. */
  key: string | null;
  /** The community's name, safe to display. */
  name: string;
  /** HTTP status of the answer; 0 for none. */
  status: number;
}

/** `refused`: the machine answers, but nothing listens. `silent`: no answer. `unreachable`: no route. */
export type PortFault = 'refused' | 'silent' | 'unreachable' | 'unknown_name';

export interface ProbeOptions {
  host: string;
  port: number;
  /** Expected fingerprint; any community is accepted without it. */
  key?: string;
  /** Milliseconds for the connection; each later step has STEP_TIMEOUT_MS. */
  timeout: number;
  signal?: AbortSignal;
}

/**
 * Connects to an address, verifies who signed its certificate, and only then requests the community's description.
 * Sends nothing secret and never throws.
 */
export async function probe(options: ProbeOptions): Promise<ProbeResult> {
  const result: ProbeResult = { reached: 'nothing', fault: null, key: null, name: '', status: 0 };
  const { host, port, signal } = options;
  let socket: Socket | undefined;
  const stop = () => socket?.destroy();
  signal?.addEventListener('abort', stop);
  try {
    signal?.throwIfAborted();
    socket = connectTcp({ host, port });
    await waitForEvent(socket, 'connect', options.timeout);
    result.reached = 'port';
    const secure = connectTls({
      socket,
      rejectUnauthorized: false,
      ...(isIP(host) === 0 && { servername: host }),
    });
    await waitForEvent(secure, 'secureConnect', STEP_TIMEOUT_MS);
    result.reached = 'tls';
    // Loaded lazily: its library has a hundred files, which are not needed if nothing is found.
    const { identifyPeer: identify } = await import('../identity/certificate');
    result.key = identify(secure).signer;
    if (result.key === null || (options.key !== undefined && result.key !== options.key)) return result;
    result.reached = 'key';
    const { status, body } = await fetchCommunity(secure, host, port);
    result.status = status;
    const info = status === 200 ? CommunityInfo.safeParse(JSON.parse(body)) : null;
    if (!info?.success || info.data.Key !== result.key) return result;
    return { ...result, reached: 'community', name: info.data.Name };
  } catch (error) {
    return result.reached === 'nothing' ? { ...result, fault: faultOf(error) } : result;
  } finally {
    signal?.removeEventListener('abort', stop);
    socket?.destroy();
  }
}

/** Milliseconds for each step after the connection. */
const STEP_TIMEOUT_MS = 2_000;
/** Maximum bytes of an answer. */
const MAX_ANSWER_BYTES = 65_536;

const CommunityInfo = z.object({
  Name: z.string().transform(toDisplayName),
  Key: z.string().regex(KEY_PATTERN),
});

const FAULT_OF_CODE: Record<string, PortFault> = {
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
  return FAULT_OF_CODE[(error as NodeJS.ErrnoException).code ?? ''] ?? 'silent';
}

/** Waits for an event of a socket; rejects if the socket fails, closes or times out. */
function waitForEvent(socket: Socket, step: 'connect' | 'secureConnect', timeout: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = afterTimeout(timeout, () => socket.destroy(new Error('timeout')));
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
 * Calls back after a timeout unless cancelled. Events that are already pending are processed first, so that a busy
 * local machine doesn't cause a timeout.
 */
function afterTimeout(timeout: number, callback: () => void): () => void {
  let polled: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => (polled = setImmediate(callback)), timeout);
  return () => {
    clearTimeout(timer);
    clearImmediate(polled);
  };
}

/** Requests the description of the community over a connection. */
function fetchCommunity(
  secure: TLSSocket,
  host: string,
  port: number,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const stop = afterTimeout(STEP_TIMEOUT_MS, () => secure.destroy(new Error('timeout')));
    const outgoing = request({
      createConnection: () => secure,
      path: '/community',
      headers: { host: formatAddress(host, port), accept: 'application/json', connection: 'close' },
    });
    outgoing.on('response', (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        body += chunk;
        if (body.length > MAX_ANSWER_BYTES) secure.destroy(new Error('answer too large'));
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      response.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.on('close', stop);
    outgoing.end();
  });
}

/** Formats `HOST:PORT`, with brackets around IPv6 addresses. */
export function formatAddress(host: string, port: number): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}
