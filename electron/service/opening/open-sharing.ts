import type { Store } from '../../database/open';
import { THIS_MACHINE } from '../../sharing/reachable-addresses';
import { NetworkSharing, type NetworkSharingOptions } from '../../sharing/sharing';
import { findSharingSettings } from '../admin/sharing-queries';
import { findCommunity } from '../community/queries';
import { fixedSharingSettings } from './fixed-sharing';
import type { Service, ServiceOptions } from '../service';

/** Creates the sharing of a community on the network; nothing is opened yet. */
export function openSharing(
  { settings, machine, announcer }: ServiceOptions,
  { store, ...parts }: Pick<NetworkSharingOptions, 'keys' | 'term' | 'now' | 'logger'> & { store: Store },
): NetworkSharing {
  return new NetworkSharing({
    ...parts,
    folder: store.folder,
    fixed: fixedSharingSettings(settings),
    hosts: settings.hosts ?? [],
    machine: machine ?? THIS_MACHINE,
    announcer: announcer ?? null,
    name: async () => (await store.read(findCommunity)).name,
  });
}

/** What doors and programs see of the sharing. */
export function sharingOf(sharing: NetworkSharing, store: Store): Service['sharing'] {
  return {
    get state() {
      return sharing.state;
    },
    get announced() {
      return sharing.announced;
    },
    refresh: () => sharing.refresh(),
    reload: () => sharing.reload(),
    begin: async (open) => sharing.begin(open, await store.read(findSharingSettings)),
  };
}
