import { sql } from 'kysely';
import type { Db } from '../../database/open';
import { preparedOne } from '../../database/prepared';

const shown = preparedOne((db, argument: { kind: string; id: number }) => ({
  compile: () =>
    sql<{ shown: 0 | 1 }>`SELECT EXISTS (
      SELECT 1 FROM attachment
      WHERE attachment.type = ${argument.kind} AND attachment.item_id = ${argument.id} AND attachment.dialog_id > 0
    ) OR (${argument.kind} = 'photo' AND EXISTS (
      SELECT 1 FROM attachment
      WHERE attachment.type = 'sticker' AND attachment.item_id = ${argument.id} AND attachment.dialog_id > 0
    )) OR EXISTS (
      SELECT 1 FROM dialog WHERE dialog.avatar = ${argument.id} AND dialog.avatar > 0
    ) OR EXISTS (
      SELECT 1 FROM community WHERE community.avatar = ${argument.id}
    ) AS shown`.compile(db),
}));

/** Whether an item was sent in a dialog, or is the avatar of a dialog or of the community. */
export async function isShownInDialogs(db: Db, kind: string, id: number): Promise<boolean> {
  return (await shown(db, { kind, id }))?.shown === 1;
}
