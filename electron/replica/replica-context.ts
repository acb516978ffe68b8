import type { OnlineStatus } from '../../shared/contract/records';
import type { Caller, ServiceParts, ReadContext } from '../service/context';
import type { Db } from '../database/db';
import { immediateIndex } from '../service/search/message-index';
import { offlineStub } from './offline-stub';
import { pendingContent, type WaitingUploads } from './pending-content';

/** What a replica knows of its community beside the rows. */
export interface ReplicaOf {
  community: { id: number; key: string };
  caller: Caller;
  /** Unix seconds. */
  now: () => number;
  log: () => { log: string; seq: number };
  version: string;
  /** Who is online, as far as the host has said. */
  presence: Pick<ServiceParts['ephemeral']['presence'], 'isPresent' | 'statusOf' | 'remaining'>;
  /** Uploads that wait to be sent; absent where nothing does. */
  uploads?: WaitingUploads;
}

/**
 * A context in which the handlers of the host read from a replica. What needs the host itself throws `unavailable`, so
 * that the call goes there.
 */
export function replicaContext(db: Db, of: ReplicaOf): ReadContext {
  return offlineStub<ReadContext>({
    db,
    caller: of.caller,
    session: NO_SESSION,
    now: of.now,
    nowForAges: of.now,
    community: of.community,
    version: of.version,
    eventLog: of.log,
    contentUrls: offlineStub<ServiceParts['contentUrls']>({ urlOf: contentUrl }),
    ephemeral: offlineStub<ServiceParts['ephemeral']>({
      presence: offlineStub<ServiceParts['ephemeral']['presence']>({
        isPresent: (person: number) => of.presence.isPresent(person),
        statusOf: (person: number, chosen: OnlineStatus) => of.presence.statusOf(person, chosen),
        presentPeople: () => [],
        get remaining() {
          return of.presence.remaining;
        },
      }),
    }),
    messageIndex: immediateIndex,
    // What is looked at in a replica is not counted as a view.
    viewCounter: offlineStub<ServiceParts['viewCounter']>({ record: () => undefined }),
    health: offlineStub<ServiceParts['health']>({ readOnlyReason: null }),
    hosting: offlineStub<ServiceParts['hosting']>({ successor: null }),
    sharing: offlineStub<ServiceParts['sharing']>({ certificate: null }),
    ...(of.uploads && pendingContent(of.uploads)),
  });
}

const NO_SESSION: ReadContext['session'] = { token: null, address: '', userAgent: '' };

/** Path of a content without a signature: the desktop answers it from its cache or fetches it from the host. */
function contentUrl(kind: string, id: number, name: string): string {
  return `/content/${kind}/${id}/${encodeURIComponent(name.toWellFormed()) || 'content'}`;
}
