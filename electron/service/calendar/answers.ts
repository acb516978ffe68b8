import type { Context } from '../context';
import { listUpcomingAnswered, replaceAnswer } from './queries';

/** Emits to a dialog that answers to the event of a message changed, or that it was canceled. */
export function emitAnswers(ctx: Context, message: { id: number; dialog_id: number }): void {
  ctx.emit({
    type: 'message_calendar',
    scope: { kind: 'dialog', id: message.dialog_id },
    ref: { kind: 'message', id: message.id },
  });
}

/** Takes back what a person who leaves a dialog answered to its events that have not begun. */
export async function withdrawAnswers(ctx: Context, dialog: number, person: number): Promise<void> {
  const answered = await listUpcomingAnswered(ctx.db, { dialog, person, now: ctx.now() });
  for (const { message_id: message, answer } of answered) {
    await replaceAnswer(ctx.db, { message, person }, answer, undefined);
    emitAnswers(ctx, { id: message, dialog_id: dialog });
  }
}
