import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { lockDataFolder } from '../database/lock';
import { demoCommunity } from './community-data';
import { beginningOf, scheduleArrivals, type DemoContext } from './script/arrival-events';
import { DemoMedia } from './media/demo-media';
import { DAY, MINUTE } from './script/session-calendar';
import { demoDialogs } from './dialog-data';
import { EventSchedule } from './script/event-schedule';
import { scheduleFriendships } from './script/friendship-events';
import { scheduleGatherings } from './script/gathering-events';
import { demoPeople } from './people-data';
import { randomFrom } from './script/random';
import { schedulePlaylists } from './script/playlist-events';
import { scheduleMessages } from './script/message-events';
import { DemoClient, emailOf } from './demo-client';
import { scheduleModeration } from './script/moderation-events';
import { schedulePosts } from './script/post-events';

/** Options for creating a demo community. */
export interface DemoOptions {
  /** The folder to create; its parent must be writable. */
  data: string;
  /** The approximate number of messages to write. */
  messages: number;
  /** The same seed gives the same people, texts and pictures. */
  seed?: number;
  /** Milliseconds since 1970; the last events happen just before it. */
  now?: number;
  /** Receives the progress from 0 to 1, and how many days ago the current event happened. */
  onProgress?: (progress: { share: number; daysAgo: number }) => void;
  /** Cancels the creation and deletes what was written so far. */
  signal?: AbortSignal;
}

/** A person who can sign in to a demo community. */
export interface DemoSignIn {
  role: 'owner' | 'member';
  name: string;
  email: string;
  password: string;
}

/** Thrown for a folder with other contents. The folder is not changed. */
export class ForeignFolder extends Error {
  override readonly name = 'ForeignFolder';
}

/**
 * Creates a demo community: thirty people of one street with two months of chats, posts and music. It is written to a
 * temporary folder and moved when complete, replacing an earlier demo community. Throws ForeignFolder if the folder
 * holds anything else, and the reason of an aborted `signal`.
 */
export async function createDemo(options: DemoOptions): Promise<DemoSignIn[]> {
  const { data, now = Date.now(), signal } = options;
  requireOurs(data);
  const draft = join(dirname(data), `.${basename(data)}.making`);
  clear(draft);
  const client = new DemoClient(draft, beginningOf(Math.floor(now / 1000)));
  try {
    await runEvents(client, options);
    signal?.throwIfAborted();
    writeFileSync(join(draft, MARK), `${JSON.stringify({ people: signIns() }, null, 2)}\n`, { mode: 0o600 });
    clear(data);
    renameSync(draft, data);
    return signIns();
  } catch (error) {
    await client.close();
    clear(draft);
    throw error;
  }
}

/**
 * Returns the people who can sign in to the demo community in a folder; null if the folder is empty. Throws
 * ForeignFolder otherwise.
 */
export function findDemo(data: string): DemoSignIn[] | null {
  requireOurs(data);
  return isEmpty(data) ? null : Mark.parse(JSON.parse(readFileSync(join(data, MARK), 'utf8'))).people;
}

/**
 * Marker file of a folder that may be replaced. It has the demo's earlier name, so that demo folders made by earlier
 * versions are recognized.
 */
const MARK = 'practice.json';

const Mark = z.object({
  people: z.array(
    z.object({
      role: z.enum(['owner', 'member']),
      name: z.string(),
      email: z.string(),
      password: z.string(),
    }),
  ),
});

/** A person's last-seen time is the first of these moments after their last action: seconds before now. */
const LAST_SEEN_AGES = [25, 9, 3, 1]
  .map((days) => days * DAY)
  .concat([300, 170, 95, 45, 21, 8].map((minutes) => minutes * MINUTE));

async function runEvents(client: DemoClient, options: DemoOptions): Promise<void> {
  const { messages, seed = 1, now: clock = Date.now(), onProgress, signal } = options;
  const now = Math.floor(clock / 1000);
  const media = new DemoMedia(client);
  const context: DemoContext = {
    client,
    media,
    schedule: new EventSchedule(),
    now,
    random: randomFrom(seed),
    dialogs: new Map(),
    last: new Map(),
  };
  scheduleArrivals(context);
  scheduleMessages(context, messages);
  scheduleGatherings(context);
  schedulePosts(context);
  scheduleFriendships(context);
  schedulePlaylists(context);
  scheduleModeration(context);
  // Half a second after all other actions, so that no call is running.
  for (const ago of LAST_SEEN_AGES) context.schedule.add(now - ago + 0.5, () => client.reopen());
  await client.open();
  void media.prepare(pictures());
  await context.schedule.run((second, share) => {
    signal?.throwIfAborted();
    client.second = second;
    onProgress?.({ share, daysAgo: Math.max(0, Math.round((now - second) / DAY)) });
  });
  client.second = now;
  await client.close();
}

/** Yields the pictures to draw ahead of time: those of the people who appear first. */
function* pictures(): Generator<readonly [string, 'photo' | 'square']> {
  for (const { avatar } of demoPeople) if (avatar) yield [avatar, 'square'];
  for (const { avatar } of demoDialogs) if (avatar) yield [avatar, 'square'];
  for (const { banner } of demoPeople) if (banner !== undefined) yield [banner, 'photo'];
}

function signIns(): DemoSignIn[] {
  return [demoCommunity.owner, demoCommunity.member].map((key) => {
    const person = demoPeople.find((one) => one.key === key);
    const name = `${person?.name} ${person?.surname}`;
    return {
      role: key === demoCommunity.owner ? 'owner' : 'member',
      name,
      email: emailOf(key),
      password: demoCommunity.password,
    };
  });
}

function requireOurs(data: string): void {
  if (isEmpty(data) || existsSync(join(data, MARK))) return;
  throw new ForeignFolder(
    `The folder ${data} holds something that is no demo community: nothing was touched. Choose another with --data.`,
  );
}

function isEmpty(folder: string): boolean {
  return !existsSync(folder) || readdirSync(folder).length === 0;
}

/** Deletes a folder. Throws if another process uses it. */
function clear(folder: string): void {
  if (!existsSync(folder)) return;
  if (!isEmpty(folder)) lockDataFolder(folder).release();
  rmSync(folder, { recursive: true, force: true });
}
