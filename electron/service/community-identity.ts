import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Database } from 'better-sqlite3';
import { AppError } from '../../shared/errors';
import { DatabaseUnreadableError, isDiskFull } from '../database/sqlite-errors';
import { findMeta, saveMeta } from '../database/meta';
import { requireNoEarlierCommunity } from '../database/health/missing-database';
import type { Store } from '../database/open';
import type { CommunityKeys } from '../identity/certificate';
import { fingerprintOf } from '../identity/fingerprint';
import { findLastSeq, findTerm, insertTerm } from '../standby/term-queries';
import { generateLongCode } from './codes';
import { openIdentifiers, type Identifiers } from './identifiers';
import { detectInstallation } from './opening/installation';

/** Who may register. */
export type Registration = 'open' | 'invite' | 'closed';

/** What identifies a database: its community, keys and event log. */
export interface CommunityIdentity {
  community: { id: number; key: string };
  /** 64 random bits, new at creation and in every copy. Cursors of another log are invalid. */
  log: string;
  ids: Identifiers;
  /** Signs content URLs. */
  contentKey: Buffer;
  /** Signs the certificates of the community's hosts. */
  keys: CommunityKeys;
  /** Counts who hosts the community; this host's. */
  term: number;
  /** The Seq of the last event before that term. */
  termSeq: number;
  /** The Seq of the last event. */
  seq: number;
}

/**
 * Reads the identity of a database, creating community, keys and log on the first start. A read-only database is only
 * read. `now` returns Unix seconds; `registration` applies to a new community. Throws DatabaseMissingError if the
 * folder shows that a database was lost.
 */
export function openCommunityIdentity(
  store: Store,
  now: () => number,
  registration: Registration = 'open',
): CommunityIdentity {
  if (!store.writer.isWritable) return readIdentity(store);
  try {
    return loadOrCreateIdentity(store, now, registration);
  } catch (error) {
    const exists = () => findCommunity(store.writer.raw) !== undefined;
    if (!isDiskFull(error) || !exists()) throw error;
    store.health.markDiskFull();
    return readIdentity(store);
  }
}

function loadOrCreateIdentity(
  store: Store,
  now: () => number,
  registration: Registration,
): CommunityIdentity {
  const { raw } = store.writer;
  const installation = detectInstallation(store);
  const ids = openIdentifiers(raw, installation.name, now);
  return raw.transaction(() => {
    const community = findCommunity(raw) ?? createCommunity(store, ids.next(), now(), registration);
    const storedLog = installation.isMoved ? undefined : findMeta(raw, 'log');
    const log = storedLog ?? saveMeta(raw, 'log', newLogName());
    ids.save();
    installation.record();
    return { ...identityOf(raw, community), log, ids };
  })();
}

/** Returns a name for an event log: clients that know another one load everything again. */
export function newLogName(): string {
  return randomBytes(8).toString('hex');
}

/** A read-only database creates nothing, so no IDs either. */
function readIdentity({ writer: { raw } }: Store): CommunityIdentity {
  const community = findCommunity(raw);
  if (!community) throw new DatabaseUnreadableError();
  const log = findMeta(raw, 'log') ?? newLogName();
  const ids: Identifiers = {
    number: 0,
    next: () => {
      throw new AppError('unavailable');
    },
    save: () => undefined,
  };
  return { ...identityOf(raw, community), log, ids };
}

function identityOf(raw: Database, community: CommunityRow) {
  const term = findTerm(raw);
  return {
    community: { id: community.id, key: fingerprintOf(community.public_key) },
    contentKey: community.content_key,
    keys: { privateKey: community.private_key, publicKey: community.public_key },
    term: term.term,
    termSeq: term.seq,
    seq: findLastSeq(raw),
  };
}

interface CommunityRow {
  id: number;
  private_key: Buffer;
  public_key: Buffer;
  content_key: Buffer;
}

function findCommunity(raw: Database): CommunityRow | undefined {
  const find = raw.prepare('SELECT id, private_key, public_key, content_key FROM community LIMIT 1');
  return find.get() as CommunityRow | undefined;
}

function createCommunity(
  { folder, writer: { raw } }: Store,
  id: number,
  now: number,
  registration: Registration,
): CommunityRow {
  // An interrupted first start leaves a schema without a community and a mark in the lock file, but nothing else.
  if (folder !== '') requireNoEarlierCommunity(folder, 'no community', false);
  const row = createCommunityRow(id, now, registration);
  raw
    .prepare(
      `INSERT INTO community (id, name, registration, private_key, public_key, content_key, setup_code, created_at)
       VALUES (@id, @name, @registration, @private_key, @public_key, @content_key, @setup_code, @created_at)`,
    )
    .run(row);
  insertTerm(raw, { term: 1, since: now, how: 'created', name: hostname(), seq: 0 });
  return row;
}

/** A new community with its keys. */
export function createCommunityRow(id: number, now: number, registration: Registration) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    id,
    name: 'Courtyard',
    description: '',
    avatar: 0,
    registration,
    private_key: privateKey.export({ type: 'pkcs8', format: 'der' }),
    public_key: publicKey.export({ type: 'spki', format: 'der' }),
    content_key: randomBytes(32),
    setup_code: generateLongCode(),
    created_at: now,
  };
}
