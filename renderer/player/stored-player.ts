import { readStored, store } from '../api/storage';
import { EMPTY, type Entry, type Queue } from './queue/queue';

/** Player state stored per person across page loads. */
export interface StoredPlayer {
  queue: Queue;
  /** Position in the current track, in seconds. */
  time: number;
}

type Line = [key: number, track: number];
type StoredTime = [track: number, seconds: number];
type StoredQueue = Pick<Queue, 'at' | 'source' | 'repeat' | 'lastKey'> & {
  current: Line | null;
  chosen: Line[];
  order: Line[];
  unshuffled: Line[] | null;
};

/** Returns the stored player state of a person, or an empty queue if nothing is stored. */
export function readStoredPlayer(person: number): StoredPlayer {
  const stored = readStored<StoredQueue>(queueKey(person));
  if (!stored) return { queue: EMPTY, time: 0 };
  const place = readStored<StoredTime>(timeKey(person));
  const { current, chosen, order, unshuffled, ...rest } = stored;
  const queue = {
    ...rest,
    current: current && entry(current),
    chosen: chosen.map(entry),
    order: order.map(entry),
    unshuffled: unshuffled?.map(entry) ?? null,
  };
  // A position of another track was stored by a window that played something else.
  const isOfTrack = Array.isArray(place) && place[0] === queue.current?.track;
  return { queue, time: isOfTrack ? place[1] : 0 };
}

/** Stores the queue. Separate from the time, so that a long list is written only when it changes. */
export function storeQueue(person: number, queue: Queue): void {
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

/** Stores the position in the current track, in seconds. */
export function storeTime(person: number, track: number, seconds: number): void {
  store(timeKey(person), [track, Math.round(seconds * 10) / 10] satisfies StoredTime);
}

/** The volume on this device, from 0 to 1, and whether it is muted. */
export interface Volume {
  volume: number;
  isMuted: boolean;
}

/** Returns the stored volume; full if nothing is stored. */
export function readStoredVolume(): Volume {
  return readStored<Volume>(LOUD_KEY) ?? { volume: 1, isMuted: false };
}

/** Stores the volume on this device. */
export function storeVolume(volume: Volume): void {
  store(LOUD_KEY, volume);
}

const LOUD_KEY = 'courtyard.player.loud';
const queueKey = (person: number) => `courtyard.player.queue.${person}`;
const timeKey = (person: number) => `courtyard.player.time.${person}`;
const line = ({ key, track }: Entry): Line => [key, track];
const entry = ([key, track]: Line): Entry => ({ key, track });
