import { connectTls } from './tls-connection';

/** Who hosts a community at an address: the fingerprint of the community's key, and the host's term. */
export interface PresentedHost {
  key: string;
  term: number;
}

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

/**
 * Finds out which community is hosted at an address, without sending anything; null if something else answers. Throws
 * HostNotReachedError if nothing does.
 */
export async function identifyHost(address: string): Promise<PresentedHost | null> {
  const { socket, signer, term } = await connectTls(address);
  socket.destroy();
  return signer === null ? null : { key: signer, term };
}

const MAX_TRIED = 16;
