import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { realpathSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { DATABASE_FILE, type Store } from '../database/open';
import { drawLongCode } from './codes';
import { openIdentifiers, type Identifiers } from './identifiers';

/** What a database is: whose community, and which log of events. */
export interface Foundation {
  community: { id: number; key: string };
  /** 64 random bits, new at creation and in every copy: cursors of another log mean nothing here. */
  log: string;
  ids: Identifiers;
  /** Signs the addresses of content. */
  contentKey: Buffer;
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
  const place = placeOf(store.folder);
  const copied = isCopied(raw, place);
  const ids = openIdentifiers(raw, place, now);
  return raw.transaction(() => {
    const community = findCommunity(raw) ?? createCommunity(raw, ids.next(), now(), registration);
    if (copied) writeMeta(raw, 'log', newLog());
    const log = readMeta(raw, 'log') ?? writeMeta(raw, 'log', newLog());
    ids.save();
    return {
      community: { id: community.id, key: fingerprintOf(community.public_key) },
      log,
      ids,
      contentKey: community.content_key,
    };
  })();
}

/** The words by which people name a key: SHA-256 of its SPKI form, in hexadecimal. */
export function fingerprintOf(publicKey: Buffer): string {
  return createHash('sha256').update(publicKey).digest('hex');
}

interface CommunityRow {
  id: number;
  public_key: Buffer;
  content_key: Buffer;
}

function findCommunity(raw: Database): CommunityRow | undefined {
  return raw.prepare('SELECT id, public_key, content_key FROM community LIMIT 1').get() as
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
  return { id, public_key: open, content_key: contentKey };
}

/** Names this copy of the data on this machine: a copied or restored file is another place. */
function placeOf(folder: string): string {
  if (folder === '') return randomBytes(16).toString('hex');
  const path = realpathSync(join(folder, DATABASE_FILE));
  const { dev, ino, birthtimeMs } = statSync(path);
  return createHash('sha256')
    .update(JSON.stringify([hostname(), path, dev, ino, Math.floor(birthtimeMs)]))
    .digest('hex');
}

function isCopied(raw: Database, place: string): boolean {
  const places = raw.prepare('SELECT place FROM installation').pluck().all() as string[];
  return places.length > 0 && !places.includes(place);
}

function newLog(): string {
  return randomBytes(8).toString('hex');
}

function readMeta(raw: Database, key: string): string | undefined {
  return raw.prepare('SELECT value FROM meta WHERE key = ?').pluck().get(key) as string | undefined;
}

function writeMeta(raw: Database, key: string, value: string): string {
  raw
    .prepare(
      'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    )
    .run(key, value);
  return value;
}
