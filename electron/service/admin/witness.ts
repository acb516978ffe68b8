import type { Output } from '../../../shared/contract';
import { STANDBY } from '../../../shared/limits';
import { removePartner, saveLinkCode } from '../../standby/link-queries';
import { requireOwner } from '../access/access';
import { writeAuditEntry } from '../audit';
import type { Context, ReadContext } from '../context';
import type { TwoPhaseHandler } from '../dispatch';

/** Creates a pairing link. The host waits for the witness before the link is known to anyone. */
export const pairWitness: TwoPhaseHandler<'admin.pairWitness'> = {
  joinsRepeats: true,
  prepare: async (preparation, _input, onRollback) => {
    requireOwner(preparation);
    const { link, port, code } = await preparation.standby.createLink('witness');
    onRollback(() => void preparation.standby.reload());
    return async (ctx: Context) => {
      requireOwner(ctx);
      const expires = ctx.now() + STANDBY.link;
      await saveLinkCode(ctx.db, 'witness', { port, code, expires });
      await writeAuditEntry(ctx, { action: 'pair_witness' });
      ctx.afterCommit(() => void ctx.standby.reload());
      return { Link: link, Expires: expires };
    };
  },
};

/** Removes the witness, once the standby can't take over automatically any more. */
export const removeWitness: TwoPhaseHandler<'admin.removeWitness'> = {
  joinsRepeats: true,
  prepare: async (preparation, _input, onRollback) => {
    requireOwner(preparation);
    await preparation.standby.witness.release();
    onRollback(() => void preparation.standby.reload());
    return async (ctx: Context) => {
      requireOwner(ctx);
      if (await removePartner(ctx.db, 'witness')) await writeAuditEntry(ctx, { action: 'remove_witness' });
      ctx.afterCommit(() => void ctx.standby.reload());
      return { ok: true };
    };
  },
};

/** The witness as the owner sees it: whether it answers, and whether the standby may take over. */
export function witnessRecord(ctx: ReadContext): Output<'admin.standby'>['Witness'] {
  const { status, name, seenAt, isAutomatic } = ctx.standby.witness.state;
  return { State: status, Name: name, Seen: seenAt, Automatic: isAutomatic };
}
