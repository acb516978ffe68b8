import { session } from 'electron';
import type { RemoteCommunityId } from '../../remote/addresses';
import type { CommunityApi } from '../../remote/event-transport';
import type { RemoteCommunities } from '../../remote/remote-communities';
import type { Badge } from '../window/badge';
import { ownAddress } from '../window/scheme';
import type { Service } from '../../service';
import type { CommunityId } from './background-communities';
import type { AvatarCache } from './avatar-cache';
import type { SessionStore } from './session-store';
import type { SyncedCommunities } from './synced-communities';
import type { SystemAlerts } from './system-alerts';

/** The stores with data of a community. */
export interface CommunityStores {
  /** The local community. */
  own: Pick<Service, 'setupCode'>;
  remote: RemoteCommunities;
  synced: SyncedCommunities;
  sessions: SessionStore;
  badge: Badge;
  alerts: SystemAlerts;
  pictures: AvatarCache;
}

/**
 * Deletes all local data of a community, and signs out of it if its host can be reached. `onRemoved` is called once it
 * is no longer in the list, with the community to show instead.
 */
export async function leaveCommunity(
  id: RemoteCommunityId,
  { own, remote, synced, sessions, badge, alerts, pictures }: CommunityStores,
  {
    client,
    service,
    onRemoved,
  }: { client: string; service: CommunityApi | null; onRemoved: (next: CommunityId) => void },
): Promise<void> {
  const isOwnEmpty = (await own.setupCode()) !== null;
  const clearPages = () =>
    session.defaultSession.clearStorageData({ origin: ownAddress(id).replace(/\/$/, '') });
  await remote.leave(id, async () => {
    onRemoved((isOwnEmpty && remote.all[0]?.id) || 'main');
    const token = sessions.of(id)?.token;
    const signedOut =
      token !== undefined &&
      service?.call({ token, address: '', userAgent: client }, 'account.logout', {}).catch(() => undefined);
    // Meanwhile: a host that doesn't answer is waited for, and the program may be closed before that ends.
    await sessions.forget(id);
    synced.discardUnsent(id);
    badge.setUnread(id, 0);
    alerts.forget(id);
    pictures.forget(id);
    await clearPages();
    await signedOut;
  });
  // Its pages may have stored something while they were replaced.
  await clearPages();
}
