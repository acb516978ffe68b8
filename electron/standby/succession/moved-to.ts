/** The header in which a host that another one has replaced says where that is: `HOST:PORT`, separated by commas. */
export const MOVED_TO = 'moved-to';

/** Formats the header, given the URLs of the new host; undefined if guests cannot reach it over TLS. */
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
