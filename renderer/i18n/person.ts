import { nameOf, type NamedPerson } from '../../shared/alerts/lines';
import type { Online } from '../../shared/contract/records';
import { connection } from '../api/connection.svelte';
import { lastSeen } from './format';
import { m } from './index.svelte';

export type { NamedPerson };

/** "Olena Kravets"; words of their own for who is gone. Reactive to the language. */
export function personName(person: NamedPerson | null | undefined): string {
  return nameOf(person, m().alerts);
}

/** Whether a person is here now; of nobody is that known while the host is away. */
export function isHere(online: Pick<Online, 'Online'>): boolean {
  return online.Online && !connection.isLost;
}

/** The dot on a person's avatar. */
export function presenceOf(online: Online): 'here' | 'away' | 'quiet' | undefined {
  if (!isHere(online)) return undefined;
  if (online.Status === 'moved_away') return 'away';
  return online.Status === 'dont_disturb' ? 'quiet' : 'here';
}

/** When a person was here, in words; nothing where they hide it. */
export function presenceText(online: Online): string {
  if (isHere(online)) return m().common.online;
  // Who was here when the host was heard last has been seen, but nobody knows until when.
  if (online.Online) return '';
  return online.Degree === 'exact' ? lastSeen(online.LastBeen) : '';
}
