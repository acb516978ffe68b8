import { Readable } from 'node:stream';
import type { IncomingHttpHeaders } from 'node:http';
import { isSafeInline } from '../../content/media/media-type';
import { openRange } from '../../content/read-file';
import { answerContent } from '../../doors/content';
import type { ContentFacts, ContentItem } from './content-item';
import type { ServedFile } from './content-cache';
import { unixNow } from '../../unix-time';

/** The fields of a stored file that an answer needs. */
export type AnsweredFile = Omit<ServedFile, 'hash'>;

/** Answers a request from a stored file, with the headers, ranges and conditions of the host's own answer. */
export async function answerCached(
  file: AnsweredFile,
  { kind, id }: ContentItem,
  { method, headers }: Pick<Request, 'method' | 'headers'>,
): Promise<Response> {
  const { path, size, type, name, isInline, etag } = file;
  const read = (start: number, end: number) => openRange(path, { size, start, end });
  const found = { read, size, type, name, inline: isInline && isSafeInline(type), etag };
  const answer = await answerContent(
    // The pages may use it as long as they are open; a signed URL is valid for as long.
    { content: () => Promise.resolve({ ...found, expires: unixNow() + PAGE_SECONDS }) },
    { kind, id: String(id), query: {}, headers: Object.fromEntries(headers), isHead: method === 'HEAD' },
  );
  const body = answer.body && Readable.toWeb(answer.body);
  return new Response(body as unknown as ConstructorParameters<typeof Response>[0], {
    status: answer.status,
    headers: answer.headers,
  });
}

/**
 * Parses the headers of a response that has a whole content: one of status 200, or 206 with all its bytes. Null for a
 * part, or if it can't be stored.
 */
export function parseWholeContent(status: number, headers: IncomingHttpHeaders): ContentFacts | null {
  const { etag = '', 'content-type': type = '', 'content-disposition': disposition = '' } = headers;
  const size = Number(headers['content-length'] ?? NaN);
  const [, start, end, total] = CONTENT_RANGE.exec(headers['content-range'] ?? '') ?? [];
  const isWhole = status === 200 || (status === 206 && start === '0' && Number(end) + 1 === Number(total));
  if (!isWhole || !Number.isSafeInteger(size) || size < 0 || !STRONG_ETAG.test(etag)) return null;
  if (headers['content-encoding'] !== undefined || type.length > MAX_TYPE_LENGTH) return null;
  return { size, type, etag, ...parseDisposition(disposition) };
}

/** The size of the whole content of which a response is a part; null if it doesn't say. */
export function totalSizeOf(headers: IncomingHttpHeaders): number | null {
  const [, , , total] = CONTENT_RANGE.exec(headers['content-range'] ?? '') ?? [];
  return total === undefined ? null : Number(total);
}

const CONTENT_RANGE = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/;
const STRONG_ETAG = /^"[\w-]{1,80}"$/;
const MAX_TYPE_LENGTH = 200;
/** Seconds (a day). */
const PAGE_SECONDS = 24 * 3600;

function parseDisposition(disposition: string): { name: string; isInline: boolean } {
  const [, encoded = ''] = /filename\*=UTF-8''([^;]{1,3000})/.exec(disposition) ?? [];
  let name = '';
  try {
    name = decodeURIComponent(encoded);
  } catch {
    // Not a name of this program's: the content is saved under a general one.
  }
  return { name: name || 'content', isInline: disposition.startsWith('inline') };
}
