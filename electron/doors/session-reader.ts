import proxyAddress from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import type { Session } from '../service';
import type { Settings } from '../settings/settings';

/** The settings used by network doors. */
export type DoorSettings = Pick<Settings, 'host' | 'hosts' | 'origins'> &
  Partial<Pick<Settings, 'trustProxy'>>;

/** Creates the session of a request from its token, client address, user agent, and the address that was reached. */
export type SessionReader = (request: IncomingMessage, token?: string | null) => NetworkSession;
type NetworkSession = Session & Required<Pick<Session, 'origin'>>;

/**
 * Reads sessions behind the trusted proxies of the settings: the client's address is the right-most one in
 * `X-Forwarded-For` that isn't a trusted proxy, and `X-Forwarded-Proto` says how the client reached the first one. The
 * headers are ignored if any other peer sent them.
 */
export function createSessionReader({ trustProxy = [] }: DoorSettings): SessionReader {
  const isTrusted = trustProxy.length > 0 ? proxyAddress.compile(trustProxy) : () => false;
  return (request, token = tokenOf(request.headers)) => ({
    token,
    address: clientAddress(request, isTrusted),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, CLIENT_LENGTH),
    origin: originOf(request, isTrusted),
  });
}

/** The token from the header `token` or `Authorization: Bearer`; null without either. */
export function tokenOf(headers: IncomingHttpHeaders): string | null {
  const { token, authorization } = headers;
  if (typeof token === 'string' && token !== '') return token;
  if (authorization === undefined) return null;
  return BEARER.exec(authorization)?.[1] ?? null;
}

const CLIENT_LENGTH = 200;
const BEARER = /^bearer +(\S+) *$/i;

/** The base URL of this host as the client reached it, safe to embed in JSON. */
function originOf(
  { headers, socket }: IncomingMessage,
  isTrusted: (address: string, hop: number) => boolean,
): string {
  const forwarded = String(headers['x-forwarded-proto'] ?? '');
  const isForwarded = /^https?$/.test(forwarded) && isTrusted(socket.remoteAddress ?? '', 0);
  const own = (socket as Partial<TLSSocket>).encrypted ? 'https' : 'http';
  return `${isForwarded ? forwarded : own}://${(headers.host ?? '').replace(/[^\w.:[\]-]/g, '')}`;
}

function clientAddress(
  request: IncomingMessage,
  isTrusted: (address: string, hop: number) => boolean,
): string {
  const peer = request.socket.remoteAddress ?? '';
  if (!isTrusted(peer, 0)) return plainAddress(peer);
  const address = proxyAddress(request, isTrusted);
  return plainAddress(ipaddr.isValid(address) ? address : peer);
}

/** A server that listens on IPv6 sees IPv4 peers as ::ffff:a.b.c.d; both forms become one. */
function plainAddress(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;
}
