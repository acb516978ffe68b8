import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { findMeta, saveMeta } from '../database/meta';
import type { Store } from '../database/open';
import type { CommunityKeys } from '../identity/certificate';
import { fingerprintOf } from '../identity/fingerprint';
import { drawLongCode } from './codes';
import { openIdentifiers, type Identifiers } from './identifiers';
import { findPlace } from './place';

/** What a database is: whose community, and which log of events. */
export interface Foundation {
  community: { id: number; key: string };
  /** 64 random bits, new at creation and in every copy: cursors of another log mean nothing here. */
  log: string;
  ids: Identifiers;
  /** Signs the addresses of content. */
  contentKey: Buffer;
  /** Signs the certificates of the community's hosts. */
  keys: CommunityKeys;
}

/**
 * Reads what a database is, making its community, key and log when it is new. `now` gives Unix seconds,
 * `registration` says who may come into a community that is made here.
 */
export function openFoundation(
  store: Store,
  now: () => number,
  registration: 'open' | 'invite' | 'closed' = 'open',
): Foundation {
  const { raw } = store.writer;
  const place = findPlace(store);
  const ids = openIdentifiers(raw, place.name, now);
  return raw.transaction(() => {
    const community = findCommunity(raw) ?? createCommunity(raw, ids.next(), now(), registration);
    const kept = place.isArrival ? undefined : findMeta(raw, 'log');
    const log = kept ?? saveMeta(raw, 'log', randomBytes(8).toString('hex'));
    ids.save();
    place.settle();
    return {
      community: { id: community.id, key: fingerprintOf(community.public_key) },
      log,
      ids,
      contentKey: community.content_key,
      keys: { privateKey: community.private_key, publicKey: community.public_key },
    };
  })();
}

interface CommunityRow {
  id: number;
  private_key: Buffer;
  public_key: Buffer;
  content_key: Buffer;
}

function findCommunity(raw: Database): CommunityRow | undefined {
  return raw.prepare('SELECT id, private_key, public_key, content_key FROM community LIMIT 1').get() as
    CommunityRow | undefined;
}

function createCommunity(raw: Database, id: number, now: number, registration: string): CommunityRow {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const secret = privateKey.export({ type: 'pkcs8', format: 'der' });
  const contentKey = randomBytes(32);
  const open = publicKey.export({ type: 'spki', format: 'der' });
  raw
    .prepare(
      `INSERT INTO community (id, name, registration, private_key, public_key, content_key, setup_code, created_at)
       VALUES (?, 'Courtyard', ?, ?, ?, ?, ?, ?)`,
    )
    .run(id, registration, secret, open, contentKey, drawLongCode(), now);
  return { id, private_key: secret, public_key: open, content_key: contentKey };
}
