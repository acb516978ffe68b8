import type { CustomScheme, Protocol } from 'electron';
import { readFile } from 'node:fs/promises';
import { extname, isAbsolute, join, relative } from 'node:path';
import { DEMO_ID } from '../../../shared/bridge';
import { WINDOW_HEADERS } from '../../doors/security-headers';
import { isRemoteCommunityId, type RemoteCommunityId } from '../../remote/addresses';

/**
 * The scheme of the window's pages. It gives them an origin of their own; file:// has none and would expose the whole
 * disk.
 */
export const OWN_SCHEME: CustomScheme = {
  scheme: 'courtyard-app',
  privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
};

/**
 * Communities that the window can display. Each has its own origin, and thereby its own session and drafts.
 */
export type ShownCommunity = 'main' | typeof DEMO_ID | RemoteCommunityId;

/** Start URL of a community's pages. */
export function ownAddress(community: ShownCommunity): string {
  return `${OWN_SCHEME.scheme}://${community}/`;
}

/** The community that a URL belongs to; null if it is not one of our pages. */
export function communityAt(address: string): ShownCommunity | null {
  if (!URL.canParse(address)) return null;
  const { protocol, host, username, password } = new URL(address);
  if (protocol !== `${OWN_SCHEME.scheme}:` || username !== '' || password !== '') return null;
  return COMMUNITIES.find((community) => community === host) ?? (isRemoteCommunityId(host) ? host : null);
}

/** Whether a URL is one of our pages. */
export function isOwnPage(address: string): boolean {
  return communityAt(address) !== null;
}

/** Answers byte requests (content, uploads) before pages are looked up; null for any other request. */
export type AnswerBytes = (request: Request) => Promise<Response | null>;

/**
 * Serves the scheme from the service's bytes and the folder of built pages. `prepare` returns a script that each page
 * runs before anything is painted.
 */
export function servePages(
  protocol: Protocol,
  folder: string,
  answerBytes: AnswerBytes,
  prepare: () => string,
): void {
  protocol.handle(OWN_SCHEME.scheme, async (request) => {
    const bytes = isOwnPage(request.url) ? await answerBytes(request) : null;
    return bytes ?? answerPage(folder, request, prepare());
  });
}

/**
 * Answers one request with a file of the folder and the security headers; files outside are never read. `before` is
 * put before the script that a page runs first.
 */
export async function answerPage(
  folder: string,
  request: Pick<Request, 'url' | 'method'>,
  before = '',
): Promise<Response> {
  if (!isOwnPage(request.url)) return refusal(404);
  if (request.method !== 'GET' && request.method !== 'HEAD') return refusal(405);
  const path = filePathOf(folder, new URL(request.url).pathname);
  if (path === null) return refusal(404);
  try {
    const file = await readFile(path);
    const bytes = path === join(folder, FIRST_SCRIPT) ? Buffer.concat([Buffer.from(before), file]) : file;
    const headers = {
      ...WINDOW_HEADERS,
      'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
    };
    return new Response(request.method === 'HEAD' ? null : new Uint8Array(bytes), { headers });
  } catch {
    return refusal(404);
  }
}

const COMMUNITIES = ['main', DEMO_ID] as const;

/** Of renderer/public. */
const FIRST_SCRIPT = 'first.js';

/** Media types of the build's files by extension. */
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

/** The file that a URL path refers to; null if it is outside the folder. */
function filePathOf(folder: string, pathname: string): string | null {
  let decoded: string;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  const path = join(folder, decoded === '/' ? 'index.html' : decoded);
  const inside = relative(folder, path);
  return inside === '' || inside.startsWith('..') || isAbsolute(inside) || inside.includes('\0')
    ? null
    : path;
}

function refusal(status: number): Response {
  return new Response(null, { status, headers: WINDOW_HEADERS });
}
