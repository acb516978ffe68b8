import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { holdFolder } from '../database/lock';
import { beginningOf, noteArrivals, type Life } from './arrivals';
import { Belongings } from './belongings';
import { DAY, MINUTE } from './calendar';
import { places } from './dialogs';
import { Diary } from './diary';
import { noteKindness } from './kindness';
import { MEMBER, neighbours, OWNER } from './people';
import { randomFrom } from './random';
import { noteShelves } from './shelves';
import { noteTalk } from './talk';
import { emailOf, PASSWORD, Town } from './town';
import { noteTrouble } from './trouble';
import { noteWalls } from './wall-life';

export interface PracticeOptions {
  /** The folder in which it is to be; its parent must be one that can be written to. */
  data: string;
  /** About how many messages there are to be. */
  messages?: number;
  /** The same one gives the same people, words and pictures. */
  seed?: number;
  /** Milliseconds since 1970; the community's life ends with it. */
  now?: number;
  /** Hears how far it is, from 0 to 1, and which day is being lived. */
  onProgress?: (progress: { share: number; daysAgo: number }) => void;
  /** Ends the making; what there was of it is taken away. */
  signal?: AbortSignal;
}

/** Who can sign in to a practice community. */
export interface PracticeSignIn {
  role: 'owner' | 'member';
  name: string;
  email: string;
  password: string;
}

/** Refuses to touch a folder that holds something else. */
export class ForeignFolder extends Error {
  override readonly name = 'ForeignFolder';
}

/**
 * Makes a practice community: thirty people of one street who have talked, written, sung and quarrelled for two months.
 * It is made beside the folder and moved into place when it is whole. A practice community that was there is replaced.
 * Throws ForeignFolder where the folder holds anything else, and what `signal` was aborted with.
 */
export async function makePractice(options: PracticeOptions): Promise<PracticeSignIn[]> {
  const { data, now = Date.now(), signal } = options;
  requireOurs(data);
  const making = join(dirname(data), `.${basename(data)}.making`);
  clear(making);
  const town = new Town(making, beginningOf(Math.floor(now / 1000)));
  try {
    await live(town, options);
    signal?.throwIfAborted();
    writeFileSync(join(making, MARK), `${JSON.stringify({ people: signIns() }, null, 2)}\n`, { mode: 0o600 });
    clear(data);
    renameSync(making, data);
    return signIns();
  } catch (error) {
    await town.close();
    clear(making);
    throw error;
  }
}

/** Who can sign in to the practice community in a folder; null where there is none. Throws ForeignFolder for another. */
export function findPractice(data: string): PracticeSignIn[] | null {
  requireOurs(data);
  return isEmpty(data) ? null : Mark.parse(JSON.parse(readFileSync(join(data, MARK), 'utf8'))).people;
}

/** Marks a folder as one that may be made anew. */
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

const MESSAGES = 4000;

/** People are last seen at the next of these moments after they did something: seconds before now. */
const SEEN = [25, 9, 3, 1]
  .map((days) => days * DAY)
  .concat([300, 170, 95, 45, 21, 8].map((minutes) => minutes * MINUTE));

async function live(town: Town, options: PracticeOptions): Promise<void> {
  const { messages = MESSAGES, seed = 1, now: clock = Date.now(), onProgress, signal } = options;
  const now = Math.floor(clock / 1000);
  const belongings = new Belongings(town);
  const life: Life = {
    town,
    belongings,
    diary: new Diary(),
    now,
    random: randomFrom(seed),
    dialogs: new Map(),
    last: new Map(),
  };
  noteArrivals(life);
  noteTalk(life, messages);
  noteWalls(life);
  noteKindness(life);
  noteShelves(life);
  noteTrouble(life);
  // Half a second later than anything else: nothing else runs then.
  for (const ago of SEEN) life.diary.note(now - ago + 0.5, () => town.reopen());
  await town.open();
  void belongings.prepare(pictures());
  await life.diary.live((second, share) => {
    signal?.throwIfAborted();
    town.second = second;
    onProgress?.({ share, daysAgo: Math.max(0, Math.round((now - second) / DAY)) });
  });
  town.second = now;
  await town.close();
}

/** Those that are wanted first. */
function* pictures(): Generator<readonly [string, 'photo' | 'square']> {
  for (const { avatar } of neighbours) if (avatar) yield [avatar, 'square'];
  for (const { avatar } of places) if (avatar) yield [avatar, 'square'];
  for (const { banner } of neighbours) if (banner !== undefined) yield [banner, 'photo'];
}

function signIns(): PracticeSignIn[] {
  return [OWNER, MEMBER].map((key) => {
    const person = neighbours.find((one) => one.key === key);
    const name = `${person?.name} ${person?.surname}`;
    return { role: key === OWNER ? 'owner' : 'member', name, email: emailOf(key), password: PASSWORD };
  });
}

function requireOurs(data: string): void {
  if (isEmpty(data) || existsSync(join(data, MARK))) return;
  throw new ForeignFolder(
    `The folder ${data} holds something that is no practice community: nothing was touched. Choose another with --data.`,
  );
}

function isEmpty(folder: string): boolean {
  return !existsSync(folder) || readdirSync(folder).length === 0;
}

/** Takes a folder away. Throws where another process has it. */
function clear(folder: string): void {
  if (!existsSync(folder)) return;
  if (!isEmpty(folder)) holdFolder(folder).release();
  rmSync(folder, { recursive: true, force: true });
}
