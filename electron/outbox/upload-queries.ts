import type { Database } from 'better-sqlite3';
import type { UploadSpec } from '../../shared/contract/endpoint';

/** An upload as it is stored. */
export interface WaitingUploadRow {
  /** Its ID on this computer, by which the command that uses it names it. */
  id: string;
  /** The key of the command that uses it; null until one does. */
  key: string | null;
  kind: UploadSpec['kind'];
  /** The file name, or ''. */
  name: string;
  length: number;
  /** The metadata of its creation, as the page sent it. */
  metadata: string;
  /** SHA-256 of its bytes; null until all of them are on this computer. */
  hash: Buffer | null;
  /** What was found out about a picture, as JSON. */
  picture: string | null;
  /** Its ID at the host; null before it was created there. */
  host_id: string | null;
  /** Whether the host has all bytes. */
  sent: 0 | 1;
  made_at: number;
}

/** The statements for uploads in an outbox, prepared once. */
export function uploadQueries(raw: Database) {
  const prepare = <Parameters extends unknown[], Result = unknown>(sql: string) =>
    raw.prepare<Parameters, Result>(sql);
  const insert = prepare<[WaitingUploadRow]>(
    `INSERT INTO upload (id, key, kind, name, length, metadata, hash, picture, host_id, sent, made_at)
     VALUES (@id, @key, @kind, @name, @length, @metadata, @hash, @picture, @host_id, @sent, @made_at)`,
  );
  const find = prepare<[string], WaitingUploadRow>('SELECT * FROM upload WHERE id = ?');
  const findByKey = prepare<[string], WaitingUploadRow>('SELECT * FROM upload WHERE key = ?');
  const unsent = prepare<[], WaitingUploadRow>(
    `SELECT upload.* FROM upload JOIN command ON command.key = upload.key
     WHERE upload.sent = 0 AND command.state = 'pending' ORDER BY command.n LIMIT 1`,
  );
  const unused = prepare<[number], WaitingUploadRow>(
    `SELECT * FROM upload
     WHERE (key IS NULL AND made_at < ?)
       OR (key IS NOT NULL AND key NOT IN (SELECT key FROM command) AND key NOT IN (SELECT key FROM done))`,
  );
  const setKey = prepare<[string, string]>('UPDATE upload SET key = ? WHERE id = ?');
  const setWhole = prepare<[Buffer, string | null, string]>(
    'UPDATE upload SET hash = ?, picture = ? WHERE id = ?',
  );
  const setHost = prepare<[string | null, string]>('UPDATE upload SET host_id = ?, sent = 0 WHERE id = ?');
  const setSent = prepare<[string]>('UPDATE upload SET sent = 1 WHERE id = ?');
  const remove = prepare<[string]>('DELETE FROM upload WHERE id = ?');

  return {
    insert: (row: WaitingUploadRow): void => void insert.run(row),
    find: (id: string) => find.get(id),
    findByKey: (key: string) => findByKey.get(key),
    /** The first upload that a pending command waits for. */
    findUnsent: () => unsent.get(),
    /** Uploads whose command is gone, and those from before a time that no command ever used. */
    listUnused: (before: number) => unused.all(before),
    setKey: (id: string, key: string): void => void setKey.run(key, id),
    setWhole: (id: string, hash: Buffer, picture: string | null): void =>
      void setWhole.run(hash, picture, id),
    setHost: (id: string, host: string | null): void => void setHost.run(host, id),
    markSent: (id: string): void => void setSent.run(id),
    delete: (id: string): void => void remove.run(id),
  };
}
