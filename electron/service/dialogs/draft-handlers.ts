import type { Parsed } from '../../../shared/contract';
import type { Draft } from '../../../shared/contract/records';
import { AppError } from '../../../shared/errors';
import { requirePerson } from '../access/access';
import { requireMember } from '../access/dialogs';
import type { Context, ReadContext } from '../context';
import type { Handlers } from '../dispatch';
import { findMessage } from '../messages/queries';
import { messagesById } from '../messages/records';
import { shownTime } from '../timestamps';
import { findDraft, listDrafts, replaceDraft, type DraftRow } from './draft-queries';

/** Handlers of drafts: unsent messages that a person's devices share. */
export const draftHandlers = {
  'dialogs.drafts': list,
  'dialogs.saveDraft': save,
} satisfies Pick<Handlers, 'dialogs.drafts' | 'dialogs.saveDraft'>;

async function list(ctx: ReadContext): Promise<Draft[]> {
  const { id } = requirePerson(ctx);
  return draftsOf(ctx, await listDrafts(ctx.db, id));
}

async function save(ctx: Context, input: Parsed<'dialogs.saveDraft'>): Promise<Draft> {
  const { id: dialog } = await requireMember(ctx, input.dialog_id);
  const person = requirePerson(ctx).id;
  const written_at = Math.max(0, ctx.now() - input.age);
  const before = await findDraft(ctx.db, person, dialog);
  // The message that it answers may be deleted by now.
  const source = input.replyTo > 0 ? await findMessage(ctx.db, dialog, input.replyTo) : undefined;
  const reply_to = source?.id ?? 0;
  const isLater = !before || before.written_at <= written_at;
  const isSame = (before?.text ?? '') === input.text && (before?.reply_to ?? 0) === reply_to;
  if (isLater && !isSame) {
    const row = { person_id: person, dialog_id: dialog, text: input.text, reply_to, written_at };
    await replaceDraft(ctx.db, row);
    ctx.emit({ type: 'draft', scope: { kind: 'person', id: person }, ref: { kind: 'dialog', id: dialog } });
  }
  return draftRecord(ctx, dialog);
}

/** Returns the record of the caller's draft in a dialog; an empty one if there is none. */
export async function draftRecord(ctx: ReadContext, dialog: number): Promise<Draft> {
  const person_id = requirePerson(ctx).id;
  const row = await findDraft(ctx.db, person_id, dialog);
  const empty = { person_id, dialog_id: dialog, text: '', reply_to: 0, written_at: 0 };
  const [record] = await draftsOf(ctx, [row ?? empty]);
  if (!record) throw new AppError('not_found');
  return record;
}

async function draftsOf(ctx: ReadContext, rows: readonly DraftRow[]): Promise<Draft[]> {
  const sources = await messagesById(
    ctx,
    rows.map((row) => row.reply_to),
  );
  return rows.map((row) => ({
    Dialog: row.dialog_id,
    Text: row.text,
    ReplyTo: sources.get(row.reply_to) ?? null,
    Timestamp: shownTime(ctx, row.written_at),
  }));
}
