import DoorOpen from '@lucide/svelte/icons/door-open';
import House from '@lucide/svelte/icons/house';
import Plus from '@lucide/svelte/icons/plus';
import UsersRound from '@lucide/svelte/icons/users-round';
import { communities, currentCommunity, type CommunityThere } from '../../api';
import { moment } from '../../i18n/format';
import { m } from '../../i18n/index.svelte';
import { player } from '../../player';
import { router } from '../../router.svelte';
import type { MenuItem } from '../../ui';
import { leaveRequest } from './leaving.svelte';

/** Returns the display name of a community. Reactive when read in markup. */
export function nameOf({ id, name, address }: CommunityThere): string {
  const { Name, Members = 0 } = (id === communities.hereId && currentCommunity.record) || {};
  const known = Members > 0 ? Name : name;
  return known || address || m().communities.own;
}

/**
 * Returns a community's picture for an avatar: the current one for the community shown here, the last known one for
 * others.
 */
export function pictureOf({ id, picture }: CommunityThere): { photo: number; picture: string } {
  const photo = (id === communities.hereId && currentCommunity.record?.Avatar) || 0;
  const isGone = id === communities.hereId && currentCommunity.record?.Avatar === 0;
  return { photo, picture: isGone ? '' : picture };
}

/** Returns a community's name, with its address if another community has the same name. */
function distinctNameOf(community: CommunityThere): string {
  const name = nameOf(community);
  const isShared = communities.all.some((other) => other.id !== community.id && nameOf(other) === name);
  return isShared && community.address && community.address !== name
    ? `${name} (${community.address})`
    : name;
}

/**
 * Returns a community's name with its unread count, connection problem, number of unsent items, and whether switching
 * to it stops music. Reactive when read in markup.
 */
export function wholeNameOf(community: CommunityThere): string {
  const t = m().communities;
  const isHere = community.id === communities.hereId;
  const news = [
    ...(community.unread > 0 && !isHere ? [t.unread(community.unread)] : []),
    ...(isAway(community) ? [awayText(community)] : []),
    ...(community.state === 'blocked' ? [t.blocked] : []),
    ...(community.unsent > 0 ? [m().outbox.unsent(community.unsent)] : []),
    ...(player.isPlaying && !isHere ? [t.pausesMusic] : []),
  ];
  return [distinctNameOf(community), ...news].join(', ');
}

/** Returns whether the host of a community is away, or only a former one answers. */
export function isAway({ state, asOf }: CommunityThere): boolean {
  return state === 'away' || state === 'superseded' || (state !== 'blocked' && asOf > 0);
}

function awayText({ state, asOf }: CommunityThere): string {
  const t = m().communities;
  if (state === 'superseded') return t.superseded;
  return asOf ? m().outbox.awaySince(moment(asOf)) : t.away;
}

/** Returns the shortcut for the community at an index in the list; undefined after the ninth. */
export function keysAt(index: number): string | undefined {
  return index < 9 ? `Ctrl ${index + 1}` : undefined;
}

/** Returns the entry of a menu that leaves the joined community shown here, if there is one. */
export function leaveItems(): MenuItem[] {
  const { joined } = communities;
  if (!joined) return [];
  const label = m().communities.leave(nameOf(joined));
  return [{ label, icon: DoorOpen, danger: true, onselect: leaveRequest.begin }];
}

/** Returns a menu of all communities, with entries to add another and to leave the one shown here. */
export function communityItems(): MenuItem[] {
  const t = m().communities;
  return [
    { heading: t.title },
    ...communities.all.map((community, index): MenuItem => {
      const keys = keysAt(index);
      return {
        label: wholeNameOf(community),
        icon: community.id === 'main' ? House : UsersRound,
        checked: community.id === communities.hereId,
        ...(keys !== undefined && { keys }),
        onselect: () => goTo(community),
      };
    }),
    { label: t.add, icon: Plus, onselect: () => router.go({ view: 'joining' }) },
    ...leaveItems(),
  ];
}

/** Switches to another community. */
export function goTo({ id }: CommunityThere): void {
  if (id !== communities.hereId) void communities.show(id);
}
