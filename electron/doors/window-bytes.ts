import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { Logger } from 'pino';
import { endpointOf, names, type Name } from '../../shared/contract';
import { splitRoute, type Upload } from '../../shared/contract/endpoint';
import { AppError } from '../../shared/errors';
import type { Service } from '../service';
import { answerContent } from './content';
import { failureOf } from './failures';
import { isForm } from './multipart';
import { SECURITY_HEADERS } from './security';
import { answerUpload } from './uploads';

/** What of a web request is looked at. */
export type WindowRequest = Pick<Request, 'url' | 'method' | 'headers' | 'body'>;

/**
 * The bytes that go between the window and the service, for which its calls are too narrow: signed addresses of content,
 * and forms that hold bytes. Null where a request is about neither.
 */
export async function answerBytes(
  service: Pick<Service, 'call' | 'receive' | 'content'>,
  client: string,
  request: WindowRequest,
  logger: Logger,
): Promise<Response | null> {
  const { pathname, searchParams } = new URL(request.url);
  const [, kind, id] = CONTENT_PATH.exec(pathname) ?? [];
  const taking = request.method === 'POST' ? takers.get(pathname) : undefined;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (taking === undefined && (kind === undefined || id === undefined || !isRead)) return null;
  const query = Object.fromEntries(searchParams);
  const headers = Object.fromEntries(request.headers);
  try {
    if (taking) return await answerForm(service, client, request, taking, query);
    const isHead = request.method === 'HEAD';
    const answer = await answerContent(service, { kind: kind ?? '', id: id ?? '', query, headers, isHead });
    const body = answer.body && (Readable.toWeb(answer.body) as unknown as BodyInit);
    return new Response(body, { status: answer.status, headers: answer.headers });
  } catch (error) {
    const failure = failureOf(error, logger);
    return jsonOf(failure.toBody(), failure.status);
  }
}

/** The path of a signed address: `/content/KIND/ID/NAME`. */
const CONTENT_PATH = /^\/content\/([^/]+)\/([^/]+)\/[^/]+$/;

interface Taker {
  name: Name;
  upload: Upload;
}

/** The operations that take bytes, by their paths. */
const takers = new Map<string, Taker>(
  names.flatMap((name) => {
    const { http, upload } = endpointOf(name);
    return upload ? [[splitRoute(http).path, { name, upload }]] : [];
  }),
);

async function answerForm(
  service: Pick<Service, 'call' | 'receive'>,
  client: string,
  { headers, body }: WindowRequest,
  { name, upload }: Taker,
  address: Record<string, string>,
): Promise<Response> {
  const type = headers.get('content-type') ?? undefined;
  if (!isForm(type) || body === null) throw new AppError('invalid_type');
  const length = headers.get('content-length');
  const result = await answerUpload(service, {
    name,
    upload,
    session: { token: headers.get('token'), address: '', client },
    type,
    length: length === null ? undefined : Number(length),
    source: Readable.fromWeb(body as ReadableStream),
    address,
    key: headers.get('idempotency-key') ?? undefined,
  });
  return jsonOf(result, 200);
}

function jsonOf(value: unknown, status: number): Response {
  const headers = {
    ...SECURITY_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  };
  return new Response(JSON.stringify(value), { status, headers });
}
