import type { Database } from 'better-sqlite3';
import type { SyncScope } from '../../shared/contract/sync';

/** A photo, file or video, by its kind and ID. */
export interface ShownContent {
  kind: 'photo' | 'file' | 'video';
  id: number;
}

/** Lists the content that is attached to the messages of a dialog or to the posts of a wall. */
export function listShownContent(raw: Database, { Kind, ID }: SyncScope): ShownContent[] {
  const sql = SHOWN[Kind];
  return sql === undefined ? [] : (raw.prepare(sql).all(ID) as ShownContent[]);
}

/** Returns what of a list the person can no longer see: nothing shows it any more, and it isn't their own. */
export function listLostContent(raw: Database, shown: readonly ShownContent[]): ShownContent[] {
  const isShown = raw.prepare('SELECT 1 FROM attachment WHERE type = ? AND item_id = ?');
  return shown.filter(({ kind, id }) => {
    const isOwn = raw.prepare(`SELECT 1 FROM ${kind} WHERE id = ? AND person_id = ${OWN_ID}`).get(id);
    return !isOwn && !isShown.get(kind, id);
  });
}

const OWN_ID = '(SELECT person FROM replica_state)';
const CONTENT =
  "SELECT DISTINCT type AS kind, item_id AS id FROM attachment WHERE type IN ('photo', 'file', 'video')";
const SHOWN: Partial<Record<SyncScope['Kind'], string>> = {
  dialog: `${CONTENT} AND dialog_id = ?`,
  wall: `${CONTENT} AND message_id IN (SELECT id FROM post WHERE wall_id = ?)`,
};
