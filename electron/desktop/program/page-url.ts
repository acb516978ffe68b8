import { addressOfSetup } from '../../../shared/routes';
import type { Service } from '../../service';
import { ownAddress, type ShownCommunity } from '../window/scheme';

/** URL of a route in a community's pages, by default its start; a new community starts with its set-up. */
export async function pageUrl(community: ShownCommunity, service: Service, place?: string): Promise<string> {
  if (place !== undefined) return `${ownAddress(community)}${place}`;
  const code = community === 'main' ? await service.setupCode() : null;
  const hash = code === null ? '' : addressOfSetup(code);
  return `${ownAddress(community)}${hash}`;
}
