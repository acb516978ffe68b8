import Database from 'better-sqlite3';
import { openService, type Service } from '../../../electron/service';
import { TEST_SETTINGS, TestClock, testServiceOver, type TestPerson, type TestService } from '../community';

/** A community in memory that can be taken back to an earlier state, as from a backup. */
export interface RestorableHost {
  t: TestService;
  /** Returns a backup of the database. */
  backup: () => Promise<Buffer>;
  /**
   * Replaces the database by a backup, which gets an event log of its own; `change` may alter it before it is opened.
   */
  restore: (backup: Buffer, change?: (raw: Database.Database) => void) => Promise<void>;
  close: () => Promise<void>;
}

/** A host that has been prepared, with its people signed in. */
export interface PreparedHost<State> extends RestorableHost {
  people: TestPerson[];
  /** What the preparation returned. */
  state: State;
}

/**
 * Returns a function that opens hosts prepared in the same way. Only the first one is prepared; the others are restored
 * from its snapshot, which takes a tenth of the time.
 */
export function preparedHost<State extends object>(
  prepare: (t: TestService) => Promise<{ people: TestPerson[]; state: State }>,
): () => Promise<PreparedHost<State>> {
  let snapshot: { bytes: Buffer; people: TestPerson[]; state: State; seconds: number } | undefined;
  return async () => {
    const clock = new TestClock();
    if (!snapshot) {
      const first = await openHost(clock, null);
      const { people, state } = await prepare(first.t);
      snapshot = { bytes: await first.backup(), people, state, seconds: clock.seconds };
      await first.close();
    }
    clock.seconds = snapshot.seconds;
    const host = await openHost(clock, snapshot.bytes);
    const people = snapshot.people.map((one) => host.t.as(one.session, one));
    return { ...host, people, state: structuredClone(snapshot.state) };
  };
}

async function openHost(clock: TestClock, bytes: Buffer | null): Promise<RestorableHost> {
  const open = async (raw: Database.Database) => ({
    raw,
    service: await openService({ data: raw, settings: TEST_SETTINGS, now: () => clock.seconds * 1000 }),
  });
  let running = await open(bytes ? new Database(bytes) : new Database(':memory:'));
  const service = new Proxy({} as Service, {
    get: (_, key) => Reflect.get(running.service, key) as unknown,
  });
  return {
    t: testServiceOver(service, clock),
    backup: async () => {
      await running.service.settled();
      return running.raw.serialize();
    },
    restore: async (backup, change = () => undefined) => {
      await running.service.close();
      const raw = new Database(backup);
      // A database in memory does not notice that it was copied.
      raw.exec("DELETE FROM meta WHERE key = 'log'");
      change(raw);
      running = await open(raw);
    },
    close: () => running.service.close(),
  };
}
