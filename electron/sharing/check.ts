import { probe } from '../discovery/probe';
import type { SharedAddress } from './state';

/**
 * Whether this machine itself comes to the door of a community, known by the fingerprint of its key, by each of its addresses
 * (`https://HOST:PORT`). Never throws.
 */
export function checkAddresses(
  addresses: readonly SharedAddress[],
  key: string,
): Promise<{ address: string; answers: boolean }[]> {
  // Not every system can find its own name in the network, where others do.
  const all = addresses.filter(({ kind }) => kind !== 'name').slice(0, CHECKED);
  return Promise.all(
    all.map(async ({ address }) => {
      const { hostname, port } = new URL(address);
      const { reached } = await probe({
        host: hostname.replace(/^\[|\]$/g, ''),
        port: Number(port || 443),
        key,
        timeout: PATIENCE,
      });
      return { address, answers: reached === 'community' };
    }),
  );
}

/** Addresses that are checked, and milliseconds for each. */
const CHECKED = 8;
const PATIENCE = 2_000;
