import type { CommunitiesState } from '../../../shared/bridge';
import type { RemoteCommunities } from '../../remote/remote-communities';
import type { Service } from '../../service';
import type { Badge } from '../window/badge';
import type { AvatarCache } from './avatar-cache';
import type { SyncedCommunities } from './synced-communities';

/** What pages learn about the local community. */
export interface LocalCommunity {
  number: number;
  name: string;
  key: string;
}

/** Describes the local community; its name is "" until it has members. */
export async function describeOwn(own: Service, client: string): Promise<LocalCommunity> {
  const anonymous = { token: null, address: '', userAgent: client };
  const { ID: number, Name, Key: key, Members } = await own.call(anonymous, 'community.get', {});
  return { number, name: Members > 0 ? Name : '', key };
}

/** Describes all communities that the window can show, the local one first. */
export async function stateOfCommunities(of: {
  own: Promise<LocalCommunity>;
  remote: RemoteCommunities;
  synced: SyncedCommunities;
  pictures: AvatarCache;
  badge: Badge;
}): Promise<CommunitiesState> {
  const { remote, synced, pictures, badge } = of;
  const here = { address: '', addresses: [], state: 'here' as const, shown: null, asOf: 0, unsent: 0 };
  const own = { ...(await of.own), ...here };
  const joined = remote.all.map(({ id, number, name, key, addresses }) => {
    const { state = 'unknown', presentedKey: shown = null } = remote.find(id)?.host ?? {};
    const { asOf = 0 } = synced.of(id) ?? {};
    const unsent = synced.unsentOf(id).length;
    const [address = ''] = addresses;
    const [picture, unread] = [pictures.of(id), badge.of(id)];
    return { id, number, name, key, address, addresses, state, shown, picture, unread, asOf, unsent };
  });
  const main = { id: 'main', ...own, picture: pictures.of('main'), unread: badge.of('main') };
  return { readAt: performance.now(), all: [main, ...joined] };
}
