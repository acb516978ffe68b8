import type { DownloadName, Name } from '../../shared/contract';
import { AppError } from '../../shared/errors';
import type { Frame } from '../../shared/events';
import { requestOf } from './request';
import {
  Unreachable,
  type LineListener,
  type OpenLine,
  type Place,
  type Presented,
  type Transport,
} from './transport';

/** The way of a browser: fetch and a WebSocket, at the address that the page came from. */
export const http: Transport = { call, download, connect };

async function call(name: Name, input: unknown, presented: Presented): Promise<unknown> {
  const response = await ask(name, input, presented);
  const answer = await reached(response.text(), presented.signal);
  if (response.ok) return parsed(answer);
  throw errorOf(response, answer);
}

/** The browser keeps the file among its downloads, by the name that the host gave it. */
async function download(name: DownloadName, input: unknown, presented: Presented): Promise<boolean> {
  const response = await ask(name, input, presented);
  if (!response.ok) throw errorOf(response, await reached(response.text(), presented.signal));
  const file = await reached(response.blob(), presented.signal);
  const link = document.createElement('a');
  link.download = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? '';
  link.href = URL.createObjectURL(file);
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT);
  return true;
}

/** Milliseconds for which a browser may still be reading a file that it was handed. */
const KEPT = 60_000;

async function ask(name: Name, input: unknown, { token, key, signal }: Presented): Promise<Response> {
  const { method, path, body } = requestOf(name, (input ?? {}) as Record<string, unknown>);
  const headers = new Headers();
  if (token) headers.set('token', token);
  if (key) headers.set('Idempotency-Key', key);
  if (body !== undefined) headers.set('Content-Type', 'application/json; charset=utf-8');
  return reached(
    fetch(path, {
      method,
      headers,
      body: body ?? null,
      signal: signal ?? null,
      credentials: 'omit',
      cache: 'no-store',
    }),
    signal,
  );
}

function connect(token: string, place: Place | null, listener: LineListener): OpenLine {
  const address = new URL('/ws', location.href);
  address.protocol = address.protocol.replace('http', 'ws');
  address.hash = '';
  address.searchParams.set('token', token);
  if (place) {
    address.searchParams.set('since', String(place.seq));
    address.searchParams.set('log', place.log);
  }
  const socket = new WebSocket(address);
  socket.onmessage = ({ data }) => {
    if (typeof data === 'string') listener.frame(JSON.parse(data) as Frame);
  };
  socket.onclose = ({ code }) => listener.closed(code);
  return {
    command: (command) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(command));
    },
    close: () => {
      socket.onmessage = socket.onclose = null;
      socket.close();
    },
  };
}

/** A failure of the network becomes Unreachable; one who asked to stop gets the reason of the signal. */
async function reached<T>(answer: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new Unreachable(cause);
  }
}

function parsed(answer: string): unknown {
  try {
    return JSON.parse(answer);
  } catch (cause) {
    // Something between us and the host answered in its place.
    throw new Unreachable(cause);
  }
}

function errorOf(response: Response, answer: string): AppError {
  const body: unknown = answer.startsWith('{') ? JSON.parse(answer) : null;
  if (typeof body !== 'object' || body === null || !('detail' in body)) {
    return response.status === 502 || response.status === 504
      ? new Unreachable()
      : new AppError(response.status === 503 ? 'unavailable' : 'server_error');
  }
  const seconds = Number(response.headers.get('Retry-After'));
  return AppError.fromBody(seconds > 0 ? { retry_after: seconds, ...body } : body);
}
