import { nameOf, type NamedPerson } from '../../shared/alerts/names';
import type { Author, Online } from '../../shared/contract/records';
import { connection } from '../api/connection.svelte';
import { communities } from '../api/desktop/communities.svelte';
import { lastSeen } from './format';
import { m } from './index.svelte';

export type { NamedPerson };

/** Returns a person's name, "Olena Kravets", or a substitute for a deleted person. Reactive to the language. */
export function personName(person: NamedPerson | null | undefined): string {
  return nameOf(person, m().alerts);
}

/** Returns what an Avatar needs of a person. The name is empty for a deleted one. */
export function avatarOf(person: NamedPerson & Pick<Author, 'ID' | 'Avatar'>): {
  id: number;
  name: string;
  photo: number | undefined;
} {
  return {
    id: person.ID,
    name: person.Deleted ? '' : personName(person),
    photo: person.Avatar || undefined,
  };
}

/** Returns whether a person is online; false for everyone while the host is unreachable. */
export function isHere(online: Pick<Online, 'Online'>): boolean {
  return online.Online && !connection.isLost && !communities.joined?.asOf;
}

/** Returns the presence dot for a person's avatar. */
export function presenceOf(online: Online): 'here' | 'away' | 'quiet' | undefined {
  return isHere(online) ? markOf(online.Status) : undefined;
}

/** Returns the mark of a person who is online. */
export function markOf(status: Online['Status']): 'here' | 'away' | 'quiet' {
  if (status === 'moved_away') return 'away';
  return status === 'dont_disturb' ? 'quiet' : 'here';
}

/** Returns what a person who is online shows: that they are here, away, or don't want to be disturbed. */
export function onlineText({ Status: status }: Pick<Online, 'Status'>): string {
  if (status === 'moved_away') return m().common.away;
  return status === 'dont_disturb' ? m().common.doNotDisturb : m().common.online;
}

/** Returns the text for when a person was last online; empty if they hide it. */
export function presenceText(online: Online): string {
  if (isHere(online)) return onlineText(online);
  // The person was online at the last contact with the host; when they left is unknown.
  if (online.Online) return '';
  if (online.Degree === 'recently') return m().common.seenRecently;
  return online.Degree === 'exact' ? lastSeen(online.LastBeen) : '';
}
