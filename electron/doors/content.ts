import type { Readable } from 'node:stream';
import type { Service } from '../service';
import { parseRange } from './byte-ranges';
import { dispositionOf } from './content-disposition';
import { SECURITY_HEADERS } from './security-headers';
import { unixNow } from '../unix-time';

/** A request for content, independent of the door. */
export interface ContentHttpRequest {
  kind: string;
  id: string;
  /** Parsed query string. */
  query: Record<string, unknown>;
  headers: Record<string, string | string[] | undefined>;
  isHead: boolean;
}

/** An HTTP response. */
export interface ContentResponse {
  status: 200 | 206 | 304 | 416;
  headers: Record<string, string>;
  body: Readable | null;
}

/**
 * Answers a signed content URL with the whole content, one range, or 304. Types that a browser could execute are sent
 * as attachments. Throws the service's errors.
 */
export async function answerContent(
  service: Pick<Service, 'content'>,
  { kind, id, query, headers, isHead }: ContentHttpRequest,
): Promise<ContentResponse> {
  const found = await service.content({
    kind,
    id,
    exp: textOf(query['exp']),
    sig: textOf(query['sig']),
    size: query['size'] === undefined ? undefined : textOf(query['size']),
  });
  const { size, type, name, inline, etag, expires } = found;
  const common = {
    ...SECURITY_HEADERS,
    'content-security-policy': CONTENT_POLICY,
    'accept-ranges': 'bytes',
    etag,
    'cache-control': `private, max-age=${Math.max(0, expires - unixNow())}, immutable`,
  };
  if (matchesEtag(textOf(headers['if-none-match']), etag))
    return { status: 304, headers: common, body: null };
  const ifRange = textOf(headers['if-range']);
  const range = parseRange(
    ifRange === '' || ifRange === etag ? singleValue(headers['range']) : undefined,
    size,
  );
  if (range === 'none') {
    return { status: 416, headers: { ...common, 'content-range': `bytes */${size}` }, body: null };
  }
  const described = {
    ...common,
    'content-type': type,
    'content-disposition': dispositionOf(name, inline),
  };
  const { start, end } = range === 'whole' ? { start: 0, end: size - 1 } : range;
  return {
    status: range === 'whole' ? 200 : 206,
    headers: {
      ...described,
      'content-length': String(end - start + 1),
      ...(range !== 'whole' && { 'content-range': `bytes ${start}-${end}/${size}` }),
    },
    body: isHead ? null : await found.read(start, end),
  };
}

/** Content opened in a window of its own can neither run scripts nor load anything. */
export const CONTENT_POLICY =
  "default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/** Whether If-None-Match contains this ETag; weak comparison applies (RFC 9110, 13.1.2). */
function matchesEtag(header: string, etag: string): boolean {
  if (header.trim() === '*') return true;
  return header.split(',').some((name) => name.trim().replace(/^W\//, '') === etag);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function singleValue(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
