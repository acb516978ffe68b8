/** An entry of a queue; the same track may occur several times. */
export interface Entry {
  key: number;
  track: number;
}

/** The list that plays: `key` identifies it, `name` is displayed. */
export interface Source {
  key: string;
  name: string;
}

export type Repeat = 'off' | 'all' | 'one';

/** The current and the upcoming entries. Immutable: the functions below return a new queue. */
export interface Queue {
  current: Entry | null;
  /** Tracks the person queued; they play before the rest of the list. */
  chosen: readonly Entry[];
  /** The list in playback order. */
  order: readonly Entry[];
  /** Index of the current position in `order`; -1 before the first. */
  at: number;
  /** The order before shuffling; null if not shuffled. */
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

/** Returns the entries of the list that play after the queued ones. */
export function restOf(queue: Queue): readonly Entry[] {
  return queue.order.slice(queue.at + 1);
}

/** Returns the entry that plays when the current one ends; null if playback stops there. */
export function comingUp(queue: Queue): Entry | null {
  if (queue.repeat === 'one') return queue.current;
  return advanced(queue)?.current ?? null;
}

/** Starts a list at one of its tracks; queued tracks stay queued. */
export function withList(
  queue: Queue,
  tracks: readonly number[],
  index: number,
  source: Source,
  random: () => number,
): Queue {
  const [list, lastKey] = entriesOf(queue, tracks);
  const started = {
    ...queue,
    order: list,
    at: index,
    current: list[index] ?? null,
    unshuffled: null,
    source,
    lastKey,
  };
  return queue.unshuffled ? shuffled(started, random) : started;
}

/** Adds tracks before or after the queued ones; the current track stays. */
export function withChosen(queue: Queue, tracks: readonly number[], where: 'next' | 'last'): Queue {
  const [added, lastKey] = entriesOf(queue, tracks);
  const chosen = where === 'next' ? [...added, ...queue.chosen] : [...queue.chosen, ...added];
  if (queue.current) return { ...queue, chosen, lastKey };
  return { ...queue, current: chosen[0] ?? null, chosen: chosen.slice(1), lastKey };
}

/** Advances to the next entry; returns null if there is none. */
export function advanced(queue: Queue): Queue | null {
  const [first, ...chosen] = queue.chosen;
  if (first) return { ...queue, current: first, chosen };
  const next = queue.order[queue.at + 1];
  if (next) return { ...queue, current: next, at: queue.at + 1 };
  const [again] = queue.order;
  return queue.repeat === 'all' && again ? { ...queue, current: again, at: 0 } : null;
}

/** Steps back to the previous entry; returns null if there is none. */
export function steppedBack(queue: Queue): Queue | null {
  const here = queue.order[queue.at];
  // The current entry was queued by the person, so the list has not advanced.
  if (here && queue.current?.key !== here.key) return { ...queue, current: here };
  const last = queue.order.length - 1;
  const at = queue.at > 0 ? queue.at - 1 : queue.repeat === 'all' ? last : -1;
  const before = queue.order[at];
  return before ? { ...queue, current: before, at } : null;
}

/** Jumps to an upcoming entry and discards the queued ones before it. */
export function jumpedTo(queue: Queue, key: number): Queue {
  const inLine = queue.chosen.findIndex((entry) => entry.key === key);
  if (inLine >= 0) {
    return { ...queue, current: queue.chosen[inLine] ?? null, chosen: queue.chosen.slice(inLine + 1) };
  }
  const at = queue.order.findIndex((entry) => entry.key === key);
  return at < 0 ? queue : { ...queue, current: queue.order[at] ?? null, at };
}

/** Shuffles the list with the current entry first. The new order is displayed and played. */
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

/** Restores the order before shuffling, at the current entry of the list. */
export function unshuffled(queue: Queue): Queue {
  if (!queue.unshuffled) return queue;
  const here = queue.order[queue.at];
  const at = here ? queue.unshuffled.findIndex((entry) => entry.key === here.key) : -1;
  return { ...queue, order: queue.unshuffled, at, unshuffled: null };
}

/**
 * Moves an upcoming entry before another one; `null` moves it to the end of its part. An entry moved into `chosen`
 * becomes a queued one.
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

/** Removes the matching entries; the current one stays unless it matches. */
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

/** Removes all upcoming entries. */
export function cleared(queue: Queue): Queue {
  const order = queue.order.slice(0, queue.at + 1);
  const keys = new Set(order.map((entry) => entry.key));
  return {
    ...queue,
    chosen: [],
    order,
    unshuffled: queue.unshuffled?.filter((entry) => keys.has(entry.key)) ?? null,
  };
}

function entriesOf(queue: Queue, tracks: readonly number[]): [Entry[], number] {
  const entries = tracks.map((track, index) => ({ key: queue.lastKey + 1 + index, track }));
  return [entries, queue.lastKey + tracks.length];
}

/** Adds an entry to the order before shuffling; a queued one goes to its end. */
function inOrder(entries: readonly Entry[], entry: Entry): readonly Entry[] {
  return entries.some((one) => one.key === entry.key) ? entries : [...entries, entry];
}

function inserted(entries: readonly Entry[], entry: Entry, before: number | null): Entry[] {
  const at = entries.findIndex((one) => one.key === before);
  return at < 0 ? [...entries, entry] : [...entries.slice(0, at), entry, ...entries.slice(at)];
}
