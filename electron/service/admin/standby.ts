import type { Output } from '../../../shared/contract';
import { STANDBY } from '../../../shared/limits';
import { removeStandby as deleteStandby, saveStandbyCode } from '../../standby/queries';
import { requireAdministrator, requireOwner } from '../access/access';
import { writeAuditEntry } from '../audit';
import type { Context, ReadContext } from '../context';
import type { TwoPhaseHandler } from '../dispatch';

/** Returns how far the standby is. */
export function standby(ctx: ReadContext): Output<'admin.standby'> {
  requireAdministrator(ctx);
  const { status, name, behind, seenAt, durable } = ctx.standby.state;
  return { State: status, Name: name, Behind: behind, Seen: seenAt, Durable: durable };
}

/** Creates a pairing link. The host waits for the standby before the link is known to anyone. */
export const pairStandby: TwoPhaseHandler<'admin.pairStandby'> = {
  joinsRepeats: true,
  prepare: async (preparation, _input, onRollback) => {
    requireOwner(preparation);
    const { link, port, code } = await preparation.standby.createLink();
    onRollback(() => void preparation.standby.reload());
    return async (ctx: Context) => {
      requireOwner(ctx);
      const expires = ctx.now() + STANDBY.link;
      await saveStandbyCode(ctx.db, { port, code, expires });
      await writeAuditEntry(ctx, { action: 'pair_standby' });
      ctx.afterCommit(() => void ctx.standby.reload());
      return { Link: link, Expires: expires };
    };
  },
};

/** Removes the standby, which is disconnected. */
export async function removeStandby(ctx: Context): Promise<Output<'admin.removeStandby'>> {
  requireOwner(ctx);
  if (await deleteStandby(ctx.db)) await writeAuditEntry(ctx, { action: 'remove_standby' });
  ctx.afterCommit(() => void ctx.standby.reload());
  return { ok: true };
}
