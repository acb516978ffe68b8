import type { SignedIn } from '../../../shared/bridge';
import type { Outbox } from '../../outbox/outbox';
import type { LiveReplica } from '../../replica/live-replica';
import { replicaContext } from '../../replica/replica-context';
import type { ContentListener, ContextFactory } from '../../replica/replica';
import { ReplicaFiles } from '../../replica/replica-files';
import type { KnownPresence } from './known-presence';
import { unixNow } from '../../unix-time';

/** Whose replica it is, of which community, and where it is stored. */
export interface SyncedReplicaOptions {
  signedIn: SignedIn;
  /** The community's ID and the fingerprint of its key. */
  community: { id: number; key: string };
  /** The program's version. */
  version: string;
  /** Where the replica is stored: a folder, and a name of letters, digits and hyphens. */
  replica: { folder: string; name: string };
  outbox: Outbox;
  /** Called with what the person can no longer see, because they lost access to where it was. */
  onContentLost?: ContentListener;
}

/**
 * The replica files of a community hosted elsewhere: their handlers answer as this person, who is the caller of each
 * call.
 */
export function replicaFilesOf(
  { replica, signedIn, community, version, outbox, onContentLost }: SyncedReplicaOptions,
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
      now: unixNow,
      log: () => live().replica.cursor ?? { log: '', seq: 0 },
      version,
      presence,
      uploads: outbox.uploads,
    });
  return new ReplicaFiles(replica, signedIn.id, contextOf, (lost) => onContentLost?.(lost));
}
