import Database from 'better-sqlite3';
import { Replica } from '../../electron/replica/replica';
import { replicaContext } from '../../electron/replica/replica-context';
import { ReplicaReader } from '../../electron/replica/replica-reader';
import { ReplicaSync } from '../../electron/replica/replica-sync';
import type { TestPerson, TestService } from './community';

/** A replica of a person, in memory unless a file is given, synced by calls of that person. */
export function replicaOf(
  t: TestService,
  person: TestPerson,
  {
    database = new Database(':memory:'),
    community = 1,
  }: { database?: string | Database.Database; community?: number } = {},
) {
  const replica = new Replica(database, person.id, (db) =>
    replicaContext(db, {
      community: { id: community, key: '' },
      caller: { id: person.id, role: 'member', tokenId: 0 },
      now: () => t.clock.seconds,
      log: () => ({ log: '', seq: 0 }),
      version: '',
      presence: { isPresent: () => false, isIdle: () => false, remaining: new Map() },
    }),
  );
  const sync = new ReplicaSync({
    replica,
    call: (name, input) => person.call(name, input),
    now: () => t.clock.seconds,
  });
  return { replica, sync, reader: new ReplicaReader(replica) };
}

/** Removes what only the host can know: signed URLs, who is online right now, and popularity of the week. */
export function comparable(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, part: unknown) =>
      key === 'Url' || key === 'Fire' || key === 'Online' ? undefined : part,
    ),
  );
}
