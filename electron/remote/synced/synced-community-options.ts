import type { RetryDelays } from '../../../shared/client/backoff';
import type { RemoteCommunity } from '../remote-community';
import type { SyncedReplicaOptions } from './synced-replica-files';

/** What a synced community is made of, and whom it tells. */
export interface SyncedCommunityOptions extends SyncedReplicaOptions {
  remote: Pick<RemoteCommunity, 'answer' | 'call' | 'connect' | 'uploads' | 'endSilentConnections'>;
  /** The program's name in the person's list of devices. */
  client: string;
  /** When the host was last heard (Unix seconds). */
  seen: number;
  /** Milliseconds between attempts to connect, and to send what the host didn't take. */
  retryDelays?: RetryDelays;
  /** Called when the host came or went. */
  onChange: () => void;
  /** Called when the replica has caught up with a host that came: content may be fetched ahead. */
  onCaughtUp?: () => void;
  /** Called when the host no longer accepts the token, although the person has not signed out. */
  onRevoked?: () => void;
  /** Called when the community's name, picture or settings changed. */
  onDescription?: () => void;
}
