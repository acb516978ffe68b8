import { nameOf, type NamedPerson } from '../../shared/alerts/lines';
import type { Online } from '../../shared/contract/records';
import { connection } from '../api/connection.svelte';
import { lastSeen } from './format';
import { m } from './index.svelte';

export type { NamedPerson };

/** Returns a person's name, "Olena Kravets", or a substitute for a deleted person. Reactive to the language. */
export function personName(person: NamedPerson | null | undefined): string {
  return nameOf(person, m().alerts);
}

/** Returns whether a person is online; false for everyone while the host is unreachable. */
export function isHere(online: Pick<Online, 'Online'>): boolean {
  return online.Online && !connection.isLost;
}

/** Returns the presence dot for a person's avatar. */
export function presenceOf(online: Online): 'here' | 'away' | 'quiet' | undefined {
  if (!isHere(online)) return undefined;
  if (online.Status === 'moved_away') return 'away';
  return online.Status === 'dont_disturb' ? 'quiet' : 'here';
}

/** Returns the text for when a person was last online; empty if they hide it. */
export function presenceText(online: Online): string {
  if (isHere(online)) return m().common.online;
  // The person was online at the last contact with the host; when they left is unknown.
  if (online.Online) return '';
  return online.Degree === 'exact' ? lastSeen(online.LastBeen) : '';
}
