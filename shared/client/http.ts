import type { Name } from '../contract';
import { AppError } from '../errors';
import type { Frame } from '../events';
import { requestOf } from './request';
import {
  Unreachable,
  type Cursor,
  type EventSocket,
  type EventSocketListener,
  type RequestOptions,
  type Transport,
  type TransportAnswer,
} from './transport';

/** Where a host is, and what speaks to it. */
export interface HttpOptions {
  /** The beginning of its addresses, without a slash at the end. */
  url: string;
  /** What opens sockets where the platform has nothing of the name (Node before 22). */
  WebSocket?: typeof WebSocket;
}

/** The transport over the network: fetch, and a WebSocket for events. */
export function httpTransport(options: HttpOptions): Transport {
  return {
    call: (name, input, request) => call(options, name, input, request),
    connect: (token, cursor, listener) => connect(options, token, cursor, listener),
  };
}

/** Asks and gives the answer, whatever it is. Throws Unreachable where none came. */
export function ask(
  { url }: Pick<HttpOptions, 'url'>,
  name: Name,
  input: unknown,
  { token, key, signal }: RequestOptions,
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
  request: RequestOptions,
): Promise<TransportAnswer> {
  const response = await ask(options, name, input, request);
  const answer = await reached(response.text(), request.signal);
  if (!response.ok) throw errorOf(response, answer);
  const value = bodyOf(answer);
  // Something between us and the host answered in its place.
  if (value === undefined) throw new Unreachable();
  return { value, seq: parseSeq(response.headers.get('Seq')) };
}

/** The event number in an answer's header `Seq`; undefined where there is none. */
export function parseSeq(header: string | null): number | undefined {
  return header !== null && /^\d{1,15}$/.test(header) ? Number(header) : undefined;
}

function connect(
  { url, WebSocket: Socket = WebSocket }: HttpOptions,
  token: string,
  cursor: Cursor | null,
  listener: EventSocketListener,
): EventSocket {
  const address = new URL(`${url.replace(/^http/, 'ws')}/ws`);
  address.searchParams.set('token', token);
  if (cursor) {
    address.searchParams.set('since', String(cursor.seq));
    address.searchParams.set('log', cursor.log);
  }
  const socket = new Socket(address);
  socket.onmessage = ({ data }) => {
    if (typeof data === 'string') listener.onFrame(JSON.parse(data) as Frame);
  };
  // A failure is followed by a close.
  socket.onerror = () => undefined;
  socket.onclose = ({ code }) => listener.onClose(code);
  return {
    send: (command) => {
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
