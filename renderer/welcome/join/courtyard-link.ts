/**
 * Whether a text is a community link: `https://HOST:PORT/#/…` or `courtyard://join/CODE?at=HOST:PORT`. A plain host
 * name, which the program also accepts as an address, doesn't count: any code on a parcel could contain one.
 */
export function isCourtyardLink(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, host, pathname, hash, searchParams } = new URL(text);
  if (protocol === 'courtyard:') return host === 'join' && searchParams.has('at');
  return /^https?:$/.test(protocol) && pathname === '/' && hash.startsWith('#/');
}
