import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { AppError } from '../../shared/errors';
import { DatabaseUnreadableError, isDiskFull } from '../database/failures';
import { findMeta, saveMeta } from '../database/meta';
import { requireUnused } from '../database/missing';
import type { Store } from '../database/open';
import type { CommunityKeys } from '../identity/certificate';
import { fingerprintOf } from '../identity/fingerprint';
import { drawLongCode } from './codes';
import { openIdentifiers, type Identifiers } from './identifiers';
import { findPlace } from './installation';

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
  /** The number of the last event. */
  seq: number;
}

/**
 * Reads what a database is, making its community, key and log when it is new. Where nothing can be written, it is only
 * read. `now` gives Unix seconds, `registration` says who may come into a community that is made here. Throws
 * DatabaseMissingError where it would be made among what an earlier one left.
 */
export function openFoundation(
  store: Store,
  now: () => number,
  registration: 'open' | 'invite' | 'closed' = 'open',
): Foundation {
  if (!store.health.isWritable) return readFoundation(store);
  try {
    return makeFoundation(store, now, registration);
  } catch (error) {
    const isMade = () => findCommunity(store.writer.raw) !== undefined;
    if (!isDiskFull(error) || !isMade()) throw error;
    store.health.noteFullDisk();
    return readFoundation(store);
  }
}

function makeFoundation(store: Store, now: () => number, registration: string): Foundation {
  const { raw } = store.writer;
  const place = findPlace(store);
  const ids = openIdentifiers(raw, place.name, now);
  return raw.transaction(() => {
    const community = findCommunity(raw) ?? createCommunity(store, ids.next(), now(), registration);
    const kept = place.isArrival ? undefined : findMeta(raw, 'log');
    const log = kept ?? saveMeta(raw, 'log', randomBytes(8).toString('hex'));
    ids.save();
    place.settle();
    return { ...foundationOf(community), log, ids, seq: findLastSeq(raw) };
  })();
}

/** Nothing is made in a database that is only read, so that no identifier is drawn either. */
function readFoundation({ writer: { raw } }: Store): Foundation {
  const community = findCommunity(raw);
  if (!community) throw new DatabaseUnreadableError();
  const log = findMeta(raw, 'log') ?? randomBytes(8).toString('hex');
  const ids: Identifiers = {
    number: 0,
    next: () => {
      throw new AppError('unavailable');
    },
    save: () => undefined,
  };
  return { ...foundationOf(community), log, ids, seq: findLastSeq(raw) };
}

function foundationOf(community: CommunityRow) {
  return {
    community: { id: community.id, key: fingerprintOf(community.public_key) },
    contentKey: community.content_key,
    keys: { privateKey: community.private_key, publicKey: community.public_key },
  };
}

function findLastSeq(raw: Database): number {
  const last = raw.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'event'").get() as
    { seq: number } | undefined;
  return last?.seq ?? 0;
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

function createCommunity(
  { folder, writer: { raw } }: Store,
  id: number,
  now: number,
  registration: string,
): CommunityRow {
  // A first start that was cut off leaves a schema without a community, and a mark in the lock, but nothing else.
  if (folder !== '') requireUnused(folder, 'no community', false);
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
