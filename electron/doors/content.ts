import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Service } from '../service';
import { rangeOf } from './ranges';
import { dispositionOf } from './disposition';
import { SECURITY_HEADERS } from './security';

/** What was asked at an address of bytes, over whichever door. */
export interface ContentQuestion {
  kind: string;
  id: string;
  /** The query of the address. */
  query: Record<string, unknown>;
  headers: Record<string, string | string[] | undefined>;
  isHead: boolean;
}

/** An answer in HTTP's words. */
export interface ContentAnswer {
  status: 200 | 206 | 304 | 416;
  headers: Record<string, string>;
  body: Readable | null;
}

/**
 * Answers a signed address: whole or one range of it, or nothing where the asker has it already. What a browser could
 * run is only ever saved. Throws the errors of the service.
 */
export async function answerContent(
  service: Pick<Service, 'content'>,
  { kind, id, query, headers, isHead }: ContentQuestion,
): Promise<ContentAnswer> {
  const found = await service.content({
    kind,
    id,
    exp: textOf(query['exp']),
    sig: textOf(query['sig']),
    size: query['size'] === undefined ? undefined : textOf(query['size']),
  });
  const { path, size, type, name, inline, etag, expires } = found;
  const common = {
    ...SECURITY_HEADERS,
    'content-security-policy': NOTHING_RUNS,
    'accept-ranges': 'bytes',
    etag,
    'cache-control': `private, max-age=${Math.max(0, expires - Math.floor(Date.now() / 1000))}, immutable`,
  };
  if (isKnown(textOf(headers['if-none-match']), etag)) return { status: 304, headers: common, body: null };
  const ifRange = textOf(headers['if-range']);
  const range = rangeOf(ifRange === '' || ifRange === etag ? oneOf(headers['range']) : undefined, size);
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
    body: isHead ? null : await streamOf(path, size, start, end),
  };
}

/** Bytes that are opened in a window of their own run nothing and fetch nothing, whatever they say they are. */
export const NOTHING_RUNS =
  "default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/** How much is read at a time. */
const CHUNK = 256 * 1024;

async function streamOf(path: string, size: number, start: number, end: number): Promise<Readable> {
  const file = await open(path, 'r');
  const stats = await file.stat();
  if (stats.size !== size) {
    await file.close();
    throw new Error('stored bytes are shorter or longer than they were');
  }
  // A stream of no bytes cannot be asked for by its ends.
  return size === 0 ? file.createReadStream() : file.createReadStream({ start, end, highWaterMark: CHUNK });
}

/** Whether one of the names that the asker has is this one; a weak name is as good here (RFC 9110, 13.1.2). */
function isKnown(header: string, etag: string): boolean {
  if (header.trim() === '*') return true;
  return header.split(',').some((name) => name.trim().replace(/^W\//, '') === etag);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function oneOf(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
