import type { Database } from 'better-sqlite3';
import type { ContentFacts, ContentItem } from './content-item';

/** A stored file: its SHA-256 in hexadecimal. */
export interface CachedFile {
  hash: string;
  size: number;
}

/** A content that the cache holds for a person. */
export type CachedContent = ContentFacts & CachedFile;

/** Something that a person keeps offline. */
export interface OfflineMark {
  kind: string;
  id: number;
}

/** A content that belongs to something kept offline. `size` is in bytes; 0 for pictures that may be missing. */
export type OfflinePart = ContentItem & { size: number };

/** The version of the tables below: a file of another version is discarded. */
export const INDEX_VERSION = 1;

/** A file may be shared by several people and communities; access is by reference only. */
export const INDEX_TABLES = `
  CREATE TABLE owner (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    community TEXT NOT NULL,
    person INTEGER NOT NULL,
    UNIQUE (community, person)
  ) STRICT;
  CREATE TABLE file (
    hash TEXT PRIMARY KEY,
    size INTEGER NOT NULL,
    used_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX file_used ON file (used_at);
  CREATE TABLE reference (
    owner_id INTEGER NOT NULL REFERENCES owner ON DELETE CASCADE,
    kind TEXT NOT NULL,
    item INTEGER NOT NULL,
    variant TEXT NOT NULL,
    hash TEXT NOT NULL REFERENCES file ON DELETE CASCADE,
    etag TEXT NOT NULL,
    type TEXT NOT NULL,
    name TEXT NOT NULL,
    inline INTEGER NOT NULL,
    PRIMARY KEY (owner_id, kind, item, variant)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX reference_hash ON reference (hash);
  CREATE TABLE offline (
    owner_id INTEGER NOT NULL REFERENCES owner ON DELETE CASCADE,
    kind TEXT NOT NULL,
    item INTEGER NOT NULL,
    PRIMARY KEY (owner_id, kind, item)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE offline_part (
    owner_id INTEGER NOT NULL,
    mark_kind TEXT NOT NULL,
    mark_item INTEGER NOT NULL,
    kind TEXT NOT NULL,
    item INTEGER NOT NULL,
    variant TEXT NOT NULL,
    size INTEGER NOT NULL,
    PRIMARY KEY (owner_id, mark_kind, mark_item, kind, item),
    FOREIGN KEY (owner_id, mark_kind, mark_item) REFERENCES offline (owner_id, kind, item) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX offline_part_item ON offline_part (owner_id, kind, item);
`;

/** The hashes of files that are part of something kept offline. */
const KEPT = 'SELECT hash FROM offline_part JOIN reference USING (owner_id, kind, item)';
const EVICTABLE = `NOT EXISTS (${KEPT} WHERE reference.hash = file.hash)`;
const ITEM = 'owner_id = ? AND kind = ? AND item = ?';
const CONTENT = 'hash, size, etag, type, name, inline AS isInline';

/** The index of the content cache: which file holds what, for whom, and when it was last used. */
export class CacheIndex {
  readonly #raw: Database;

  constructor(raw: Database) {
    this.#raw = raw;
  }

  /** The ID of a person in a community; it is added if it is missing, and never used for another one. */
  ownerOf(community: string, person: number): number {
    this.#run('INSERT OR IGNORE INTO owner (community, person) VALUES (?, ?)', community, person);
    const id = this.#pluck('SELECT id FROM owner WHERE community = ? AND person = ?', community, person);
    return Number(id);
  }

  listOwners(): { id: number; community: string; person: number }[] {
    return this.#all('SELECT id, community, person FROM owner');
  }

  /** Deletes a person, and what was stored for them. Their files remain, see `listUnreferenced`. */
  deleteOwner(owner: number): void {
    this.#run('DELETE FROM owner WHERE id = ?', owner);
  }

  find(owner: number, { kind, id, variant }: ContentItem): CachedContent | undefined {
    const sql = `SELECT ${CONTENT} FROM reference JOIN file USING (hash) WHERE ${ITEM} AND variant = ?`;
    return this.#contents(sql, owner, kind, id, variant)[0];
  }

  /** Returns the largest stored variant of a content. */
  findLargest(owner: number, { kind, id }: ContentItem): CachedContent | undefined {
    const sql = `SELECT ${CONTENT} FROM reference JOIN file USING (hash) WHERE ${ITEM} ORDER BY size DESC LIMIT 1`;
    return this.#contents(sql, owner, kind, id)[0];
  }

