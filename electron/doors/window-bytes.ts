import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { Logger } from 'pino';
import { endpointOf, names, type Name } from '../../shared/contract';
import { splitRoute, type UploadSpec } from '../../shared/contract/endpoint';
import { AppError } from '../../shared/errors';
import type { Service } from '../service';
import { answerContent } from './content';
import { failureOf } from './failures';
import { isForm } from './multipart';
import { SECURITY_HEADERS } from './security';
import { answerTus, TUS_ANSWER_HEADERS, tusStatusOf } from './tus';
import { answerUpload } from './uploads';

/** What of a web request is looked at. */
export type WindowRequest = Pick<Request, 'url' | 'method' | 'headers' | 'body'>;

/**
 * The bytes that go between the window and the service, for which its calls are too narrow: signed addresses of content,
 * forms that hold bytes, and resumable uploads. Null where a request is about none of them.
 */
export async function answerBytes(
  service: Pick<Service, 'answer' | 'receive' | 'content' | 'resumable'>,
  client: string,
  request: WindowRequest,
  logger: Logger,
): Promise<Response | null> {
  const place = placeOfBytes(request);
  if (place === null) return null;
  if (place.kind === 'upload') return answerPiece(service, client, request, place.id, logger);
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const headers = Object.fromEntries(request.headers);
  try {
    if (place.kind === 'form') return await answerForm(service, client, request, place.taker, query);
    const isHead = request.method === 'HEAD';
    const answer = await answerContent(service, { kind: place.of, id: place.id, query, headers, isHead });
    const body =
      answer.body && (Readable.toWeb(answer.body) as unknown as ConstructorParameters<typeof Response>[0]);
    return new Response(body, { status: answer.status, headers: answer.headers });
  } catch (error) {
    const failure = failureOf(error, logger);
    return jsonOf(failure.toBody(), failure.status);
  }
}

/** What a request for bytes is about. */
export type PlaceOfBytes =
  | { kind: 'upload'; id: string }
  | { kind: 'form'; taker: Taker }
  | { kind: 'content'; of: string; id: string };

/** Where the bytes of a request come from or go to; null where it is about none. */
export function placeOfBytes({ url, method }: Pick<WindowRequest, 'url' | 'method'>): PlaceOfBytes | null {
  const { pathname } = new URL(url);
  const [isUpload, upload = ''] = UPLOAD_PATH.exec(pathname) ?? [];
  if (isUpload && (upload ? UPLOAD_METHODS.one : UPLOAD_METHODS.all).includes(method))
    return { kind: 'upload', id: upload };
  const taker = method === 'POST' ? takers.get(pathname) : undefined;
  if (taker) return { kind: 'form', taker };
  const [, of, id] = CONTENT_PATH.exec(pathname) ?? [];
  const isRead = method === 'GET' || method === 'HEAD';
  return of !== undefined && id !== undefined && isRead ? { kind: 'content', of, id } : null;
}

/** The path of a signed address: `/content/KIND/ID/NAME`. */
const CONTENT_PATH = /^\/content\/([^/]+)\/([^/]+)\/[^/]+$/;

/** Where resumable uploads are made, and the path of one of them. */
const UPLOAD_PATH = /^\/uploads(?:\/([^/]+))?$/;
const UPLOAD_METHODS = { all: ['POST', 'OPTIONS'], one: ['HEAD', 'PATCH', 'DELETE', 'OPTIONS'] };

interface Taker {
  name: Name;
  upload: UploadSpec;
}

/** The operations that take bytes, by their paths. */
const takers = new Map<string, Taker>(
  names.flatMap((name) => {
    const { http, upload } = endpointOf(name);
    return upload ? [[splitRoute(http).path, { name, upload }]] : [];
  }),
);

async function answerForm(
  service: Pick<Service, 'answer' | 'receive'>,
  client: string,
  { headers, body }: WindowRequest,
  { name, upload }: Taker,
  address: Record<string, string>,
): Promise<Response> {
  const type = headers.get('content-type') ?? undefined;
  if (!isForm(type) || body === null) throw new AppError('invalid_type');
  const length = headers.get('content-length');
  const { value, seq } = await answerUpload(service, {
    name,
    upload,
    session: { token: headers.get('token'), address: '', userAgent: client },
    type,
    length: length === null ? undefined : Number(length),
    source: Readable.fromWeb(body as ReadableStream),
    address,
    key: headers.get('idempotency-key') ?? undefined,
  });
  return jsonOf(value, 200, seq === undefined ? {} : { seq: String(seq) });
}

async function answerPiece(
  { resumable }: Pick<Service, 'resumable'>,
  client: string,
  { method, headers, body }: WindowRequest,
  id: string,
  logger: Logger,
): Promise<Response> {
  const session = { token: headers.get('token'), address: '', userAgent: client };
  const source = body && Readable.fromWeb(body as ReadableStream);
  // What was refused before its end is not waited for.
  source?.on('error', () => undefined);
  try {
    const given = Object.fromEntries(headers);
    const answer = await answerTus(resumable, { method, id, headers: given, session, source });
    const said = { ...SECURITY_HEADERS, ...TUS_ANSWER_HEADERS, ...answer.headers };
    return new Response(null, { status: answer.status, headers: said });
  } catch (error) {
    source?.destroy();
    const failure = failureOf(error, logger);
    return jsonOf(failure.toBody(), tusStatusOf(failure), TUS_ANSWER_HEADERS);
  }
}

function jsonOf(value: unknown, status: number, said: Record<string, string> = {}): Response {
  const headers = {
    ...SECURITY_HEADERS,
    ...said,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  };
  return new Response(JSON.stringify(value), { status, headers });
}
