import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Unreachable } from '../../shared/client/transport';
import { CONTENT_POLICY } from '../doors/content';
import { SECURITY_HEADERS } from '../doors/security-headers';
import { byteTargetOf, type WindowRequest } from '../doors/window-bytes';
import { toLocalUrls, headersOf, readText, type RemoteCommunity } from './remote-community';
import type { HostResponse } from './host';

/**
 * Forwards byte requests of the window (content with ranges, forms, resumable uploads) to the host of a remote
 * community, streaming both ways; null for other requests. Only expected response headers pass: security headers are
 * set by this program.
 */
export async function proxyBytes(
  community: RemoteCommunity,
  client: string,
  request: WindowRequest,
): Promise<Response | null> {
  const target = byteTargetOf(request);
  if (target === null) return null;
  const { pathname, search } = new URL(request.url);
  const body = request.body && Readable.fromWeb(request.body as ReadableStream);
  // The body of a rejected request is not read to its end.
  body?.on('error', () => undefined);
  const session = { token: request.headers.get('token'), address: '', userAgent: client };
  try {
    const answer = await community.host.request({
      method: request.method,
      path: pathname + search,
      headers: {
        ...headersOf(session),
        ...pickHeaders(REQUEST_HEADERS, (name) => request.headers.get(name)),
      },
      ...(body && { body }),
    });
    return target.kind === 'form'
      ? await toJsonResponse(answer)
      : toStreamResponse(answer, target.kind, request.method === 'HEAD');
  } catch (error) {
    body?.destroy();
    if (!(error instanceof Unreachable)) throw error;
    // The pages treat this as an unreachable host.
    return new Response(null, { status: 504, headers: { ...SECURITY_HEADERS, 'cache-control': 'no-store' } });
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

function toStreamResponse({ response }: HostResponse, kind: 'content' | 'upload', isHead: boolean): Response {
  const { statusCode: status = 0, headers } = response;
  if (!isExpectedStatus(status)) {
    response.destroy();
    throw new Unreachable();
  }
  const isBodiless = isHead || BODILESS.has(status);
  if (isBodiless) response.resume();
  return new Response(
    isBodiless ? null : (Readable.toWeb(response) as unknown as ConstructorParameters<typeof Response>[0]),
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
  const type = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
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
