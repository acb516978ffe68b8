import type { Parsed } from '../../../shared/contract';
import { invalid } from '../../../shared/errors';
import { LIMITS } from '../../../shared/limits';
import { requirePerson } from '../access/access';
import { requireMessage, requireReactor } from '../access/dialogs';
import type { Context, ReadContext } from '../context';
import type { Handlers } from '../dispatch';
import { resolveEmoji } from '../emoji';
import { countReactions, deleteReaction, insertReaction, listReactionEmoji } from './reaction-queries';

type Ok = { ok: true };

/** Handlers of emoji reactions to messages. */
export const reactionHandlers = {
  'dialogs.react': { prepare: prepareWith(react) },
  'dialogs.unreact': { prepare: prepareWith(unreact) },
} satisfies Pick<Handlers, 'dialogs.react' | 'dialogs.unreact'>;

type Reaction = Parsed<'dialogs.react'>;

/** Resolves the name of an emoji before the transaction. */
function prepareWith(handler: (ctx: Context, input: Reaction) => Promise<Ok>) {
  return async (_: ReadContext, input: Reaction) => {
    const emoji = await resolveEmoji(input.emoji);
    return (ctx: Context) => handler(ctx, { ...input, emoji });
  };
}

async function react(ctx: Context, input: Reaction): Promise<Ok> {
  const message = await requireReactor(ctx, input.message_id);
  const used = await listReactionEmoji(ctx.db, message.id);
  if (used.length >= LIMITS.reactionsEach && !used.includes(input.emoji)) {
    throw invalid(
      'emoji',
      `is one too many: a message has at most ${LIMITS.reactionsEach} different reactions`,
    );
  }
  const reaction = {
    message_id: message.id,
    emoji: input.emoji,
    person_id: requirePerson(ctx).id,
    created_at: ctx.now(),
  };
  await changeReactions(ctx, message, input.emoji, () => insertReaction(ctx.db, reaction));
  return { ok: true };
}

async function unreact(ctx: Context, input: Reaction): Promise<Ok> {
  const message = await requireMessage(ctx, input.message_id);
  const { id } = requirePerson(ctx);
  await changeReactions(ctx, message, input.emoji, () => deleteReaction(ctx.db, message.id, input.emoji, id));
  return { ok: true };
}

/** Adds or removes one reaction. Its event names what replicas have to change: their rows are numbered. */
async function changeReactions(
  ctx: Context,
  message: { id: number; dialog_id: number },
  emoji: string,
  change: () => Promise<boolean>,
): Promise<void> {
  const before = await countReactions(ctx.db, message.id, emoji);
  if (!(await change())) return;
  const after = await countReactions(ctx.db, message.id, emoji);
  ctx.emit({
    type: 'message_reaction',
    scope: { kind: 'dialog', id: message.dialog_id },
    ref: { kind: 'message', id: message.id },
    body: {
      Emoji: emoji,
      Nth: Math.max(before.count, after.count),
      ...(before.first_at !== after.first_at && { First: 1 }),
    },
  });
}
