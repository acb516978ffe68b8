import { readStored, store } from '../api/storage';
import { EMPTY, type Entry, type Queue } from './queue';

/** What of the player outlives the page, for each person by itself. */
export interface Kept {
  queue: Queue;
  /** Seconds into the track now. */
  time: number;
}

type Line = [key: number, track: number];
type StoredQueue = Pick<Queue, 'at' | 'source' | 'repeat' | 'lastKey'> & {
  current: Line | null;
  chosen: Line[];
  order: Line[];
  unshuffled: Line[] | null;
};

/** What a person has kept; an empty queue where that is nothing. */
export function readKept(person: number): Kept {
  const stored = readStored<StoredQueue>(queueKey(person));
  const time = readStored<number>(timeKey(person)) ?? 0;
  if (!stored) return { queue: EMPTY, time: 0 };
  const { current, chosen, order, unshuffled, ...rest } = stored;
  const queue = {
    ...rest,
    current: current && entry(current),
    chosen: chosen.map(entry),
    order: order.map(entry),
    unshuffled: unshuffled?.map(entry) ?? null,
  };
  return { queue, time };
}

/** A long list is written only when it is another. */
export function keepQueue(person: number, queue: Queue): void {
  if (queue === EMPTY) return void store(queueKey(person), undefined);
  const { current, chosen, order, unshuffled, ...rest } = queue;
  store(queueKey(person), {
    ...rest,
    current: current && line(current),
    chosen: chosen.map(line),
    order: order.map(line),
    unshuffled: unshuffled?.map(line) ?? null,
  } satisfies StoredQueue);
}

export function keepTime(person: number, seconds: number): void {
  store(timeKey(person), Math.round(seconds * 10) / 10);
}

/** How loud it is, on this device: 0 to 1, and whether it is silent for now. */
export interface Loud {
  volume: number;
  isMuted: boolean;
}

export function readLoud(): Loud {
  return readStored<Loud>(LOUD_KEY) ?? { volume: 1, isMuted: false };
}

export function keepLoud(loud: Loud): void {
  store(LOUD_KEY, loud);
}

const LOUD_KEY = 'courtyard.player.loud';
const queueKey = (person: number) => `courtyard.player.queue.${person}`;
const timeKey = (person: number) => `courtyard.player.time.${person}`;
const line = ({ key, track }: Entry): Line => [key, track];
const entry = ([key, track]: Line): Entry => ({ key, track });
