import { endpointOf, type Name } from '.';
import type { Endpoint } from './endpoint';

/** How a call is made: its entry of the contract without what is checked of it. */
export type Address = Pick<Endpoint, (typeof addressKeys)[number]>;

export const addressKeys = ['kind', 'http', 'also', 'open', 'query', 'upload'] as const;

/**
 * How the operation of a name is called. The pages have this as a table that their build makes, so that they need not load the
 * contract and the library of its checks, which only the service runs.
 */
export function callAddress(name: Name): Address {
  return endpointOf(name);
}
