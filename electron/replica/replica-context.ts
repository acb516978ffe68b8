import { AppError } from '../../shared/errors';
import type { Caller, Host, ReadContext } from '../service/context';
import type { Db } from '../database/db';

/** What a replica knows of its community beside the rows. */
export interface ReplicaOf {
  community: { id: number; key: string };
  caller: Caller;
  /** Unix seconds. */
  now: () => number;
  log: () => { log: string; seq: number };
  version: string;
  /** Who is online, as far as the host has said. */
  presence: Pick<Host['ephemeral'], 'isPresent' | 'isIdle' | 'remaining'>;
}

/**
 * A context in which the handlers of the host read from a replica. What needs the host itself throws `unavailable`, so that
 * the call goes there.
 */
export function replicaContext(db: Db, of: ReplicaOf): ReadContext {
  return onlyHost<ReadContext>({
    db,
    caller: of.caller,
    session: NO_SESSION,
    now: of.now,
    nowForAges: of.now,
    community: of.community,
    version: of.version,
    eventLog: of.log,
    addresses: onlyHost<Host['addresses']>({ urlOf: contentUrl }),
    ephemeral: onlyHost<Host['ephemeral']>({
      isPresent: (person: number) => of.presence.isPresent(person),
      isIdle: (person: number) => of.presence.isIdle(person),
      presentPeople: () => [],
      get remaining() {
        return of.presence.remaining;
      },
    }),
    // What is looked at in a replica is not counted as a view.
    viewCounter: onlyHost<Host['viewCounter']>({ record: () => undefined }),
    health: onlyHost<Host['health']>({ readOnlyReason: null }),
    sharing: onlyHost<Host['sharing']>({ certificate: null }),
  });
}

const NO_SESSION: ReadContext['session'] = { token: null, address: '', userAgent: '' };

/** Path of a content without a signature: the desktop answers it from its cache or fetches it from the host. */
function contentUrl(kind: string, id: number, name: string): string {
  return `/content/${kind}/${id}/${encodeURIComponent(name.toWellFormed()) || 'content'}`;
}

/** An object of which only the given parts can be used; any other one throws `unavailable`. */
function onlyHost<T extends object>(parts: Partial<T>): T {
  return new Proxy(parts as T, {
    get: (target, name) => {
      if (name in target) return Reflect.get(target, name) as unknown;
      throw new AppError('unavailable', 'Only the host can answer this.');
    },
  });
}
