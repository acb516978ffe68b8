/**
 * Whether a text is a link that communities hand out: `https://HOST:PORT/#/…` or `courtyard://join/CODE?at=HOST:PORT`. The program
 * takes the mere name of a host as well, which any code on a parcel could be.
 */
export function isCourtyardLink(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, host, pathname, hash, searchParams } = new URL(text);
  if (protocol === 'courtyard:') return host === 'join' && searchParams.has('at');
  return /^https?:$/.test(protocol) && pathname === '/' && hash.startsWith('#/');
}
