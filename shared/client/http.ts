import type { Name } from '../contract';
import { AppError } from '../errors';
import type { Frame } from '../events';
import { parseJson } from '../parse-json';
import { requestOf } from './request';
import {
  SOCKET_PROTOCOL,
  TOKEN_REVOKED,
  Unreachable,
  type Cursor,
  type EventSocket,
  type EventSocketListener,
  type RequestOptions,
  type Transport,
  type TransportAnswer,
} from './transport';

/** The address of a host, and the WebSocket implementation to use. */
export interface HttpOptions {
  /** The base URL, without a trailing slash. */
  url: string;
  /** The WebSocket constructor on platforms without one (Node before 22). */
  WebSocket?: typeof WebSocket;
  /**
   * Whether the host is of this version, as that of a page is: then the token of a socket is one of its protocols instead
   * of a part of its address, which a proxy may write to its log.
   */
  isSameVersion?: boolean;
  /** Whether requests must outlive the page (`keepalive`), which browsers allow for small ones. */
  isLeaving?: () => boolean;
}

/** Creates the transport over HTTP: fetch for calls, and a WebSocket for events. */
export function httpTransport(options: HttpOptions): Transport {
  return {
    call: (name, input, request) => call(options, name, input, request),
    connect: (token, cursor, listener) => connect(options, token, cursor, listener),
  };
}

/** Sends a request and returns the response, whatever its status. Throws Unreachable if no response came. */
export function sendRequest(
  { url, isLeaving }: Pick<HttpOptions, 'url' | 'isLeaving'>,
  name: Name,
  input: unknown,
  { token, key, signal }: RequestOptions,
): Promise<Response> {
  const request = requestOf(name, (input ?? {}) as Record<string, unknown>);
  const { method, path, body } = request;
  const headers = new Headers(request.headers);
  if (token) headers.set('token', token);
  if (key) headers.set('Idempotency-Key', key);
  if (body !== undefined) headers.set('Content-Type', 'application/json; charset=utf-8');
  const response = fetch(url + path, {
    method,
    headers,
    body: body ?? null,
    signal: signal ?? null,
    credentials: 'omit',
    cache: 'no-store',
    keepalive: isLeaving?.() ?? false,
  });
  return mapNetworkError(response, signal);
}

/** Throws Unreachable if a request fails in the network, or the reason of the signal if the caller cancelled it. */
export async function mapNetworkError<T>(response: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  try {
    return await response;
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new Unreachable(cause);
  }
}

/** Returns the error that an error response with this text stands for. */
export function errorOf(response: Pick<Response, 'status' | 'headers'>, text: string): AppError {
  const body = text.startsWith('{') ? parseJson(text) : null;
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
  const response = await sendRequest(options, name, input, request);
  const answer = await mapNetworkError(response.text(), request.signal);
  if (!response.ok) throw errorOf(response, answer);
  const value = parseJson(answer);
  // The response comes from a proxy between this client and the host.
  if (value === undefined) throw new Unreachable();
  return { value, seq: parseSeq(response.headers.get('Seq')) };
}

/** Returns the event number from a response's `Seq` header; undefined if it is missing or invalid. */
export function parseSeq(header: string | null): number | undefined {
  return header !== null && /^\d{1,15}$/.test(header) ? Number(header) : undefined;
}

function connect(
  options: HttpOptions,
  token: string,
  cursor: Cursor | null,
  listener: EventSocketListener,
): EventSocket {
  const { url, isSameVersion = false, WebSocket: Socket = WebSocket } = options;
  const address = new URL(`${url.replace(/^http/, 'ws')}/ws`);
  if (!isSameVersion) address.searchParams.set('token', token);
  address.searchParams.set('v', '2');
  if (cursor) {
    address.searchParams.set('since', String(cursor.seq));
    address.searchParams.set('log', cursor.log);
  }
  const socket = new Socket(address, isSameVersion ? [SOCKET_PROTOCOL, token] : []);
  socket.onmessage = ({ data }) => {
    const frame = typeof data === 'string' ? parseJson(data) : undefined;
    // Something between this client and the host speaks in its place.
    if (frame === undefined) socket.close();
    else listener.onFrame(frame as Frame);
  };
  // An error is always followed by a close event.
  socket.onerror = () => undefined;
  const disposed = new AbortController();
  let wasOpen = false;
  socket.onopen = () => (wasOpen = true);
  socket.onclose = async ({ code }) => {
    // Browsers don't say with which status a host refused a socket.
    const isRevoked = !wasOpen && (await isTokenRevoked(options, token, disposed.signal));
    if (!disposed.signal.aborted) listener.onClose(isRevoked ? TOKEN_REVOKED : code);
  };
  return {
    send: (command) => {
      if (socket.readyState === Socket.OPEN) socket.send(JSON.stringify(command));
    },
    close: () => {
      disposed.abort();
      socket.onmessage = socket.onclose = null;
      socket.close();
    },
  };
}

/** Whether the host says that it doesn't accept the token; false if it doesn't answer. */
async function isTokenRevoked(options: HttpOptions, token: string, signal: AbortSignal): Promise<boolean> {
  try {
    await call(options, 'people.me', {}, { token, signal });
    return false;
  } catch (error) {
    return error instanceof AppError && error.code === 'auth_failed';
  }
}
