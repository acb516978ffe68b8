import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { AppError } from '../../shared/errors';
import type { Settings } from '../settings';
import { MalformedRequest } from './failures';

/** Who may knock at the doors of a network: names of this host and origins of pages. */
export interface Guard {
  /**
   * Throws `access_denied` unless `Host` is a name of this host (a page that rebinds its own name to our address sends
   * its own) and `Origin`, if there is one, belongs to a page of ours. Programs send no `Origin`. Throws
   * MalformedRequest where there are several `Host` headers.
   */
  check: (request: Pick<IncomingMessage, 'headers' | 'rawHeaders'>) => void;
  /** Whether a page of another origin was allowed by the settings, so that its browser is told so (CORS). */
  isForeign: (origin: string) => boolean;
}

/**
 * Makes the guard of a host that listens as the settings say, or, with `own`, on all addresses of a machine: then those
 * are its names besides the settings' own.
 */
export function createGuard(
  settings: Pick<Settings, 'host' | 'hosts' | 'origins'>,
  own?: () => ReadonlySet<string>,
): Guard {
  const everywhere = own === undefined && WILDCARDS.has(settings.host);
  const names = new Set([...LOOPBACK, ...settings.hosts]);
  if (everywhere) addOwnNames(names);
  else if (own === undefined) names.add(bare(settings.host));
  const origins = new Set(settings.origins);

  return { check, isForeign: (origin) => origins.has(origin) };

  function check({ headers, rawHeaders }: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): void {
    // Node keeps the first of several, and whatever stands before this host may have gone by another (RFC 9112, 3.2).
    if (countHosts(rawHeaders) > 1) throw new MalformedRequest('Host', 'must be sent once');
    if (!isOurs(headers.host)) throw new AppError('access_denied', STRANGE_HOST);
    const { origin } = headers;
    if (origin === undefined || origins.has(origin) || isOurs(PAGE_ORIGIN.exec(origin)?.[1])) return;
    throw new AppError('access_denied', STRANGE_ORIGIN);
  }

  function isOurs(host: string | undefined): boolean {
    if (host === undefined) return false;
    const name = nameOf(host);
    // An address cannot be rebound, and one that listens everywhere is reached by addresses that it may not know.
    return names.has(name) || own?.().has(name) === true || (everywhere && isIP(name) !== 0);
  }
}

/** Names and values take turns. */
function countHosts(rawHeaders: readonly string[]): number {
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length;
}

const LOOPBACK = ['localhost', '127.0.0.1', '::1'];
const WILDCARDS: ReadonlySet<string> = new Set(['0.0.0.0', '::', '[::]']);
const PAGE_ORIGIN = /^https?:\/\/([^/]+)$/;
const STRANGE_HOST = 'This host name is not allowed. The host can allow it with --hosts.';
const STRANGE_ORIGIN = 'This origin is not allowed. The host can allow it with --origins.';

/** A name of one word and names under .local are given in the house, not by the public DNS. */
function addOwnNames(names: Set<string>): void {
  const own = hostname().toLowerCase();
  names.add(own);
  names.add(`${own.split('.', 1)[0] ?? own}.local`);
}

/** `Name:port`, `[address]:port` -> the name in lower case. */
function nameOf(host: string): string {
  if (host.startsWith('[')) return bare(host.slice(0, host.indexOf(']') + 1));
  const colon = host.indexOf(':');
  return (colon === -1 ? host : host.slice(0, colon)).toLowerCase();
}

function bare(host: string): string {
  return host.replace(/^\[|\]$/g, '').toLowerCase();
}
