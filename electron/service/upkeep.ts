import { EVENTS_KEPT, LIFETIMES } from '../../shared/limits';
import type { Db, Store } from '../database/open';
import { deleteOldCommands } from './commands';
import { deleteEventsUpTo } from './events-queries';
import type { Shared } from './shared';

/** The write-ahead log is moved into the file from this size on, and whatever its size when nothing happens. */
const CHECKPOINT_BYTES = 4 * 1024 * 1024;
const EVERY_SECOND = 1000;
/** Housekeeping follows the clock of the machine, once a minute. */
const SWEEP_EVERY = 60;

export interface Upkeep {
  /** Notes that a token was used. */
  touch: (caller: { id: number; tokenId: number; lastBeen: number }) => void;
  /** Writes what waits and stops. */
  close: () => Promise<void>;
}

/** What a running service does beside its calls: checkpoints, last-seen times, forgetting what has expired. */
export function startUpkeep(store: Store, shared: Shared, now: () => number, seq: () => number): Upkeep {
  const touched = new Map<number, number>();
  let ticks = 0;
  const timer = setInterval(() => {
    store.checkpoint(CHECKPOINT_BYTES);
    if (++ticks % SWEEP_EVERY !== 0) return;
    shared.sweep();
    void sweep().catch(() => undefined);
  }, EVERY_SECOND);
  timer.unref();

  return {
    touch: ({ id, tokenId, lastBeen }) => {
      if (now() - lastBeen >= SWEEP_EVERY) touched.set(tokenId, id);
    },
    close: async () => {
      clearInterval(timer);
      await writeTouched();
    },
  };

  async function sweep(): Promise<void> {
    await writeTouched();
    await store.writer.run(() => forgetExpired(store.writer.db, now(), seq()));
    await store.writer.run(() => mergeSearch(store));
    store.checkpoint(0);
  }

  async function writeTouched(): Promise<void> {
    const tokens = new Map(touched);
    touched.clear();
    for (const person of shared.present()) tokens.set(-person, person);
    if (tokens.size === 0) return;
    await store.writer.run(() => writeLastBeen(store.writer.db, tokens, now()));
  }
}

async function writeLastBeen(db: Db, tokens: Map<number, number>, now: number): Promise<void> {
  const ids = [...tokens.keys()].filter((id) => id > 0);
  const people = [...new Set(tokens.values())];
  if (ids.length > 0) await db.updateTable('token').set({ last_been: now }).where('id', 'in', ids).execute();
  await db.updateTable('person').set({ last_been: now }).where('id', 'in', people).execute();
}

async function forgetExpired(db: Db, now: number, seq: number): Promise<void> {
  await deleteOldCommands(db, now - LIFETIMES.command);
  await deleteEventsUpTo(db, seq - EVENTS_KEPT, now - LIFETIMES.event);
  await db.deleteFrom('registration').where('expires_at', '<', now).execute();
  await db.deleteFrom('code').where('expires_at', '<', now).execute();
  await db
    .deleteFrom('token')
    .where('kind', '=', 'session')
    .where('last_been', '<', now - LIFETIMES.session)
    .execute();
}

/** Merging waits for quiet times, so that no single message pays for it. */
async function mergeSearch(store: Store): Promise<void> {
  store.writer.raw.prepare("INSERT INTO message_search (message_search, rank) VALUES ('merge', 500)").run();
  return Promise.resolve();
}
