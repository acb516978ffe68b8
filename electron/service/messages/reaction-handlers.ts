import type { Parsed } from '../../../shared/contract';
import { invalid } from '../../../shared/errors';
import { LIMITS } from '../../../shared/limits';
import { requirePerson } from '../access/access';
import { requireMessage, requireReactor } from '../access/dialogs';
import type { Context } from '../context';
import type { Handlers } from '../dispatch';
import { deleteReaction, insertReaction, listReactionEmoji } from './queries';

type Ok = { ok: true };

export const reactionHandlers = {
  'dialogs.react': react,
  'dialogs.unreact': unreact,
} satisfies Pick<Handlers, 'dialogs.react' | 'dialogs.unreact'>;

async function react(ctx: Context, input: Parsed<'dialogs.react'>): Promise<Ok> {
  const message = await requireReactor(ctx, input.message_id);
  const used = await listReactionEmoji(ctx.db, message.id);
  if (used.length >= LIMITS.reactionsEach && !used.includes(input.emoji)) {
    throw invalid(
      'emoji',
      `is one too many: a message has at most ${LIMITS.reactionsEach} different reactions`,
    );
  }
  const added = await insertReaction(ctx.db, {
    message_id: message.id,
    emoji: input.emoji,
    person_id: requirePerson(ctx).id,
    created_at: ctx.now(),
  });
  if (added) emitReactions(ctx, message);
  return { ok: true };
}

async function unreact(ctx: Context, input: Parsed<'dialogs.unreact'>): Promise<Ok> {
  const message = await requireMessage(ctx, input.message_id);
  if (await deleteReaction(ctx.db, message.id, input.emoji, requirePerson(ctx).id))
    emitReactions(ctx, message);
  return { ok: true };
}

function emitReactions(ctx: Context, message: { id: number; dialog_id: number }): void {
  ctx.emit({
    type: 'message_reaction',
    scope: { kind: 'dialog', id: message.dialog_id },
    ref: { kind: 'message', id: message.id },
  });
}