  /** Records a stored file. Fails if its person was deleted meanwhile. Returns whether the file is a new one. */
  put(owner: number, { kind, id, variant }: ContentItem, content: CachedContent, now: number): boolean {
    const { hash, size, etag, type, name, isInline } = content;
    return this.#raw.transaction(() => {
      const { changes } = this.#run('INSERT OR IGNORE INTO file VALUES (?, ?, ?)', hash, size, now);
      this.#run(
        'INSERT OR REPLACE INTO reference VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
        ...[owner, kind, id, variant, hash, etag, type, name, isInline ? 1 : 0],
      );
      return changes > 0;
    })();
  }

  /** Records that a file was used, to the minute. */
  touch(hash: string, now: number): void {
    this.#run(
      'UPDATE file SET used_at = ? WHERE hash = ? AND used_at < ?',
      ...[now, hash, now - TOUCH_SECONDS],
    );
  }

  /** Deletes a content in all variants, but not the files: returns their hashes. */
  deleteReferences(owner: number, { kind, id }: OfflineMark): string[] {
    const rows = this.#all<{ hash: string }>(
      `DELETE FROM reference WHERE ${ITEM} RETURNING hash`,
      ...[owner, kind, id],
    );
    return rows.map(({ hash }) => hash);
  }

  isReferenced(hash: string): boolean {
    return this.#pluck('SELECT 1 FROM reference WHERE hash = ?', hash) !== undefined;
  }

  deleteFile(hash: string): void {
    this.#run('DELETE FROM file WHERE hash = ?', hash);
  }

  hasFile(hash: string): boolean {
    return this.#pluck('SELECT 1 FROM file WHERE hash = ?', hash) !== undefined;
  }

  /** Returns the hashes of files to which no reference is left. */
  listUnreferenced(): string[] {
    const rows = this.#all<{ hash: string }>(
      'SELECT hash FROM file WHERE NOT EXISTS (SELECT 1 FROM reference WHERE reference.hash = file.hash)',
    );
    return rows.map(({ hash }) => hash);
  }

  /** Returns the least recently used files that may be deleted. */
  listEvictable(limit: number): CachedFile[] {
    return this.#all(`SELECT hash, size FROM file WHERE ${EVICTABLE} ORDER BY used_at, hash LIMIT ?`, limit);
  }

  /** Returns the bytes that may be deleted, and those kept offline. */
  sizes(): { evictable: number; kept: number } {
    const all = Number(this.#pluck('SELECT ifnull(sum(size), 0) FROM file'));
    const kept = Number(this.#pluck(`SELECT ifnull(sum(size), 0) FROM file WHERE hash IN (${KEPT})`));
    return { evictable: all - kept, kept };
  }

  listMarks(owner: number): OfflineMark[] {
    return this.#all('SELECT kind, item AS id FROM offline WHERE owner_id = ?', owner);
  }

  addMark(owner: number, { kind, id }: OfflineMark): void {
    this.#run('INSERT OR IGNORE INTO offline VALUES (?, ?, ?)', owner, kind, id);
  }

  deleteMark(owner: number, { kind, id }: OfflineMark): void {
    this.#run(`DELETE FROM offline WHERE ${ITEM}`, owner, kind, id);
  }

  listParts(owner: number, { kind, id }: OfflineMark): OfflinePart[] {
    return this.#all(
      `SELECT kind, item AS id, variant, size FROM offline_part
       WHERE owner_id = ? AND mark_kind = ? AND mark_item = ?`,
      ...[owner, kind, id],
    );
  }

  /** Whether a mark has parts, and all of them are stored but for pictures. */
  isComplete(owner: number, { kind, id }: OfflineMark): boolean {
    const sql = `
      SELECT count(*) > 0 AND count(*) = count(hash) FROM offline_part LEFT JOIN reference USING (owner_id, kind, item, variant)
      WHERE owner_id = ? AND mark_kind = ? AND mark_item = ? AND size > 0`;
    return this.#pluck(sql, owner, kind, id) === 1;
  }

  /** Whether a content belongs to anything kept offline. */
  isPart(owner: number, { kind, id }: OfflineMark): boolean {
    return this.#pluck(`SELECT 1 FROM offline_part WHERE ${ITEM}`, owner, kind, id) !== undefined;
  }

  /** Replaces the parts of a mark. Does nothing if the mark was deleted. */
  replaceParts(owner: number, { kind, id }: OfflineMark, parts: readonly OfflinePart[]): void {
    this.#raw.transaction(() => {
      this.#run(
        'DELETE FROM offline_part WHERE owner_id = ? AND mark_kind = ? AND mark_item = ?',
        ...[owner, kind, id],
      );
      for (const part of parts) {
        this.#run(
          `INSERT OR REPLACE INTO offline_part SELECT owner_id, kind, item, ?, ?, ?, ? FROM offline WHERE ${ITEM}`,
          ...[part.kind, part.id, part.variant, part.size, owner, kind, id],
        );
      }
    })();
  }

  close(): void {
    this.#raw.close();
  }

  #contents(sql: string, ...values: (string | number)[]): CachedContent[] {
    const rows = this.#all<Omit<CachedContent, 'isInline'> & { isInline: 0 | 1 }>(sql, ...values);
    return rows.map((row) => ({ ...row, isInline: row.isInline === 1 }));
  }

  #all<T>(sql: string, ...values: (string | number)[]): T[] {
    return this.#raw.prepare(sql).all(values) as T[];
  }

  #pluck(sql: string, ...values: (string | number)[]): unknown {
    return this.#raw.prepare(sql).pluck().get(values);
  }

  #run(sql: string, ...values: (string | number)[]): { changes: number } {
    return this.#raw.prepare(sql).run(values);
  }
}

/** A file that is used many times in a row is written down once. */
const TOUCH_SECONDS = 60;
