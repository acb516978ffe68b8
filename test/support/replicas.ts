import Database from 'better-sqlite3';
import { openReplicaDatabase } from '../../electron/replica/replica-database';
import { Replica, type ContentListener, type ContextFactory } from '../../electron/replica/replica';
import { replicaContext } from '../../electron/replica/replica-context';
import { ReplicaReader } from '../../electron/replica/replica-reader';
import { ReplicaSync, type SyncCall } from '../../electron/replica/replica-sync';
import type { TestPerson, TestService } from './community';

export interface ReplicaOptions {
  database?: string | Database.Database;
  community?: number;
  /** Calls the host; by default as the person, and without failing. */
  call?: SyncCall;
  onContentLost?: ContentListener;
}

/** A replica of a person, in memory unless a file is given, synced by calls of that person. */
export function replicaOf(
  t: TestService,
  person: TestPerson,
  {
    database = new Database(emptyReplica()),
    community = 1,
    call = (name, input) => person.call(name, input),
    onContentLost,
  }: ReplicaOptions = {},
) {
  const contextOf: ContextFactory = (db) =>
    replicaContext(db, {
      community: { id: community, key: '' },
      caller: { id: person.id, role: 'member', tokenId: 0 },
      now: () => t.clock.seconds,
      log: () => ({ log: '', seq: 0 }),
      version: '',
      presence: { isPresent: () => false, statusOf: (_person, chosen) => chosen, remaining: new Map() },
    });
  const replica = new Replica(database, person.id, contextOf, onContentLost);
  const sync = new ReplicaSync({
    replica,
    call,
    now: () => t.clock.seconds,
  });
  return { replica, sync, reader: new ReplicaReader(replica) };
}

/** Returns a replica that holds nothing yet: opening it takes a tenth of the time of making one. */
export function emptyReplica(): Buffer {
  if (!empty) {
    const { raw } = openReplicaDatabase(new Database(':memory:'));
    empty = raw.serialize();
    raw.close();
  }
  return empty;
}

let empty: Buffer | undefined;

/** Removes what only the host can know: signed URLs, who is online right now, and popularity of the week. */
export function comparable(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, part: unknown) =>
      key === 'Url' || key === 'Fire' || key === 'Online' ? undefined : part,
    ),
  );
}
