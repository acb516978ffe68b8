import { isMutedAt } from './muting';
import { silenceRecord } from './silences';
import type { DialogModel } from '../../../shared/contract/records';
import type { ReadContext } from '../context';
import { firstIdentifierOf } from '../identifiers';
import { findDialogRows, WEEK, type DialogRow } from './records-queries';
import { fullName, otherOf } from './info-records';
import { messagesById } from '../messages/records';
import { authorsOf } from '../people/records';

/** Builds records of dialogs as the caller may see them, in the order of `ids`; unknown ones are left out. */
export async function dialogsOf(ctx: ReadContext, ids: readonly number[]): Promise<DialogModel[]> {
  if (ids.length === 0) return [];
  const viewer = ctx.caller?.id ?? 0;
  const rows = await findDialogRows(ctx.db, ids, viewer, firstIdentifierOf(ctx.now() - WEEK));
  const people = new Set<number>();
  for (const row of rows) people.add(row.type === 'private' ? otherOf(row, viewer) : row.owner_id);
  const authors = await authorsOf(ctx, people);
  // Only members see the last message.
  const last = await messagesById(
    ctx,
    rows.filter((row) => row.role !== null).map((row) => row.last_message_id),
  );
  const byId = new Map(rows.map((row) => [row.id, record(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);

  function record(row: DialogRow): DialogModel {
    const isMuted = isMutedAt(row, ctx.now());
    const other = row.type === 'private' ? (authors.get(otherOf(row, viewer)) ?? null) : null;
    return {
      ID: row.id,
      Type: row.type,
      Name: other ? fullName(other) : row.name,
      Avatar: other ? other.Avatar : row.avatar,
      Members: row.members,
      Author: row.type === 'private' ? null : (authors.get(row.owner_id) ?? null),
      DialogDude: other,
      Link: row.link,
      Description: row.description,
      Verify: row.verify === 1 ? 'Default' : 'None',
      Private: row.private === 1,
      LastMessage: last.get(row.last_message_id) ?? null,
      Timestamp: row.active_at,
      Country: row.country,
      Topic: row.topic,
      Fire: row.fire,
      Mute: isMuted,
      ...(isMuted && row.muted_until ? { MuteUntil: row.muted_until } : {}),
      Member: row.role !== null,
      ...silenceRecord(row, ctx.now()),
      Role: row.type === 'private' ? '' : (row.role ?? ''),
      Unread: row.unread,
      Pinned: (row.pinned_at ?? 0) > 0,
      PinOrder: row.pinned_at ?? 0,
      Archived: row.archived === 1,
    };
  }
}
