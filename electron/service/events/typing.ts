import type { Frame } from '../../../shared/events';
import { isBlockedEitherWay, requirePerson } from '../access/access';
import { requireWriter } from '../access/dialogs';
import type { ReadContext } from '../context';
import { findMarks } from './queries';
import type { Lines } from './event-connections';

/** Tells the other members of a dialog that the caller is typing in it; throws where the caller may not write there. */
export async function tellTyping(ctx: ReadContext, lines: Lines, dialog: number): Promise<void> {
  await requireWriter(ctx, dialog);
  const { id } = requirePerson(ctx);
  const hearing = [...lines.all()].filter((line) => line.live && line.caller.id !== id && line.hears(dialog));
  const members = await findMarks(ctx.db, dialog, [...new Set(hearing.map((line) => line.caller.id))]);
  const frame = JSON.stringify({ Type: 'typing', Dialog: dialog, User: id } satisfies Frame);
  for (const line of hearing) {
    if (!members.has(line.caller.id)) continue;
    if (!(await isBlockedEitherWay(ctx.db, id, line.caller.id))) line.sendEncoded(frame);
  }
}
