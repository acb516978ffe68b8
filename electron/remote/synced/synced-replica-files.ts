import type { LiveReplica } from '../../replica/live-replica';
import { replicaContext } from '../../replica/replica-context';
import type { ContextFactory } from '../../replica/replica';
import { ReplicaFiles } from '../../replica/replica-files';
import type { KnownPresence } from './known-presence';
import type { SyncedCommunityOptions } from './synced-community';

/** The replica files of a community hosted elsewhere: their handlers answer as this person, who is the caller of each call. */
export function replicaFilesOf(
  { replica, signedIn, community, version, outbox, onContentLost }: SyncedCommunityOptions,
  { presence, live }: { presence: KnownPresence; live: () => LiveReplica },
): ReplicaFiles {
  const contextOf: ContextFactory = (db, holdings) =>
    replicaContext(db, {
      community,
      caller: {
        id: signedIn.id,
        tokenId: 0,
        get role() {
          return holdings.role();
        },
      },
      now: () => Math.floor(Date.now() / 1000),
      log: () => live().replica.cursor ?? { log: '', seq: 0 },
      version,
      presence,
      uploads: outbox.uploads,
    });
  return new ReplicaFiles(replica, signedIn.id, contextOf, (lost) => onContentLost?.(lost));
}
