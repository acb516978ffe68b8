import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Store } from '../../database/open';
import type { Successor } from '../../standby/succession/successor';
import { listEventsWithText, type EventWithText } from './unreplicated-queries';

/** File in the data folder of a former host with what its successor doesn't have. */
export const UNREPLICATED_FILE = 'standby-unreplicated.txt';

/** How many messages, posts and comments only a former host has, and how many other changes. */
export interface UnreplicatedCounts {
  texts: number;
  others: number;
}

/**
 * Writes what only this host has into a file for people to read: the messages, posts and comments after the last event
 * that its successor had, and the numbers of other changes.
 */
export async function saveUnreplicated(
  store: Store,
  { name, seq }: Pick<Successor, 'name' | 'seq'>,
): Promise<UnreplicatedCounts> {
  const file = await open(join(store.folder, UNREPLICATED_FILE), 'w', 0o600);
  const others = new Map<string, number>();
  let count = 0;
  try {
    await file.appendFile(introductionOf(name));
    let since = seq ?? 0;
    for (;;) {
      const events = await store.read((db) => listEventsWithText(db, { since, limit: PAGE }));
      const last = events.at(-1);
      if (last === undefined) break;
      since = last.seq;
      const lines = events.flatMap((event) => lineOf(event) ?? []);
      count += lines.length;
      if (lines.length > 0) await file.appendFile(lines.join(''));
      for (const { type } of events) if (!(type in KINDS)) others.set(type, (others.get(type) ?? 0) + 1);
    }
    for (const [type, number] of others) await file.appendFile(`Other changes: ${number} × ${type}\n`);
    await file.sync();
    return { texts: count, others: [...others.values()].reduce((sum, number) => sum + number, 0) };
  } finally {
    await file.close();
  }
}

function introductionOf(name: string): string {
  const host = name === '' ? 'another computer' : name;
  return `This community is now hosted on ${host}. Only this computer has the following, which was written here and
had not reached that one. Nothing of it is deleted, and nothing of it is copied by itself.

`;
}

/** Null for events that are listed by their number only. */
function lineOf(event: EventWithText): string | null {
  const kind = KINDS[event.type];
  if (kind === undefined) return null;
  const time = new Date(event.created_at * 1000).toISOString().slice(0, 16).replace('T', ' ');
  const author = [event.name, event.surname].filter(Boolean).join(' ') || 'someone';
  const where = event.dialog ? ` in ${event.dialog}` : '';
  const text = event.comment ?? event.message ?? event.post ?? '(deleted since)';
  return `${time} UTC  ${kind}${where} by ${author}:\n${text.replaceAll(/^/gm, '    ')}\n\n`;
}

const KINDS: Readonly<Record<string, string>> = {
  message: 'Message',
  message_edit: 'Edited message',
  post: 'Post',
  post_edit: 'Edited post',
  comment: 'Comment',
};
const PAGE = 500;
