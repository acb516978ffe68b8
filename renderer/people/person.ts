import type { Author, Online } from '../../shared/contract/records';
import { lastSeen } from '../i18n/format';
import { m } from '../i18n/index.svelte';
import { addressOf } from '../router.svelte';

/** The whole name of a person; a word for somebody who is gone. */
export function fullName(person: Pick<Author, 'Name' | 'Surname'>): string {
  return `${person.Name} ${person.Surname}`.trim() || m().common.gone;
}

/** The address of a person's page: by tag where there is one. */
export function pageOf(person: Pick<Author, 'ID' | 'Link'>): string {
  return addressOf({ view: 'person', user: person.Link || String(person.ID) });
}

/** The dot on a person's avatar. */
export function presenceOf(online: Online): 'here' | 'away' | 'quiet' | undefined {
  if (!online.Online) return undefined;
  if (online.Status === 'moved_away') return 'away';
  return online.Status === 'dont_disturb' ? 'quiet' : 'here';
}

/** When a person was here, in words; nothing where they hide it. */
export function presenceWords(online: Online): string {
  if (online.Online) return m().common.online;
  return online.Degree === 'exact' ? lastSeen(online.LastBeen) : '';
}
