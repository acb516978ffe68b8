import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { errorOf } from '../../shared/client/http';
import { requestOf } from '../../shared/client/request';
import { Unreachable } from '../../shared/client/transport';
import { endpointOf, type Name, type Output } from '../../shared/contract';
import type { Download } from '../../shared/contract/download';
import { AppError } from '../../shared/errors';
import { savedName } from '../../shared/file-names';
import type { ConnectionHandle, ConnectionOptions, Session } from '../service';
import { Refused, type CommunityHost } from './host';

/**
 * A community that is hosted elsewhere, for this program's doors: it is asked as the own service is, and what it answers is
 * as if it came from here.
 */
export class JoinedCommunity {
  readonly id: string;
  readonly host: CommunityHost;
  readonly #onread: (said: unknown) => void;

  /** `onread` is told whatever the community says of itself, whoever asked; it is unchecked. */
  constructor(id: string, host: CommunityHost, onread: (said: unknown) => void) {
    this.id = id;
    this.host = host;
    this.#onread = onread;
  }

  /** One call over the network. Throws AppError as the host answered it; Unreachable where no answer came. */
  async call<N extends Name>(session: Session, name: N, input: unknown, key?: string): Promise<Output<N>> {
    const { method, path, body } = requestOf(name, fieldsOf(input));
    const headers = { ...headersOf(session), ...(key !== undefined && { 'idempotency-key': key }) };
    const { response, base } = await this.host.ask({
      method,
      path,
      headers: body === undefined ? headers : { ...headers, 'content-type': JSON_TYPE },
      ...(body !== undefined && { body }),
    });
    if (endpointOf(name).download !== undefined && isGood(response)) return downloadOf(response) as Output<N>;
    const answer = await textOf(response);
    if (!isGood(response)) throw errorIn(response, answer);
    const value = parsed(fromHere(answer, base));
    if (name === 'community.get') this.#onread(value);
    return value as Output<N>;
  }

  /** Opens a line for events; throws `auth_failed` where the token is no good, Unreachable where there is no host. */
  async connect(session: Session, { since, log, send, close }: ConnectionOptions): Promise<ConnectionHandle> {
    const place = new URLSearchParams({
      ...(since !== undefined && { since: String(since) }),
      ...(log !== undefined && { log }),
    });
    const { socket, base } = await this.host.open(`/ws?${place}`, headersOf(session)).catch(refusalOf);
    let isClosed = false;
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary || isClosed) return;
      const text = fromHere(data.toString(), base);
      const frame = frameIn(text);
      // Whoever speaks so is no host of ours, or a broken one: the line begins anew.
      if (!frame) return socket.terminate();
      if (frame.Type === 'community') this.#onread(frame.Community);
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
      // The socket itself answers its host.
      touch: () => undefined,
    };
  }
}

/** What a request says of who asks. */
export function headersOf({ token, userAgent: client }: Session): OutgoingHttpHeaders {
  return { 'user-agent': client, accept: '*/*', ...(token !== null && { token }) };
}

/** The addresses of the host's content in JSON, as the window asks for them: from its own scheme. */
export function fromHere(json: string, base: string): string {
  return json.replaceAll(`"Url":"${base}/content/`, '"Url":"/content/');
}

/** The whole body of an answer. Throws Unreachable where it breaks off, or does not end. */
export async function textOf(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of response as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > LARGEST) throw new Error('the answer does not end');
      pieces.push(piece);
    }
  } catch (cause) {
    response.destroy();
    throw new Unreachable(cause);
  }
  return Buffer.concat(pieces).toString();
}

const JSON_TYPE = 'application/json; charset=utf-8';
/** Bytes of an answer in JSON. */
const LARGEST = 64 * 1024 * 1024;

function isGood({ statusCode = 0 }: IncomingMessage): boolean {
  return statusCode >= 200 && statusCode < 300;
}

function errorIn({ statusCode = 0, headers }: IncomingMessage, answer: string): AppError {
  const wait = headers['retry-after'];
  return errorOf(
    { status: statusCode, headers: new Headers(wait === undefined ? {} : { 'retry-after': wait }) },
    answer,
  );
}

/** Something that is not of the contract answered in the host's place. */
function parsed(answer: string): unknown {
  try {
    return JSON.parse(answer);
  } catch (cause) {
    throw new Unreachable(cause);
  }
}

/** A frame as far as every one has the same form; null for anything else. */
function frameIn(text: string): { Type: string; Community?: unknown } | null {
  try {
    const value = JSON.parse(text) as { Type?: unknown } | null;
    return typeof value?.Type === 'string' ? { ...value, Type: value.Type } : null;
  } catch {
    return null;
  }
}

function downloadOf(response: IncomingMessage): Download {
  const [, name = ''] = /filename="([^"]+)"/.exec(response.headers['content-disposition'] ?? '') ?? [];
  return { Name: savedName(name), Type: response.headers['content-type'] ?? '', Bytes: response };
}

function refusalOf(error: unknown): never {
  if (!(error instanceof Refused)) throw error;
  throw error.status === 401 ? new AppError('auth_failed') : new Unreachable(error);
}

/** What a page gives is unchecked; the host checks it. */
function fieldsOf(input: unknown): Record<string, unknown> {
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? { ...input } : {};
}
