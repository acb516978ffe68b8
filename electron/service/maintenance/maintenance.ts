import type { Logger } from 'pino';
import { MIN_EVENTS, MAX_EVENTS, LIFETIMES } from '../../../shared/limits';
import type { Sweeper } from '../../content/sweep';
import type { Db, Store } from '../../database/open';
import { correctTimes, saveClockState } from './clock-queries';
import type { ClockWatch } from './clock-watch';
import { deleteOldCommands } from '../idempotency/commands';
import { deleteOldEvents } from '../events/queries';
import { firstIdentifierOf } from '../identifiers';
import { backfillSearch } from '../search/backfill';
import type { ResumableUploadStore } from '../uploads/resumable';
import { clearRemovedPost, findRemovedPost } from '../posts/cleanup-queries';
import type { EphemeralState } from '../ephemeral-state';
import { dayOf, type ViewCounter } from '../content/view-counts';
import { deleteOldViews, insertViews } from '../content/view-counts-queries';
import {
  clearClosedDialog,
  deleteExpired,
  findClosedDialog,
  findLastContentSweep,
  saveLastContentSweep,
  updateLastBeen,
} from './queries';

/** WAL size from which a checkpoint is made even while the service is busy. */
const CHECKPOINT_BYTES = 8 * 1024 * 1024;
const TICK_MS = 1000;
/** Ticks between sweeps: one minute. */
const SWEEP_TICKS = 60;
/** Seconds between content sweeps, also of different runs. If one can't run, it is retried with the next sweep. */
const CONTENT_SWEEP_INTERVAL = 3600;

/** Views stored in one transaction; other writes wait that long. */
const VIEWS_PER_WRITE = 500;

export interface Maintenance {
  /** Records that a token was used. */
  touch: (caller: { id: number; tokenId: number; lastBeen: number }) => void;
  /** Writes pending data and stops. */
  close: () => Promise<void>;
}

export interface MaintenanceOptions {
  store: Store;
  sweeper: Sweeper;
  resumable: ResumableUploadStore;
  ephemeral: EphemeralState;
  viewCounter: ViewCounter;
  /** Unix seconds. */
  now: () => number;
  clockWatch: ClockWatch;
  /** Whether this process deletes what has expired: one of those that serve the community. */
  isLeader: () => boolean;
  /** Returns the Seq of the last event. */
  seq: () => number;
  logger: Logger;
}

/**
 * Starts the background work of the service: checkpoints, last-seen times, view counts, and deleting what has expired.
 */
export function startMaintenance(options: MaintenanceOptions): Maintenance {
  const { store, sweeper, resumable, ephemeral, viewCounter, now, clockWatch, seq, logger } = options;
  const { nowForAges } = clockWatch;
  const { writer } = store;
  const usedTokens = new Map<number, number>();
  let ticks = 0;
  let sweeping: Promise<void> | null = null;
  let isSearchComplete = false;
  let backfilling: Promise<void> | null = null;
  let isClosing = false;
  const logFailure = (error: unknown) => logger.error({ err: error }, 'maintenance failed');
  const timer = setInterval(() => {
    store.checkpoint(CHECKPOINT_BYTES).catch(logFailure);
    if (!isSearchComplete && store.writer.isWritable) {
      backfilling ??= completeSearch()
        .catch(logFailure)
        .finally(() => (backfilling = null));
    }
    if (++ticks % SWEEP_TICKS !== 0) return;
    store.health.checkWhenDue();
    ephemeral.sweep();
    sweeping ??= sweep()
      .catch(logFailure)
      .finally(() => (sweeping = null));
  }, TICK_MS);
  timer.unref();

  return {
    touch: ({ id, tokenId, lastBeen }) => {
      // The difference is absolute because a clock that was ahead may have been set back.
      if (Math.abs(now() - lastBeen) >= SWEEP_TICKS) usedTokens.set(tokenId, id);
    },
    close: async () => {
      clearInterval(timer);
      isClosing = true;
      await sweeping;
      await backfilling;
      if (!store.writer.isWritable) return;
      // A full disk must not prevent closing.
      await writeClock().catch(logFailure);
      await writeLastSeen().catch(logFailure);
      await writeViews().catch(logFailure);
    },
  };

  async function sweep(): Promise<void> {
    if (!store.writer.isWritable) return;
    await writeClock();
    await writeLastSeen();
    await writeViews();
    // Another process may have a data folder of its own.
    if (!options.isLeader()) return resumable.removeOrphans();
    await writer.run(() => deleteExpired(writer.db, nowForAges(), nowForAges() - LIFETIMES.session));
    await resumable.sweep();
    await inBatches((db) => deleteOldCommands(db, nowForAges() - LIFETIMES.command));
    await inBatches((db) => deleteOldEvents(db, seq() - MIN_EVENTS, nowForAges() - LIFETIMES.event));
    await inBatches((db) => deleteOldEvents(db, seq() - MAX_EVENTS, Infinity));
    // Views of today and yesterday are still needed to count each person once.
    await inBatches((db) => deleteOldViews(db, dayOf(nowForAges()) - 1));
    await inBatches(clearOnePost);
    await inBatches(clearOneDialog);
    await sweepContentWhenDue();
    await store.checkpoint(0);
  }

  /** Indexes what an earlier version stored, once after an update. */
  async function completeSearch(): Promise<void> {
    await inBatches(backfillSearch);
    if (!isClosing) isSearchComplete = true;
  }

  async function sweepContentWhenDue(): Promise<void> {
    const begun = nowForAges();
    // The difference is absolute because a clock that was ahead may have been set back.
    const elapsed = Math.abs(begun - (await store.read(findLastContentSweep)));
    if (elapsed < CONTENT_SWEEP_INTERVAL || (await sweeper.run()) === null) return;
    await writer.run(() => saveLastContentSweep(writer.db, begun));
  }

  /** Corrects times stored while the clock was ahead, and stores the clock state for the next run. */
  async function writeClock(): Promise<void> {
    const { correction } = clockWatch;
    await writer.run(async () => {
      if (correction) await correctTimes(writer.db, correction, firstIdentifierOf(correction.from));
      await saveClockState(writer.db, clockWatch.state);
    });
    if (!correction) return;
    clockWatch.setCorrected(correction);
    logger.warn({ seconds: correction.by }, 'corrected times stored while the clock was ahead');
  }

  async function writeLastSeen(): Promise<void> {
    const tokens = [...usedTokens.keys()];
    const departures = new Map(ephemeral.presence.remaining);
    const present = [...usedTokens.values(), ...ephemeral.presence.presentPeople()].map(
      (person) => [person, now()] as const,
    );
    const people = new Map([...present, ...departures]);
    usedTokens.clear();
    if (people.size === 0) return;
    await writer.run(() => updateLastBeen(writer.db, { tokens, people, now: now() }));
    ephemeral.presence.clearDepartures(departures);
  }

  async function writeViews(): Promise<void> {
    const views = viewCounter.take();
    for (let from = 0; from < views.length; from += VIEWS_PER_WRITE)
      await writer.run(() => insertViews(writer.db, views.slice(from, from + VIEWS_PER_WRITE)));
  }

  /** Runs a step in one transaction after another until it returns false. */
  async function inBatches(step: (db: Db) => Promise<boolean>): Promise<void> {
    let hasMore = true;
    while (hasMore && !isClosing) hasMore = await writer.run(() => step(writer.db));
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
