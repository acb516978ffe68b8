import { probe } from '../discovery/probe';
import type { SharedAddress } from './sharing-state';

/**
 * Checks which of a community's addresses (`https://HOST:PORT`) this machine can reach itself, verifying the key
 * fingerprint. Never throws.
 */
export function checkAddresses(
  addresses: readonly SharedAddress[],
  key: string,
): Promise<{ address: string; answers: boolean }[]> {
  // Not every system can resolve its own .local name, although others can.
  const all = addresses.filter(({ kind }) => kind !== 'name').slice(0, MAX_CHECKED);
  return Promise.all(
    all.map(async ({ address }) => {
      const { hostname, port } = new URL(address);
      const { reached } = await probe({
        host: hostname.replace(/^\[|\]$/g, ''),
        port: Number(port || 443),
        key,
        timeout: TIMEOUT_MS,
      });
      return { address, answers: reached === 'community' };
    }),
  );
}

/** Maximum number of checked addresses, and milliseconds for each. */
const MAX_CHECKED = 8;
const TIMEOUT_MS = 2_000;
