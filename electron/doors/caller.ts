import type { IncomingHttpHeaders } from 'node:http';
import type { Session } from '../service';

/** What a door on the network knows of a caller: the token that they showed, their address, their program's word for itself. */
export function sessionOf(
  headers: IncomingHttpHeaders,
  address: string | undefined,
  token = tokenOf(headers),
): Session {
  return {
    token,
    address: plainAddress(address),
    client: (headers['user-agent'] ?? '').slice(0, CLIENT_LENGTH),
  };
}

/** The token of the header `token`, else of `Authorization: Bearer`, else null. */
export function tokenOf(headers: IncomingHttpHeaders): string | null {
  const { token, authorization } = headers;
  if (typeof token === 'string' && token !== '') return token;
  if (authorization === undefined) return null;
  return BEARER.exec(authorization)?.[1] ?? null;
}

const CLIENT_LENGTH = 200;
const BEARER = /^bearer +(\S+) *$/i;
const MAPPED = '::ffff:';

/** One that listens on IPv6 sees IPv4 peers as ::ffff:a.b.c.d: the same peer has one address. */
function plainAddress(address = ''): string {
  return address.startsWith(MAPPED) ? address.slice(MAPPED.length) : address;
}
