import type { Parsed } from '../../../shared/contract';
import { invalid } from '../../../shared/errors';
import { requireSilenceableMember } from '../access/dialogs';
import type { Context } from '../context';
import { emitMemberChange } from './leaving';
import { updateMember } from './queries';

/** Silences: members whom an admin of a group has stopped from writing there, until a time or until one lifts it. */

/** `silenced_until` of a silence without an end. */
const FOREVER = Number.MAX_SAFE_INTEGER;

/** Stops a member from writing, or lets them write again. */
export async function silence(
  ctx: Context,
  { dialog_id, user_id: person, value, until }: Parsed<'dialogs.silence'>,
): Promise<{ ok: true }> {
  const { dialog, member } = await requireSilenceableMember(ctx, dialog_id, person);
  if (value && until > 0 && until <= ctx.now()) throw invalid('until', 'must be in the future');
  const silenced_until = value ? until || FOREVER : 0;
  if (member.silenced_until === silenced_until) return { ok: true };
  await updateMember(ctx.db, dialog.id, person, { silenced_until });
  emitMemberChange(ctx, dialog.id, person, {
    ...{ Role: member.role, Members: dialog.members },
    ...silenceRecord({ silenced_until }, ctx.now()),
  });
  return { ok: true };
}

/** What records of members and dialogs say of a silence; 0 for one without an end, nothing without one. */
export function silenceRecord(
  { silenced_until: until }: { silenced_until: number | null },
  now: number,
): { SilencedUntil?: number } {
  if (until === null || until <= now) return {};
  return { SilencedUntil: until === FOREVER ? 0 : until };
}
