import type { Name } from '../contract';
import { AppError } from '../errors';
import type { Frame } from '../events';
import { requestOf } from './request';
import {
  Unreachable,
  type LineListener,
  type OpenLine,
  type Place,
  type Presented,
  type Transport,
} from './transport';

/** Where a host is, and what speaks to it. */
export interface HttpOptions {
  /** The beginning of its addresses, without a slash at the end. */
  url: string;
  /** What opens sockets where the platform has nothing of the name (Node before 22). */
  WebSocket?: typeof WebSocket;
}

/** The way over the network: fetch, and a WebSocket for events. */
export function httpTransport(options: HttpOptions): Transport {
  return {
    call: (name, input, presented) => call(options, name, input, presented),
    connect: (token, place, listener) => connect(options, token, place, listener),
  };
}

/** Asks and gives the answer, whatever it is. Throws Unreachable where none came. */
export function ask(
  { url }: Pick<HttpOptions, 'url'>,
  name: Name,
  input: unknown,
  { token, key, signal }: Presented,
): Promise<Response> {
  const { method, path, body } = requestOf(name, (input ?? {}) as Record<string, unknown>);
  const headers = new Headers();
  if (token) headers.set('token', token);
  if (key) headers.set('Idempotency-Key', key);
  if (body !== undefined) headers.set('Content-Type', 'application/json; charset=utf-8');
  const asked = fetch(url + path, {
    method,
    headers,
    body: body ?? null,
    signal: signal ?? null,
    credentials: 'omit',
    cache: 'no-store',
  });
  return reached(asked, signal);
}

/** A failure of the network becomes Unreachable; one who asked to stop gets the reason of the signal. */
export async function reached<T>(answer: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new Unreachable(cause);
  }
}

/** The error of an answer that is one. */
export function errorOf(response: Pick<Response, 'status' | 'headers'>, answer: string): AppError {
  const body = answer.startsWith('{') ? bodyOf(answer) : null;
  if (typeof body !== 'object' || body === null || !('detail' in body)) {
    return response.status === 502 || response.status === 504
      ? new Unreachable()
      : new AppError(response.status === 503 ? 'unavailable' : 'server_error');
  }
  const seconds = Number(response.headers.get('Retry-After'));
  return AppError.fromBody(seconds > 0 ? { retry_after: seconds, ...body } : body);
}

async function call(
  options: HttpOptions,
  name: Name,
  input: unknown,
  presented: Presented,
): Promise<unknown> {
  const response = await ask(options, name, input, presented);
  const answer = await reached(response.text(), presented.signal);
  if (!response.ok) throw errorOf(response, answer);
  const value = bodyOf(answer);
  // Something between us and the host answered in its place.
  if (value === undefined) throw new Unreachable();
  return value;
}

function connect(
  { url, WebSocket: Socket = WebSocket }: HttpOptions,
  token: string,
  place: Place | null,
  listener: LineListener,
): OpenLine {
  const address = new URL(`${url.replace(/^http/, 'ws')}/ws`);
  address.searchParams.set('token', token);
  if (place) {
    address.searchParams.set('since', String(place.seq));
    address.searchParams.set('log', place.log);
  }
  const socket = new Socket(address);
  socket.onmessage = ({ data }) => {
    if (typeof data === 'string') listener.frame(JSON.parse(data) as Frame);
  };
  // What failed is told by the close that follows.
  socket.onerror = () => undefined;
  socket.onclose = ({ code }) => listener.closed(code);
  return {
    command: (command) => {
      if (socket.readyState === Socket.OPEN) socket.send(JSON.stringify(command));
    },
    close: () => {
      socket.onmessage = socket.onclose = null;
      socket.close();
    },
  };
}

function bodyOf(answer: string): unknown {
  try {
    return JSON.parse(answer);
  } catch {
    return undefined;
  }
}
