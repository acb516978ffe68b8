import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { Logger } from 'pino';
import { endpointOf, names, type Name } from '../../shared/contract';
import type { UploadSpec } from '../../shared/contract/endpoint';
import { splitRoute } from '../../shared/contract/http-routes';
import { AppError } from '../../shared/errors';
import type { Service } from '../service';
import { answerContent } from './content';
import { toAppError } from './error-responses';
import { isForm } from './multipart';
import { SECURITY_HEADERS } from './security-headers';
import { answerTus, TUS_ANSWER_HEADERS, tusStatusOf } from './tus';
import { answerUpload } from './uploads';

/** The used parts of a web request. */
export type WindowRequest = Pick<Request, 'url' | 'method' | 'headers' | 'body'>;

/**
 * Handles byte requests of the window: signed content URLs, forms with files, and resumable uploads; null for other
 * requests.
 */
export async function answerBytes(
  service: Pick<Service, 'answer' | 'receive' | 'content' | 'resumable'>,
  client: string,
  request: WindowRequest,
  logger: Logger,
): Promise<Response | null> {
  const target = byteTargetOf(request);
  if (target === null) return null;
  if (target.kind === 'upload') return answerResumable(service, client, request, target.id, logger);
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const headers = Object.fromEntries(request.headers);
  try {
    if (target.kind === 'form') return await answerForm(service, client, request, target.operation, query);
    const isHead = request.method === 'HEAD';
    const answer = await answerContent(service, { kind: target.of, id: target.id, query, headers, isHead });
    const body =
      answer.body && (Readable.toWeb(answer.body) as unknown as ConstructorParameters<typeof Response>[0]);
    return new Response(body, { status: answer.status, headers: answer.headers });
  } catch (error) {
    const failure = toAppError(error, logger);
    return jsonResponse(failure.toBody(), failure.status);
  }
}

/** What a byte request refers to. */
export type ByteTarget =
  | { kind: 'upload'; id: string }
  | { kind: 'form'; operation: UploadOperation }
  | { kind: 'content'; of: string; id: string };

/** The target of a byte request; null for other requests. */
export function byteTargetOf({ url, method }: Pick<WindowRequest, 'url' | 'method'>): ByteTarget | null {
  const { pathname } = new URL(url);
  const [isUpload, upload = ''] = UPLOAD_PATH.exec(pathname) ?? [];
  if (isUpload && (upload ? UPLOAD_METHODS.one : UPLOAD_METHODS.all).includes(method))
    return { kind: 'upload', id: upload };
  const operation = method === 'POST' ? uploadOperations.get(pathname) : undefined;
  if (operation) return { kind: 'form', operation };
  const [, of, id] = CONTENT_PATH.exec(pathname) ?? [];
  const isRead = method === 'GET' || method === 'HEAD';
  return of !== undefined && id !== undefined && isRead ? { kind: 'content', of, id } : null;
}

/** Path of a signed content URL: `/content/KIND/ID/NAME`. */
const CONTENT_PATH = /^\/content\/([^/]+)\/([^/]+)\/[^/]+$/;

/** Paths for creating and continuing resumable uploads. */
const UPLOAD_PATH = /^\/uploads(?:\/([^/]+))?$/;
const UPLOAD_METHODS = { all: ['POST', 'OPTIONS'], one: ['HEAD', 'PATCH', 'DELETE', 'OPTIONS'] };

interface UploadOperation {
  name: Name;
  upload: UploadSpec;
}

/** Upload operations by path. */
const uploadOperations = new Map<string, UploadOperation>(
  names.flatMap((name) => {
    const { http, upload } = endpointOf(name);
    return upload ? [[splitRoute(http).path, { name, upload }]] : [];
  }),
);

async function answerForm(
  service: Pick<Service, 'answer' | 'receive'>,
  client: string,
  { headers, body }: WindowRequest,
  { name, upload }: UploadOperation,
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
  return jsonResponse(value, 200, seq === undefined ? {} : { seq: String(seq) });
}

/** Answers a request for resumable uploads. */
export async function answerResumable(
  { resumable }: Pick<Service, 'resumable'>,
  client: string,
  { method, headers, body }: WindowRequest,
  id: string,
  logger: Logger,
): Promise<Response> {
  const session = { token: headers.get('token'), address: '', userAgent: client };
  const source = body && Readable.fromWeb(body as ReadableStream);
  // The body of a rejected request is not read to its end.
  source?.on('error', () => undefined);
  try {
    const given = Object.fromEntries(headers);
    const answer = await answerTus(resumable, { method, id, headers: given, session, source });
    const responseHeaders = { ...SECURITY_HEADERS, ...TUS_ANSWER_HEADERS, ...answer.headers };
    return new Response(null, { status: answer.status, headers: responseHeaders });
  } catch (error) {
    source?.destroy();
    const failure = toAppError(error, logger);
    return jsonResponse(failure.toBody(), tusStatusOf(failure), TUS_ANSWER_HEADERS);
  }
}

function jsonResponse(value: unknown, status: number, extraHeaders: Record<string, string> = {}): Response {
  const headers = {
    ...SECURITY_HEADERS,
    ...extraHeaders,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  };
  return new Response(JSON.stringify(value), { status, headers });
}
