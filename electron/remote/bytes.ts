import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Unreachable } from '../../shared/client/transport';
import { NOTHING_RUNS } from '../doors/content';
import { SECURITY_HEADERS } from '../doors/security';
import { placeOfBytes, type WindowRequest } from '../doors/window-bytes';
import { fromHere, headersOf, textOf, type JoinedCommunity } from './community';
import type { HostAnswer } from './host';

/**
 * The bytes that go between the window and the host of a joined community: content with its ranges, forms and resumable
 * uploads, each handed on as it comes. Null where a request is about none of them. Of what the host answers only the headers
 * pass that such answers have: what runs in a page of ours is for this program to say.
 */
export async function answerJoinedBytes(
  community: JoinedCommunity,
  client: string,
  request: WindowRequest,
): Promise<Response | null> {
  const place = placeOfBytes(request);
  if (place === null) return null;
  const { pathname, search } = new URL(request.url);
  const body = request.body && Readable.fromWeb(request.body as ReadableStream);
  // What was refused before its end is not waited for.
  body?.on('error', () => undefined);
  const session = { token: request.headers.get('token'), address: '', userAgent: client };
  try {
    const answer = await community.host.ask({
      method: request.method,
      path: pathname + search,
      headers: { ...headersOf(session), ...passing(ASKED, (name) => request.headers.get(name)) },
      ...(body && { body }),
    });
    return place.kind === 'form'
      ? await answerJson(answer)
      : answerStream(answer, place.kind, request.method === 'HEAD');
  } catch (error) {
    body?.destroy();
    if (!(error instanceof Unreachable)) throw error;
    // So the pages know a host that does not answer.
    return new Response(null, { status: 504, headers: { ...SECURITY_HEADERS, 'cache-control': 'no-store' } });
  }
}

/** Headers that pass to a host ... */
const ASKED = [
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
/** ... and back. */
const ANSWERED = [
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
/** Answers that have no body, by HTTP. */
const BODILESS = new Set([204, 304]);

function answerStream({ response }: HostAnswer, kind: 'content' | 'upload', isHead: boolean): Response {
  const { statusCode: status = 0, headers } = response;
  if (!isAnswer(status)) {
    response.destroy();
    throw new Unreachable();
  }
  const isBodiless = isHead || BODILESS.has(status);
  if (isBodiless) response.resume();
  return new Response(isBodiless ? null : (Readable.toWeb(response) as unknown as BodyInit), {
    status,
    headers: {
      ...passing(ANSWERED, (name) => headers[name]),
      ...SECURITY_HEADERS,
      ...(kind === 'content' && { 'content-security-policy': NOTHING_RUNS }),
    },
  });
}

/** Whether a status is one that this interface has: nobody is sent elsewhere. */
function isAnswer(status: number): boolean {
  return (status >= 200 && status < 300) || status === 304 || (status >= 400 && status < 600);
}

async function answerJson({ response, base }: HostAnswer): Promise<Response> {
  const text = fromHere(await textOf(response), base);
  const { statusCode: status = 0, headers } = response;
  if (!isAnswer(status) || BODILESS.has(status)) throw new Unreachable();
  const wait = passing(['retry-after'], (name) => headers[name]);
  const type = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
  return new Response(text, { status, headers: { ...wait, ...SECURITY_HEADERS, ...type } });
}

/** Those of the named headers that there are. */
function passing(
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
