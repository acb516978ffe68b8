import { identifyHost, type PresentedHost } from './pinned-agent';

/**
 * Who hosts a community at each of some addresses, without those where none does; nothing is sent to any of them. Only
 * the first few are tried.
 */
export async function identifyHosts(
  addresses: readonly string[],
): Promise<(PresentedHost & { address: string })[]> {
  const tried = addresses.slice(0, MAX_TRIED);
  const presented = await Promise.all(tried.map((address) => identifyHost(address).catch(() => null)));
  return tried.flatMap((address, index) => {
    const host = presented[index];
    return host ? [{ ...host, address }] : [];
  });
}

const MAX_TRIED = 16;
