import type { IncomingMessage } from 'node:http';
import { errorOf, parseSeq } from '../../shared/client/http';
import { requestOf } from '../../shared/client/request';
import { Unreachable } from '../../shared/client/transport';
import { endpointOf, type Name, type Output } from '../../shared/contract';
import type { Download } from '../../shared/contract/media/download';
import { AppError } from '../../shared/errors';
import { safeFileName } from '../../shared/file-names';
import { parseJson } from '../../shared/parse-json';
import type { HostUploads } from '../outbox/upload-sender';
import type { Answer, ConnectionHandle, ConnectionOptions, Session } from '../service';
import type { CommunityHost } from './host';
import { SocketRefusedError } from './host-connections';
import { headersOf, readText } from './host-requests';
import { hostUploads } from './host-uploads';

/**
 * A community hosted elsewhere, with the same interface as the local service: URLs in answers are rewritten so that
 * they point to this program.
 */
export class RemoteCommunity {
  readonly id: string;
  readonly host: CommunityHost;
  readonly #onCommunity: (record: unknown) => void;

  /** `onCommunity` receives every community record the host sends, unvalidated. */
  constructor(id: string, host: CommunityHost, onCommunity: (record: unknown) => void) {
    this.id = id;
    this.host = host;
    this.#onCommunity = onCommunity;
  }

  /** Performs a call over the network. Throws the host's AppError, or Unreachable if there is no answer. */
  async call<N extends Name>(session: Session, name: N, input: unknown, key?: string): Promise<Output<N>> {
    return (await this.answer(session, name, input, key)).value;
  }

  /** Like `call`, with the number of the host's event log at which it was read. */
  async answer<N extends Name>(
    session: Session,
    name: N,
    input: unknown,
    key?: string,
  ): Promise<Answer<Output<N>>> {
    const { method, path, body, headers: fields } = requestOf(name, toFields(input));
    const headers = {
      ...fields,
      ...headersOf(session),
      ...(key !== undefined && { 'idempotency-key': key }),
    };
    const { response, base } = await this.host.request({
      method,
      path,
      headers: body === undefined ? headers : { ...headers, 'content-type': JSON_TYPE },
      ...(body !== undefined && { body }),
    });
    if (endpointOf(name).download !== undefined && isOk(response))
      return { value: downloadOf(response) as Output<N> };
    const answer = await readText(response);
    if (!isOk(response)) throw parseError(response, answer);
    const value = parseAnswer(toLocalUrls(answer, base));
    if (name === 'community.get') this.#onCommunity(value);
    return { value: value as Output<N>, seq: seqOf(response) };
  }

  /** Resumable uploads of a person. */
  uploads(session: Session): HostUploads {
    return hostUploads(this.host, session);
  }

  /** The host may be gone: requests that it leaves without an answer for some seconds fail, and may be repeated. */
  endSilentConnections(): void {
    this.host.endSilent(SILENCE_MS);
  }

  /** Opens an event connection; throws `auth_failed` for an invalid token and Unreachable if there is no host. */
  async connect(session: Session, { since, log, send, close }: ConnectionOptions): Promise<ConnectionHandle> {
    const query = new URLSearchParams({
      v: '2',
      ...(since !== undefined && { since: String(since) }),
      ...(log !== undefined && { log }),
    });
    const { socket, base } = await this.host.open(`/ws?${query}`, headersOf(session)).catch(toConnectError);
    let isClosed = false;
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary || isClosed) return;
      const text = toLocalUrls(data.toString(), base);
      const frame = parseFrame(text);
      // A host that sends invalid frames is broken or not ours: the connection is restarted.
      if (!frame) return socket.terminate();
      if (frame.Type === 'community') this.#onCommunity(frame.Community);
      send(text);
    });
    // An error is followed by a close.
    socket.on('error', () => undefined);
    socket.once('close', (code) => {
      if (!isClosed) close(code, '');
      isClosed = true;
    });
    socket.resume();
    return {
      command: (command) => {
        if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(command));
      },
      close: () => {
        isClosed = true;
        socket.close();
      },
      // The WebSocket answers the host's pings itself.
      touch: () => undefined,
    };
  }
}

/** Rewrites the host's content URLs in JSON to paths, which the window requests from its own scheme. */
export function toLocalUrls(json: string, base: string): string {
  return json.replaceAll(`"Url":"${base}/content/`, '"Url":"/content/');
}

/** A reachable host sends or accepts data within this many milliseconds, except during a long call. */
const SILENCE_MS = 5_000;
const JSON_TYPE = 'application/json; charset=utf-8';
function isOk({ statusCode = 0 }: IncomingMessage): boolean {
  return statusCode >= 200 && statusCode < 300;
}

function parseError({ statusCode = 0, headers }: IncomingMessage, answer: string): AppError {
  const wait = headers['retry-after'];
  return errorOf(
    { status: statusCode, headers: new Headers(wait === undefined ? {} : { 'retry-after': wait }) },
    answer,
  );
}

/** Something other than a host answered, such as a captive portal. */
function parseAnswer(answer: string): unknown {
  try {
    return JSON.parse(answer);
  } catch (cause) {
    throw new Unreachable(cause);
  }
}

/** Parses the common part of all frames; null for anything else. */
function parseFrame(text: string): { Type: string; Community?: unknown } | null {
  const value = parseJson(text) as { Type?: unknown } | null | undefined;
  return typeof value?.Type === 'string' ? { ...value, Type: value.Type } : null;
}

function downloadOf(response: IncomingMessage): Download {
  const [, name = ''] = /filename="([^"]+)"/.exec(response.headers['content-disposition'] ?? '') ?? [];
  return { Name: safeFileName(name), Type: response.headers['content-type'] ?? '', Bytes: response };
}

function toConnectError(error: unknown): never {
  if (!(error instanceof SocketRefusedError)) throw error;
  throw error.status === 401 ? new AppError('auth_failed') : new Unreachable(error);
}

function seqOf({ headers: { seq } }: IncomingMessage): number | undefined {
  return parseSeq(typeof seq === 'string' ? seq : null);
}

/** Input from a page is not validated here; the host does it. */
function toFields(input: unknown): Record<string, unknown> {
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? { ...input } : {};
}
