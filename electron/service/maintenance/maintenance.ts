import type { Logger } from 'pino';
import { EVENTS_KEPT, EVENTS_MOST, LIFETIMES } from '../../../shared/limits';
import type { Sweeper } from '../../content/sweep';
import type { Db, Store } from '../../database/open';
import { correctTimes, saveClockState } from './clock-queries';
import type { ClockWatch } from './clock-watch';
import { deleteOldCommands } from '../idempotency/commands';
import { deleteOldEvents } from '../events/queries';
import { firstIdentifierOf } from '../identifiers';
import type { Resumable } from '../uploads/resumable';
import { clearRemovedPost, findRemovedPost, mergePostSearch } from '../posts/upkeep-queries';
import type { Shared } from '../ephemeral-state';
import { dayOf, type Views } from '../content/view-counts';
import { deleteViewings, insertViewings } from '../content/view-counts-queries';
import {
  clearClosedDialog,
  deleteExpired,
  findClosedDialog,
  mergeMessageSearch,
  updateLastBeen,
} from './queries';

/** The write-ahead log is moved into the file from this size on, and whatever its size when nothing happens. */
const CHECKPOINT_BYTES = 4 * 1024 * 1024;
const EVERY_SECOND = 1000;
/** Housekeeping follows the clock of the machine, once a minute. */
const SWEEP_EVERY = 60;
/** Stored contents that nothing names are looked for once an hour, or as soon as that is possible then. */
const CONTENT_EVERY = 60 * SWEEP_EVERY;

export interface Upkeep {
  /** Notes that a token was used. */
  touch: (caller: { id: number; tokenId: number; lastBeen: number }) => void;
  /** Writes what waits and stops. */
  close: () => Promise<void>;
}

export interface UpkeepParts {
  store: Store;
  sweeper: Sweeper;
  resumable: Resumable;
  shared: Shared;
  views: Views;
  /** Unix seconds. */
  now: () => number;
  watch: ClockWatch;
  /** The last number of the log of events. */
  seq: () => number;
  logger: Logger;
}

/** What a running service does beside its calls: checkpoints, last-seen times, forgetting what has expired. */
export function startUpkeep(parts: UpkeepParts): Upkeep {
  const { store, sweeper, resumable, shared, views, now, watch, seq, logger } = parts;
  const { nowForAges } = watch;
  const { writer } = store;
  const touched = new Map<number, number>();
  let ticks = 0;
  let isContentDue = false;
  let sweeping: Promise<void> | null = null;
  let isClosing = false;
  const failed = (error: unknown) => logger.error({ err: error }, 'housekeeping failed');
  const timer = setInterval(() => {
    store.checkpoint(CHECKPOINT_BYTES).catch(failed);
    if (++ticks % SWEEP_EVERY !== 0) return;
    store.health.checkWhenDue();
    if (ticks % CONTENT_EVERY === 0) isContentDue = true;
    shared.sweep();
    sweeping ??= sweep()
      .catch(failed)
      .finally(() => (sweeping = null));
  }, EVERY_SECOND);
  timer.unref();

  return {
    touch: ({ id, tokenId, lastBeen }) => {
      // Either way: a clock that was ahead may have been set back.
      if (Math.abs(now() - lastBeen) >= SWEEP_EVERY) touched.set(tokenId, id);
    },
    close: async () => {
      clearInterval(timer);
      isClosing = true;
      await sweeping;
      if (!store.health.isWritable) return;
      // A full disk keeps nothing from being closed.
      await writeClock().catch(failed);
      await writeTouched().catch(failed);
      await writeViews().catch(failed);
    },
  };

  async function sweep(): Promise<void> {
    if (!store.health.isWritable) return;
    await writeClock();
    await writeTouched();
    await writeViews();
    await writer.run(() => deleteExpired(writer.db, nowForAges(), nowForAges() - LIFETIMES.session));
    await resumable.sweep();
    await inSteps((db) => deleteOldCommands(db, nowForAges() - LIFETIMES.command));
    await inSteps((db) => deleteOldEvents(db, seq() - EVENTS_KEPT, nowForAges() - LIFETIMES.event));
    await inSteps((db) => deleteOldEvents(db, seq() - EVENTS_MOST, Infinity));
    // Today and yesterday stay, whose views may still be counted.
    await inSteps((db) => deleteViewings(db, dayOf(nowForAges()) - 1));
    await inSteps(clearOnePost);
    await inSteps(clearOneDialog);
    if (isContentDue) await sweepBytes();
    await writer.run(() => mergeMessageSearch(writer.db));
    await writer.run(() => mergePostSearch(writer.db));
    await store.checkpoint(0);
  }

  async function sweepBytes(): Promise<void> {
    isContentDue = false;
    if ((await sweeper.run()) === null) isContentDue = true;
  }

  /** Corrects what was stored while the clock was ahead, and stores how it goes for the next run. */
  async function writeClock(): Promise<void> {
    const { correction } = watch;
    await writer.run(async () => {
      if (correction) await correctTimes(writer.db, correction, firstIdentifierOf(correction.from));
      saveClockState(writer.raw, watch.state);
    });
    if (!correction) return;
    watch.setCorrected(correction);
    logger.warn({ seconds: correction.by }, 'the clock was ahead: times were corrected');
  }

  async function writeTouched(): Promise<void> {
    const tokens = [...touched.keys()];
    const left = new Map(shared.left);
    const here = [...touched.values(), ...shared.present()].map((person) => [person, now()] as const);
    const people = new Map([...here, ...left]);
    touched.clear();
    if (people.size === 0) return;
    await writer.run(() => updateLastBeen(writer.db, { tokens, people, now: now() }));
    shared.forgetLeft(left);
  }

  async function writeViews(): Promise<void> {
    const viewings = views.take();
    if (viewings.length > 0) await writer.run(() => insertViewings(writer.db, viewings));
  }

  /** Takes a step at a time, each in a transaction of its own, until it says that nothing is left. */
  async function inSteps(step: (db: Db) => Promise<boolean>): Promise<void> {
    let isLeft = true;
    while (isLeft && !isClosing) isLeft = await writer.run(() => step(writer.db));
  }
}

async function clearOnePost(db: Db): Promise<boolean> {
  const post = await findRemovedPost(db);
  if (post === undefined) return false;
  await clearRemovedPost(db, post);
  return true;
}

async function clearOneDialog(db: Db): Promise<boolean> {
  const dialog = await findClosedDialog(db);
  if (dialog === undefined) return false;
  await clearClosedDialog(db, dialog);
  return true;
}
