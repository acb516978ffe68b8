import { addressOfSetup } from '../../../shared/routes';
import type { Service } from '../../service';
import { ownAddress, type ShownCommunity } from '../window/scheme';

/** Returns the URL of a route in the pages of a community: by default its start, or the setup of a new one. */
export async function pageUrl(community: ShownCommunity, service: Service, route?: string): Promise<string> {
  if (route !== undefined) return `${ownAddress(community)}${route}`;
  const code = community === 'main' ? await service.setupCode() : null;
  const setupRoute = code === null ? '' : addressOfSetup(code);
  return `${ownAddress(community)}${setupRoute}`;
}
