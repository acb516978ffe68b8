import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';

/**
 * Makes content URLs in a JSON answer absolute, as clients on a network need them; the service itself doesn't know
 * its host. Quotes inside JSON strings are escaped, so only URL fields of records match.
 */
export function toAbsoluteUrls(json: string, base: string): string {
  return json.includes(CONTENT_URL_PREFIX)
    ? json.replaceAll(CONTENT_URL_PREFIX, `"Url":"${base}/content/`)
    : json;
}

/** Base URL of this host as the client reached it, safe to embed in JSON. */
export function baseOf({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string {
  const scheme = (socket as Partial<TLSSocket>).encrypted ? 'https' : 'http';
  return `${scheme}://${(headers.host ?? '').replace(/[^\w.:[\]-]/g, '')}`;
}

const CONTENT_URL_PREFIX = '"Url":"/content/';
