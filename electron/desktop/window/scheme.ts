import type { CustomScheme, Protocol } from 'electron';
import { readFile } from 'node:fs/promises';
import { extname, isAbsolute, join, relative } from 'node:path';
import { WINDOW_HEADERS } from '../../doors/security';
import { isRemoteCommunityId, type RemoteCommunityId } from '../../remote/addresses';

/** The scheme of the window's pages: an origin of their own, where file:// has none and would open the whole disk. */
export const OWN_SCHEME: CustomScheme = {
  scheme: 'courtyard-app',
  privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
};

/** The communities that the window can show: each has an origin of its own, and so a session and drafts of its own. */
export type ShownCommunity = 'main' | 'practice' | RemoteCommunityId;

/** Where the pages of a community begin. */
export function ownAddress(community: ShownCommunity): string {
  return `${OWN_SCHEME.scheme}://${community}/`;
}

/** Whose pages an address is among; null for one that is none of ours. */
export function communityAt(address: string): ShownCommunity | null {
  if (!URL.canParse(address)) return null;
  const { protocol, host, username, password } = new URL(address);
  if (protocol !== `${OWN_SCHEME.scheme}:` || username !== '' || password !== '') return null;
  return COMMUNITIES.find((community) => community === host) ?? (isRemoteCommunityId(host) ? host : null);
}

/** Whether an address is that of a page of ours. */
export function isOwnPage(address: string): boolean {
  return communityAt(address) !== null;
}

/** What is answered before the pages: the bytes of the service, or null where a request is about none. */
export type AnswerBytes = (request: Request) => Promise<Response | null>;

/** Answers the scheme from the service's bytes and the folder of the built pages. */
export function servePages(protocol: Protocol, folder: string, answerBytes: AnswerBytes): void {
  protocol.handle(OWN_SCHEME.scheme, async (request) => {
    const bytes = isOwnPage(request.url) ? await answerBytes(request) : null;
    return bytes ?? answerPage(folder, request);
  });
}

/** One answer: a file of the folder with the headers of every door's answers; nothing outside of it is ever read. */
export async function answerPage(
  folder: string,
  request: Pick<Request, 'url' | 'method'>,
): Promise<Response> {
  if (!isOwnPage(request.url)) return refusal(404);
  if (request.method !== 'GET' && request.method !== 'HEAD') return refusal(405);
  const path = pathIn(folder, new URL(request.url).pathname);
  if (path === null) return refusal(404);
  try {
    const bytes = await readFile(path);
    const headers = {
      ...WINDOW_HEADERS,
      'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
    };
    return new Response(request.method === 'HEAD' ? null : new Uint8Array(bytes), { headers });
  } catch {
    return refusal(404);
  }
}

const COMMUNITIES = ['main', 'practice'] as const;

/** What the build makes: extension -> media type. */
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

/** The file of an address's path; null where it would lie outside the folder. */
function pathIn(folder: string, pathname: string): string | null {
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
