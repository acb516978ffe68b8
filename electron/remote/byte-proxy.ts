import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Unreachable } from '../../shared/client/transport';
import { AppError } from '../../shared/errors';
import { CONTENT_POLICY } from '../doors/content';
import { SECURITY_HEADERS } from '../doors/security-headers';
import { byteTargetOf, type ByteTarget, type WindowRequest } from '../doors/window-bytes';
import { answerCached } from './content-cache/cached-response';
import { contentItemOf, type ContentItem } from './content-cache/content-item';
import type { PersonContent } from './content-cache/person-content';
import { headersOf, readText } from './host-requests';
import { toLocalUrls, type RemoteCommunity } from './remote-community';
import type { HostResponse } from './host';
import { proxyUpload, type PendingUploads } from './upload-proxy';

/**
 * Forwards byte requests of the window (content with ranges, forms, resumable uploads) to the host of a remote
 * community, streaming both ways; null for other requests. Only expected response headers pass: security headers are
 * set by this program. With `stored`, content is answered from the cache of the signed-in person, and stored there;
 * with `pending`, their uploads wait in the outbox while the host is away.
 */
export async function proxyBytes(
  community: RemoteCommunity,
  client: string,
  request: WindowRequest,
  stored: PersonContent | null = null,
  pending: PendingUploads | null = null,
): Promise<Response | null> {
  const target = byteTargetOf(request);
  if (target === null) return null;
  if (target.kind === 'upload' && pending)
    return proxyUpload(pending, client, request, target.id, () =>
      forward(community, client, request, target, stored, null),
    );
  if (target.kind !== 'content') return forward(community, client, request, target, stored, null);
  const item = contentItemOf({ kind: target.of, id: target.id }, new URL(request.url));
  const waiting = item && (await pending?.uploads.contentOf(item));
  if (item && waiting && 'file' in waiting) return answerCached(waiting.file, item, request);
  const atHost = item && waiting && 'hostId' in waiting ? { ...item, id: waiting.hostId } : item;
  return forward(community, client, request, target, stored, atHost);
}

/** `item` is the content that is asked for, if that can be stored. */
async function forward(
  community: RemoteCommunity,
  client: string,
  request: WindowRequest,
  target: ByteTarget,
  stored: PersonContent | null,
  item: ContentItem | null,
): Promise<Response> {
  const url = new URL(request.url);
  const content = stored && item && { stored, item };
  const cached = await content?.stored.answer(content.item, request);
  if (cached) return cached;
  const body = request.body && Readable.fromWeb(request.body as ReadableStream);
  // The body of a rejected request is not read to its end.
  body?.on('error', () => undefined);
  const session = { token: request.headers.get('token'), address: '', userAgent: client };
  try {
    const answer = await community.host.request({
      method: request.method,
      path: content ? await content.stored.pathOf(content.item, url) : url.pathname + url.search,
      headers: {
        ...headersOf(session),
        ...pickHeaders(REQUEST_HEADERS, (name) => request.headers.get(name)),
      },
      ...(body && { body }),
    });
    if (target.kind === 'form') return await toJsonResponse(answer);
    const isHead = request.method === 'HEAD';
    const { response } = answer;
    requireExpectedStatus(answer);
    const source = content && !isHead ? await content.stored.pass(content.item, response) : response;
    return toStreamResponse(answer, source, target.kind, isHead);
  } catch (error) {
    body?.destroy();
    if (!(error instanceof AppError)) throw error;
    if (!(error instanceof Unreachable)) return failureResponse(error.status, JSON.stringify(error.toBody()));
    // The pages treat a 504 as an unreachable host.
    return (await content?.stored.answerSimilar(content.item, request)) ?? failureResponse(504);
  }
}

/** Request headers that are forwarded. */
const REQUEST_HEADERS = [
  'content-type',
  'content-length',
  'range',
  'if-range',
  'if-none-match',
  'idempotency-key',
  'tus-resumable',
  'upload-length',
  'upload-offset',
  'upload-metadata',
  'upload-checksum',
];
/** Response headers that are forwarded. */
const RESPONSE_HEADERS = [
  'content-type',
  'content-length',
  'content-range',
  'content-disposition',
  'accept-ranges',
  'etag',
  'cache-control',
  'location',
  'retry-after',
  'tus-resumable',
  'tus-version',
  'tus-extension',
  'tus-max-size',
  'tus-checksum-algorithm',
  'upload-length',
  'upload-offset',
  'upload-expires',
  'upload-metadata',
];
/** Statuses without a body. */
const BODILESS = new Set([204, 304]);

function failureResponse(status: number, body: string | null = null): Response {
  const type = body !== null && { 'content-type': JSON_TYPE };
  return new Response(body, {
    status,
    headers: { ...SECURITY_HEADERS, ...type, 'cache-control': 'no-store' },
  });
}

const JSON_TYPE = 'application/json; charset=utf-8';

function requireExpectedStatus({ response }: HostResponse): void {
  if (isExpectedStatus(response.statusCode ?? 0)) return;
  response.destroy();
  throw new Unreachable();
}

/** `source` is the body, which may pass through the cache. */
function toStreamResponse(
  { response: { statusCode: status = 0, headers } }: HostResponse,
  source: Readable,
  kind: 'content' | 'upload',
  isHead: boolean,
): Response {
  const isBodiless = isHead || BODILESS.has(status);
  if (isBodiless) source.resume();
  return new Response(
    isBodiless ? null : (Readable.toWeb(source) as unknown as ConstructorParameters<typeof Response>[0]),
    {
      status,
      headers: {
        ...pickHeaders(RESPONSE_HEADERS, (name) => headers[name]),
        ...SECURITY_HEADERS,
        ...(kind === 'content' && { 'content-security-policy': CONTENT_POLICY }),
      },
    },
  );
}

/** Whether the interface uses a status; redirects are not followed. */
function isExpectedStatus(status: number): boolean {
  return (status >= 200 && status < 300) || status === 304 || (status >= 400 && status < 600);
}

async function toJsonResponse({ response, base }: HostResponse): Promise<Response> {
  const text = toLocalUrls(await readText(response), base);
  const { statusCode: status = 0, headers } = response;
  if (!isExpectedStatus(status) || BODILESS.has(status)) throw new Unreachable();
  const forwarded = pickHeaders(['retry-after', 'seq'], (name) => headers[name]);
  const type = { 'content-type': JSON_TYPE, 'cache-control': 'no-store' };
  return new Response(text, { status, headers: { ...forwarded, ...SECURITY_HEADERS, ...type } });
}

/** Copies those of the named headers that are present. */
function pickHeaders(
  names: readonly string[],
  valueOf: (name: string) => string | string[] | null | undefined,
): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = valueOf(name);
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}
