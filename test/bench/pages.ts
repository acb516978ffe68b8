import type { Bench } from './measures';
import type { PagesJob, PagesResult } from './processes/pages';
import { dialogId, LARGE, messageId, personId, tokenOf } from './seed';
import { median } from './table';

/** Measures the time, script size and memory of the built pages in a real browser. */
export async function measureInterface(bench: Bench): Promise<void> {
  await measureLoads(bench);
  await measureWeights(bench);
  await measureOpening(bench);
  await measureScrolling(bench);
  await measureHeap(bench);
}

const CHAT = `#/chats/${dialogId(LARGE)}`;

async function measureLoads(bench: Bench): Promise<void> {
  const times = await used(bench, 'load', [CHAT]);
  const middle = (name: string) => median(times[name] ?? []);
  for (const state of ['cold', 'warm'] as const) {
    const floor = middle(`bare ${state}`);
    const isCold = state === 'cold';
    bench.table.note(isCold ? 'paintCold' : 'paintWarm', { ours: middle(`ours ${state}`), floor });
    bench.table.note(isCold ? 'readyCold' : 'readyWarm', { ours: middle(`ready ${state}`), floor });
  }
}

/** Table row -> URL of the view. */
const VIEWS = {
  scriptFeed: '#/feed',
  scriptPeople: '#/people',
  scriptPerson: `#/people/u${personId(1)}`,
  scriptMusic: '#/music',
  scriptFiles: '#/files',
  scriptVideos: '#/videos',
  scriptSearch: '#/search',
  scriptNotifications: '#/notifications',
  scriptSettings: '#/settings/profile',
} as const;

async function measureWeights(bench: Bench): Promise<void> {
  const weights = await used(bench, 'weigh', [CHAT, ...Object.values(VIEWS)]);
  const weightOf = (place: string) => ({ ours: weights[place]?.[0] ?? NaN });
  bench.table.note('scriptFirst', weightOf(CHAT));
  for (const key of Object.keys(VIEWS) as (keyof typeof VIEWS)[]) bench.table.note(key, weightOf(VIEWS[key]));
}

const PLACES = 8;

async function measureOpening(bench: Bench): Promise<void> {
  const dialogs = await asked<{ ID: number }[]>(bench, '/dialogs');
  const { times = [] } = await used(
    bench,
    'open',
    dialogs.map(({ ID }) => `#/chats/${ID}`),
  );
  bench.table.note('openChatMedian', { ours: median(times) });
  bench.table.note('openChat', { ours: tailOf(times) });
  const old = await used(bench, 'old', await oldPlaces(bench, PLACES));
  bench.table.note('openOld', { ours: tailOf(old['times'] ?? []) });
}

const SLOW_FRAME_MS = 32;

async function measureScrolling(bench: Bench): Promise<void> {
  const { frames = [], nodes = [] } = await used(bench, 'scroll', await oldPlaces(bench, 2));
  const slow = frames.filter((time) => time > SLOW_FRAME_MS).length;
  bench.table.note('scrollSlow', { ours: (100 * slow) / frames.length });
  bench.table.note('scrollNodes', { ours: Math.max(...nodes) });
}

async function measureHeap(bench: Bench): Promise<void> {
  const places = [CHAT, ...Object.values(VIEWS), `#/chats/${dialogId(LARGE + 1)}`];
  const { megabytes = [] } = await used(bench, 'memory', places);
  // Until each view was opened twice, memory grows by what the pages cache permanently.
  const steady = megabytes.slice(2);
  const half = steady.length / 2;
  bench.table.note('heapGrowth', { ours: median(steady.slice(half)), floor: median(steady.slice(0, half)) });
}

/** Returns links to messages of different ages in the largest dialog. */
async function oldPlaces(bench: Bench, count: number): Promise<string[]> {
  const places: string[] = [];
  for (let place = 1; place <= count; place++) {
    const from = messageId(Math.floor((bench.messages * place) / (count + 1)));
    const path = `/dialogs/${dialogId(LARGE)}/messages?limit=1&last_id=${from}`;
    const [message] = await asked<{ ID: number }[]>(bench, path);
    places.push(`${CHAT}/${message?.ID}`);
  }
  return places;
}

function used(
  { pages, program, seconds }: Bench,
  what: PagesJob['what'],
  places: string[],
): Promise<PagesResult> {
  return pages.do({ what, url: program.url, token: tokenOf(0), person: personId(0), places, seconds });
}

async function asked<T>({ program }: Bench, path: string): Promise<T> {
  const response = await fetch(program.url + path, { headers: { token: tokenOf(0) } });
  if (!response.ok) throw new Error(`${path} was refused: ${response.status}`);
  return (await response.json()) as T;
}

/** Returns the 95th percentile. */
function tailOf(times: number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(0.95 * (times.length - 1))] ?? NaN;
}
