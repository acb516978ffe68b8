import proxyAddress from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Session } from '../service';
import type { Settings } from '../settings';
import { baseOf } from './absolute-urls';

/** The settings used by network doors. */
export type DoorSettings = Pick<Settings, 'host' | 'hosts' | 'origins'> &
  Partial<Pick<Settings, 'trustProxy'>>;

/** Creates the session of a request from its token, client address and user agent. */
export type SessionReader = (request: IncomingMessage, token?: string | null) => Session;

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

function originOf(request: IncomingMessage, isTrusted: (address: string, hop: number) => boolean): string {
  const base = baseOf(request);
  const scheme = String(request.headers['x-forwarded-proto'] ?? '');
  const isForwarded = /^https?$/.test(scheme) && isTrusted(request.socket.remoteAddress ?? '', 0);
  return isForwarded ? base.replace(/^https?/, scheme) : base;
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
