import ipaddr from 'ipaddr.js';
import { invalid } from '../../../shared/errors';

/**
 * Throws `validation_error` unless apps may send people back to every one of these addresses: https, or http on this
 * machine and in a local network. Requests must name one of them exactly, so none may have a fragment.
 */
export function checkRedirects(redirects: readonly string[]): void {
  redirects.forEach((address, index) => {
    const why = faultOf(address) ?? (redirects.indexOf(address) < index ? 'is a duplicate' : undefined);
    if (why !== undefined) throw invalid(`redirects.${index}`, why);
  });
}

/** Adds the parameters of an authorization response to a redirect address. */
export function withParameters(redirect: string, parameters: Record<string, string | undefined>): string {
  const url = new URL(redirect);
  for (const [key, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(key, value);
  }
  return url.href;
}

const VISIBLE_ASCII = /^[\x21-\x7e]+$/;

function faultOf(address: string): string | undefined {
  const url = VISIBLE_ASCII.test(address) && !address.includes('\\') ? URL.parse(address) : null;
  if (!url) return 'must be a web address';
  if (address.includes('#')) return 'must not contain a fragment (#)';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  if (url.protocol === 'https:') return undefined;
  if (url.protocol === 'http:' && isLocal(url.hostname)) return undefined;
  return 'must begin with https:// (http:// only on this device or in a local network)';
}

/** Ranges of addresses that don't leave the machine or the local network. */
const LOCAL_RANGES: ReadonlySet<string> = new Set(['loopback', 'private', 'linkLocal', 'uniqueLocal']);
/** Names that public DNS doesn't resolve (RFC 6761, 6762, 8375, and ICANN's reservation of .internal). */
const LOCAL_NAME = /^(?:[a-z0-9-]+|.*\.(?:localhost|local|home\.arpa|internal))$/;

function isLocal(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(host)) return LOCAL_RANGES.has(ipaddr.parse(host).range());
  return LOCAL_NAME.test(host);
}
