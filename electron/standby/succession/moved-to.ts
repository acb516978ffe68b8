/** Response header of a former host with the addresses of the new one: `HOST:PORT`, separated by commas. */
export const MOVED_TO_HEADER = 'moved-to';

/** Formats the header from the URLs of the new host; undefined if none of them uses TLS. */
export function formatMovedTo(urls: readonly string[]): string | undefined {
  const hosts = urls.filter((url) => url.startsWith(SECURE)).map((url) => url.slice(SECURE.length));
  return hosts.length === 0 ? undefined : hosts.slice(0, MAX_ADDRESSES).join(', ');
}

/** Parses the header; the addresses are untrusted. */
export function parseMovedTo(header: string | string[] | undefined): string[] {
  if (typeof header !== 'string') return [];
  const addresses = header.split(',', MAX_ADDRESSES).map((address) => address.trim());
  return addresses.filter((address) => address !== '');
}

const SECURE = 'https://';
const MAX_ADDRESSES = 16;
