import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { AppError } from '../../shared/errors';
import type { Settings } from '../settings/settings';
import { MOVED_TO_HEADER } from '../standby/succession/moved-to';
import { MalformedRequest } from './error-responses';
import { TUS_HEADERS } from './resumable';

/** Decides which hosts and origins may send requests. */
export interface OriginGuard {
  /**
   * Throws `access_denied` unless `Host` is a name of this host (which prevents DNS rebinding) and `Origin`, if
   * present, is one of our pages; programs send none. Throws MalformedRequest for several `Host` headers.
   */
  check: (request: Pick<IncomingMessage, 'headers' | 'rawHeaders'>) => void;
  /** Whether this is a foreign origin that the settings allow (CORS). */
  isAllowedCrossOrigin: (origin: string) => boolean;
}

/**
 * Creates the guard of a host. It listens on the address of the settings or, if `ownNames` is given, on all addresses
 * of the machine; `ownNames` returns its additional names.
 */
export function createOriginGuard(
  settings: Pick<Settings, 'host' | 'hosts' | 'origins'>,
  ownNames?: () => ReadonlySet<string>,
): OriginGuard {
  const listensEverywhere = ownNames === undefined && WILDCARDS.has(settings.host);
  const names = new Set([...LOOPBACK, ...settings.hosts]);
  if (listensEverywhere) addOwnNames(names);
  else if (ownNames === undefined) names.add(stripBrackets(settings.host));
  const origins = new Set(settings.origins);

  return { check, isAllowedCrossOrigin: (origin) => origins.has(origin) };

  function check({ headers, rawHeaders }: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): void {
    // Node uses the first of several, but a proxy in front may have used another one (RFC 9112, 3.2).
    if (countHosts(rawHeaders) > 1) throw new MalformedRequest('Host', 'must be sent once');
    if (!isOwnHost(headers.host)) throw new AppError('access_denied', UNKNOWN_HOST);
    const { origin } = headers;
    if (origin === undefined || origins.has(origin) || isOwnHost(PAGE_ORIGIN.exec(origin)?.[1])) return;
    throw new AppError('access_denied', UNKNOWN_ORIGIN);
  }

  function isOwnHost(host: string | undefined): boolean {
    if (host === undefined) return false;
    const name = nameOf(host);
    // An IP address cannot be rebound, and a host that listens on all addresses may not know them all.
    return names.has(name) || ownNames?.().has(name) === true || (listensEverywhere && isIP(name) !== 0);
  }
}

/**
 * Rejects requests that the guard does not allow. Sets the CORS headers for pages of an allowed foreign origin and
 * answers their preflight requests.
 */
export function enforceOrigin(
  guard: OriginGuard,
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  const { origin } = request.headers;
  try {
    guard.check(request.raw);
  } catch (error) {
    done(error as Error);
    return;
  }
  if (origin === undefined || !guard.isAllowedCrossOrigin(origin)) {
    done();
    return;
  }
  reply.headers(FOREIGN_HEADERS).header('access-control-allow-origin', origin);
  if (request.method === 'OPTIONS') reply.code(204).send();
  else done();
}

/** Counts the `Host` headers; the array alternates names and values. */
function countHosts(rawHeaders: readonly string[]): number {
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length;
}

const LOOPBACK = ['localhost', '127.0.0.1', '::1'];
const WILDCARDS: ReadonlySet<string> = new Set(['0.0.0.0', '::', '[::]']);
const PAGE_ORIGIN = /^https?:\/\/([^/]+)$/;
const UNKNOWN_HOST = 'This host name isn’t allowed. The host can allow it with --hosts.';
const UNKNOWN_ORIGIN = 'This origin is not allowed. The host can allow it with --origins.';

/** What a page of an allowed foreign origin may send and read. No cookies are ever used, so no credentials. */
const FOREIGN_HEADERS = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': `token, authorization, content-type, idempotency-key, range, if-range, ${TUS_HEADERS.request}`,
  'access-control-expose-headers': `retry-after, seq, content-range, etag, ${MOVED_TO_HEADER}, ${TUS_HEADERS.response}`,
  'access-control-max-age': '600',
  vary: 'Origin',
};

/** Adds the names of this machine that public DNS cannot assign: single-label ones and those under `.local`. */
function addOwnNames(names: Set<string>): void {
  const name = hostname().toLowerCase();
  names.add(name);
  names.add(`${name.split('.', 1)[0] ?? name}.local`);
}

/** Returns the host without port from `name:port` and `[address]:port`, in lower case. */
function nameOf(host: string): string {
  if (host.startsWith('[')) return stripBrackets(host.slice(0, host.indexOf(']') + 1));
  const colon = host.indexOf(':');
  return (colon === -1 ? host : host.slice(0, colon)).toLowerCase();
}

function stripBrackets(host: string): string {
  return host.replace(/^\[|\]$/g, '').toLowerCase();
}
