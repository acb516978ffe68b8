import DoorOpen from '@lucide/svelte/icons/door-open';
import House from '@lucide/svelte/icons/house';
import Plus from '@lucide/svelte/icons/plus';
import UsersRound from '@lucide/svelte/icons/users-round';
import { communities, own, type CommunityThere } from '../api';
import { m } from '../i18n/index.svelte';
import { router } from '../router.svelte';
import type { MenuItem } from '../ui';

/** What a community is called here; reactive when read in markup. */
export function nameOf({ id, name, address }: CommunityThere): string {
  const { Name, Members = 0 } = (id === communities.hereId && own.community) || {};
  const known = Members > 0 ? Name : name;
  return known || address || m().communities.own;
}

/** Its picture, as an avatar takes it: that of these pages' own as it is now, of others as it was seen last. */
export function pictureOf({ id, picture }: CommunityThere): { photo: number; picture: string } {
  const photo = (id === communities.hereId && own.community?.Avatar) || 0;
  const isGone = id === communities.hereId && own.community?.Avatar === 0;
  return { photo, picture: isGone ? '' : picture };
}

/** Its name with what is new or wrong there. */
export function wholeNameOf(community: CommunityThere): string {
  const t = m().communities;
  const isHere = community.id === communities.hereId;
  const news = [
    ...(community.unread > 0 && !isHere ? [t.unread(community.unread)] : []),
    ...(community.state === 'away' ? [t.away] : []),
    ...(community.state === 'blocked' ? [t.blocked] : []),
  ];
  return [nameOf(community), ...news].join(', ');
}

/** The keys that lead to the community at a place in the list; none after the ninth. */
export function keysAt(index: number): string | undefined {
  return index < 9 ? `Ctrl ${index + 1}` : undefined;
}

/** All communities as a menu, with the way to one more. `onleave` offers to leave that of these pages. */
export function communityItems(onleave?: () => void): MenuItem[] {
  const t = m().communities;
  const { joined } = communities;
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
    ...(joined && onleave
      ? [{ label: t.leave(nameOf(joined)), icon: DoorOpen, danger: true, onselect: onleave }]
      : []),
  ];
}

/** Shows another community. */
export function goTo({ id }: CommunityThere): void {
  if (id !== communities.hereId) void communities.show(id);
}
