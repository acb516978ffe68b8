/** One place in a queue; the same track may stand in several. */
export interface Entry {
  key: number;
  track: number;
}

/** The list that plays: `key` tells lists apart, `name` is shown. */
export interface Source {
  key: string;
  name: string;
}

export type Repeat = 'off' | 'all' | 'one';

/** What plays, and what comes after it. Never changed: every verb below gives another one. */
export interface Queue {
  current: Entry | null;
  /** What the person put in line: it comes before the rest of the list. */
  chosen: readonly Entry[];
  /** The list in the order in which it is played. */
  order: readonly Entry[];
  /** Where in `order` it has come to; -1 before the first. */
  at: number;
  /** The order before it was shuffled; null while it isn't. */
  unshuffled: readonly Entry[] | null;
  source: Source | null;
  repeat: Repeat;
  lastKey: number;
}

export const EMPTY: Queue = {
  current: null,
  chosen: [],
  order: [],
  at: -1,
  unshuffled: null,
  source: null,
  repeat: 'off',
  lastKey: 0,
};

/** What plays by itself after those that were put in line. */
export function restOf(queue: Queue): readonly Entry[] {
  return queue.order.slice(queue.at + 1);
}

/** What plays when the track now ends; null where it stops there. */
export function comingUp(queue: Queue): Entry | null {
  if (queue.repeat === 'one') return queue.current;
  return advanced(queue)?.current ?? null;
}

/** Plays a list from one of its tracks on; what was put in line stays in line. */
export function withList(
  queue: Queue,
  tracks: readonly number[],
  index: number,
  source: Source,
  random: () => number,
): Queue {
  const [list, lastKey] = entriesOf(queue, tracks);
  const begun = {
    ...queue,
    order: list,
    at: index,
    current: list[index] ?? null,
    unshuffled: null,
    source,
    lastKey,
  };
  return queue.unshuffled ? shuffled(begun, random) : begun;
}

/** Puts tracks in line, before or after those that are there; what plays goes on. */
export function withChosen(queue: Queue, tracks: readonly number[], where: 'next' | 'last'): Queue {
  const [added, lastKey] = entriesOf(queue, tracks);
  const chosen = where === 'next' ? [...added, ...queue.chosen] : [...queue.chosen, ...added];
  if (queue.current) return { ...queue, chosen, lastKey };
  return { ...queue, current: chosen[0] ?? null, chosen: chosen.slice(1), lastKey };
}

/** Goes on to the next one; null where there is none. */
export function advanced(queue: Queue): Queue | null {
  const [first, ...chosen] = queue.chosen;
  if (first) return { ...queue, current: first, chosen };
  const next = queue.order[queue.at + 1];
  if (next) return { ...queue, current: next, at: queue.at + 1 };
  const [again] = queue.order;
  return queue.repeat === 'all' && again ? { ...queue, current: again, at: 0 } : null;
}

/** Goes back to the one before; null where there is none. */
export function steppedBack(queue: Queue): Queue | null {
  const here = queue.order[queue.at];
  // Something that was put in line has come between.
  if (here && queue.current?.key !== here.key) return { ...queue, current: here };
  const last = queue.order.length - 1;
  const at = queue.at > 0 ? queue.at - 1 : queue.repeat === 'all' ? last : -1;
  const before = queue.order[at];
  return before ? { ...queue, current: before, at } : null;
}

/** Goes to one that comes later; those in line before it are passed over. */
export function jumpedTo(queue: Queue, key: number): Queue {
  const inLine = queue.chosen.findIndex((entry) => entry.key === key);
  if (inLine >= 0) {
    return { ...queue, current: queue.chosen[inLine] ?? null, chosen: queue.chosen.slice(inLine + 1) };
  }
  const at = queue.order.findIndex((entry) => entry.key === key);
  return at < 0 ? queue : { ...queue, current: queue.order[at] ?? null, at };
}

/** The rest of the list in another order, which is the one shown and played; what plays comes first in it. */
export function shuffled(queue: Queue, random: () => number): Queue {
  if (queue.order.length === 0) return { ...queue, unshuffled: [] };
  const here = queue.order[queue.at];
  const others = queue.order.filter((entry) => entry !== here);
  for (let last = others.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [others[last], others[other]] = [others[other]!, others[last]!];
  }
  return { ...queue, order: here ? [here, ...others] : others, at: here ? 0 : -1, unshuffled: queue.order };
}

/** The order from before the shuffling, at the track that it has come to. */
export function unshuffled(queue: Queue): Queue {
  if (!queue.unshuffled) return queue;
  const here = queue.order[queue.at];
  const at = here ? queue.unshuffled.findIndex((entry) => entry.key === here.key) : -1;
  return { ...queue, order: queue.unshuffled, at, unshuffled: null };
}

/**
 * Puts one of those that come before another of them; before `null` it is the last of its part. One that is put among
 * those in line stands in line from then on.
 */
export function moved(queue: Queue, key: number, before: number | null, part: 'chosen' | 'rest'): Queue {
  const entry = [...queue.chosen, ...restOf(queue)].find((one) => one.key === key);
  if (!entry || key === before) return queue;
  const without = dropped(queue, (one) => one.key === key);
  if (part === 'chosen') return { ...without, chosen: inserted(without.chosen, entry, before) };
  const played = without.order.slice(0, without.at + 1);
  return {
    ...without,
    order: [...played, ...inserted(restOf(without), entry, before)],
    unshuffled: queue.unshuffled && inOrder(queue.unshuffled, entry),
  };
}

/** Takes those out that are meant; what plays goes on unless it is one of them. */
export function dropped(queue: Queue, isMeant: (entry: Entry) => boolean): Queue {
  const stays = (entry: Entry) => !isMeant(entry);
  const playedOut = queue.order.slice(0, queue.at + 1).filter(isMeant).length;
  return {
    ...queue,
    current: queue.current && stays(queue.current) ? queue.current : null,
    chosen: queue.chosen.filter(stays),
    order: queue.order.filter(stays),
    at: queue.at - playedOut,
    unshuffled: queue.unshuffled?.filter(stays) ?? null,
  };
}

/** Nothing comes after the track now. */
export function cleared(queue: Queue): Queue {
  const order = queue.order.slice(0, queue.at + 1);
  const kept = new Set(order.map((entry) => entry.key));
  return {
    ...queue,
    chosen: [],
    order,
    unshuffled: queue.unshuffled?.filter((entry) => kept.has(entry.key)) ?? null,
  };
}

function entriesOf(queue: Queue, tracks: readonly number[]): [Entry[], number] {
  const entries = tracks.map((track, index) => ({ key: queue.lastKey + 1 + index, track }));
  return [entries, queue.lastKey + tracks.length];
}

/** The order from before the shuffling: what came from the line stands behind the others there. */
function inOrder(entries: readonly Entry[], entry: Entry): readonly Entry[] {
  return entries.some((one) => one.key === entry.key) ? entries : [...entries, entry];
}

function inserted(entries: readonly Entry[], entry: Entry, before: number | null): Entry[] {
  const at = entries.findIndex((one) => one.key === before);
  return at < 0 ? [...entries, entry] : [...entries.slice(0, at), entry, ...entries.slice(at)];
}
