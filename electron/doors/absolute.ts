import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';

/**
 * Writes the addresses of content in an answer's JSON whole, as programs on a network need them. The service knows no
 * host; inside a text of JSON a quotation mark is escaped, so that nothing but a record's own address can match.
 */
export function withHost(json: string, base: string): string {
  return json.includes(ADDRESS) ? json.replaceAll(ADDRESS, `"Url":"${base}/content/`) : json;
}

/** The beginning of this host's addresses as a client reached it, fit to stand in JSON. */
export function baseOf({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string {
  const scheme = (socket as Partial<TLSSocket>).encrypted ? 'https' : 'http';
  return `${scheme}://${(headers.host ?? '').replace(/[^\w.:[\]-]/g, '')}`;
}

const ADDRESS = '"Url":"/content/';
