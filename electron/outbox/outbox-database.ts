import type { Database } from 'better-sqlite3';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { connect } from '../database/connect';
import { isDamage } from '../database/sqlite-errors';
import { finishRescue, rescueOutbox } from './rescue';

/** The database of an open outbox. */
export interface OutboxDatabase {
  raw: Database;
  /** Path to which a damaged file was moved when this one was opened; null if none was damaged. */
  damagedFile: string | null;
}

/**
 * Opens an outbox and migrates its schema; `file` is a path or an in-memory database. If the file is damaged, its
 * readable rows are copied to a new one. Throws if a newer program wrote it.
 */
export function openOutboxDatabase(file: string | Database): OutboxDatabase {
  if (typeof file !== 'string') return { raw: prepareOutbox(file), damagedFile: null };
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const damagedBefore = finishRescue(file);
  try {
    return { raw: openChecked(file), damagedFile: damagedBefore };
  } catch (error) {
    if (!isDamage(error)) throw error;
    rescueOutbox(file, openChecked);
    return { damagedFile: finishRescue(file), raw: openChecked(file) };
  }
}

/** Returns the folder with the bytes of an outbox's uploads. */
export function uploadsFolderOf(file: string): string {
  return `${file}.uploads`;
}

/** Deletes a closed outbox with its uploads. */
export function removeOutbox(file: string): void {
  rmSync(uploadsFolderOf(file), { recursive: true, force: true });
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
}

/** Each migrates the schema to the next version. Released migrations must not be changed. */
const MIGRATIONS = [
  `
  CREATE TABLE command (
    n INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    input TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    program TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'refused')),
    error TEXT,
    -- The key of the command whose refusal refused this one.
    refused_with TEXT
  ) STRICT;
  CREATE INDEX command_state ON command (state, n);
  -- The provisional IDs that command n made, in order.
  CREATE TABLE made (
    key TEXT NOT NULL,
    place INTEGER NOT NULL,
    id INTEGER NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (key, place)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX made_id ON made (id, n);
  -- Command n refers to what another one makes.
  CREATE TABLE reference (
    n INTEGER NOT NULL,
    key TEXT NOT NULL,
    PRIMARY KEY (n, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX reference_key ON reference (key);
  -- The IDs that a command was given by the host, as a JSON array.
  CREATE TABLE settled (
    key TEXT PRIMARY KEY,
    ids TEXT NOT NULL,
    settled_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- The bytes of an upload are in a file beside the outbox, named by its ID.
  CREATE TABLE upload (
    id TEXT PRIMARY KEY,
    -- The command that uses it.
    key TEXT UNIQUE,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    length INTEGER NOT NULL,
    metadata TEXT NOT NULL,
    -- SHA-256 of the bytes, once all of them are here.
    hash BLOB,
    -- What was found out about a picture, as JSON.
    picture TEXT,
    -- Its ID at the host, and whether all bytes are there.
    host_id TEXT,
    sent INTEGER NOT NULL DEFAULT 0,
    made_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  -- Drafts name uploads that were sent long ago.
  ALTER TABLE settled ADD COLUMN kept_until INTEGER NOT NULL DEFAULT 0;
  `,
  `
  -- Commands that the host has done and its standby may not have: seq is the number of their event in the host's log.
  CREATE TABLE done (
    n INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    input TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    program TEXT NOT NULL,
    log TEXT NOT NULL,
    seq INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX done_seq ON done (log, seq);
  -- The IDs that the host gave to what command n made, while they may be lost with it.
  CREATE TABLE host_made (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL,
    place INTEGER NOT NULL,
    n INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX host_made_key ON host_made (key);
  `,
];

/** Opens a file and checks its integrity. Throws an SQLite error if it is damaged. */
function openChecked(file: string): Database {
  const isNew = !existsSync(file);
  const raw = connect(file);
  try {
    prepareOutbox(raw);
    if (!isNew) requireIntact(raw);
    return raw;
  } catch (error) {
    raw.close();
    throw error;
  }
}

function prepareOutbox(raw: Database): Database {
  raw.pragma('wal_autocheckpoint = 1000');
  const done = raw.pragma('user_version', { simple: true }) as number;
  if (done > MIGRATIONS.length) {
    throw new Error('This outbox was written by a newer Courtyard. Update the program to open it.');
  }
  MIGRATIONS.slice(done).forEach((sql, index) => {
    raw.transaction(() => {
      raw.exec(sql);
      raw.pragma(`user_version = ${done + index + 1}`);
    })();
  });
  return raw;
}

function requireIntact(raw: Database): void {
  const found = raw.pragma('quick_check(1)', { simple: true });
  if (found !== 'ok') throw Object.assign(new Error(String(found)), { code: 'SQLITE_CORRUPT' });
}
