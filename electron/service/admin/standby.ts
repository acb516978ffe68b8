import type { Output, Parsed } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { LIMITS, STANDBY } from '../../../shared/limits';
import { removePartner, saveLinkCode } from '../../standby/link-queries';
import { findStandby, updateStandby as storeStandby } from '../../standby/queries';
import { requireAdministrator, requireOwner } from '../access/access';
import { writeAuditEntry } from '../audit';
import type { Context, ReadContext } from '../context';
import type { TwoPhaseHandler } from '../dispatch';
import { countWrittenSince } from '../events/unreplicated-queries';
import { witnessRecord } from './witness';

/** Returns how far the standby is. */
export function standby(ctx: ReadContext): Output<'admin.standby'> {
  requireAdministrator(ctx);
  return record(ctx);
}

/** Decides whether writes wait for the standby, and whether it makes backups on its own disk. */
export async function updateStandby(
  ctx: Context,
  input: Parsed<'admin.updateStandby'>,
): Promise<Output<'admin.updateStandby'>> {
  requireOwner(ctx);
  const settings = await findStandby(ctx.db);
  if (!settings) throw new AppError('conflict', 'There is no standby yet. Create a link for one first.');
  const { wait = settings.wait, backups = settings.backupsSince > 0 } = input;
  if (settings.wait !== wait)
    await writeAuditEntry(ctx, { action: wait ? 'wait_for_standby' : 'stop_waiting_for_standby' });
  const isBackupChange = settings.backupsSince > 0 !== backups;
  if (isBackupChange) await writeAuditEntry(ctx, { action: 'change_backups' });
  const backupsSince = isBackupChange ? Number(backups) * ctx.now() : settings.backupsSince;
  if (settings.wait !== wait || isBackupChange) {
    await storeStandby(ctx.db, { wait, backupsSince });
    ctx.afterCommit(() => void ctx.standby.reload());
  }
  const now = record(ctx);
  return { ...now, Wait: wait, Backups: { ...now.Backups, On: backups } };
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
      await saveLinkCode(ctx.db, 'standby', { port, code, expires });
      await writeAuditEntry(ctx, { action: 'pair_standby' });
      ctx.afterCommit(() => void ctx.standby.reload());
      return { Link: link, Expires: expires };
    };
  },
};

/** Removes the standby, which is disconnected. With a witness, it must not take over automatically any more. */
export const removeStandby: TwoPhaseHandler<'admin.removeStandby'> = {
  joinsRepeats: true,
  prepare: async (preparation, _input, onRollback) => {
    requireOwner(preparation);
    if (!(await preparation.standby.witness.suspend())) throw new AppError('unavailable', NO_WITNESS);
    onRollback(() => void preparation.standby.reload());
    return async (ctx: Context) => {
      requireOwner(ctx);
      if (await removePartner(ctx.db, 'standby')) await writeAuditEntry(ctx, { action: 'remove_standby' });
      ctx.afterCommit(() => void ctx.standby.reload());
      return { ok: true };
    };
  },
};

const NO_WITNESS =
  'The witness doesn’t answer, but it has to confirm this. Try again when it’s back, or remove the witness first.';

function record(ctx: ReadContext): Output<'admin.standby'> {
  const { status, name, behind, seenAt, durable, problem, unreadable, wait, isWaitSuspended } =
    ctx.standby.state;
  const { isOn, lastGood, isOverdue, failure } = ctx.standby.backups.state;
  return {
    State: status,
    Name: name,
    Behind: behind,
    Seen: seenAt,
    Durable: durable,
    Problem: problem ?? '',
    Unreadable: unreadable,
    Wait: wait,
    WaitSuspended: isWaitSuspended,
    Witness: witnessRecord(ctx),
    Backups: { On: isOn, LastGood: lastGood, Overdue: isOverdue, Failure: failure ?? '' },
    Successor: successorOf(ctx),
    ByDatabase: !ctx.backups.isPossible,
  };
}

/** Lists who wrote what only this host has. Only counts: administrators may not read other people's messages. */
export async function unreplicated(ctx: ReadContext): Promise<Output<'admin.unreplicated'>> {
  requireAdministrator(ctx);
  const { successor } = ctx.hosting;
  if (successor?.how !== 'takeover') return [];
  const people = await countWrittenSince(ctx.db, {
    since: successor.seq ?? 0,
    limit: LIMITS.unreplicatedPeople,
  });
  return people.map(({ name, surname, messages, posts, comments }) => ({
    Name: [name, surname].filter(Boolean).join(' '),
    ...{ Messages: messages, Posts: posts, Comments: comments },
  }));
}

/** Ends this run of the host, so that its machine goes on as the standby of the one that has taken over. */
export function becomeStandby(ctx: ReadContext): Output<'admin.becomeStandby'> {
  requireOwner(ctx);
  const { rejoin } = ctx.standby;
  if (ctx.hosting.successor === null) throw new AppError('conflict', STILL_HOST);
  if (rejoin === null) throw new AppError('conflict', RESTART_BY_HAND);
  rejoin();
  return { ok: true };
}

/** Hosts the community here again, because the machine that hosts it is lost. */
export async function hostAgain(ctx: ReadContext): Promise<Output<'admin.hostAgain'>> {
  requireOwner(ctx);
  const { hosting } = ctx;
  if (hosting.successor === null) throw new AppError('conflict', ALREADY_HOST);
  if (hosting.hostAgain === null) throw new AppError('conflict', RESTART_BY_HAND);
  await hosting.hostAgain();
  return { ok: true };
}

const ALREADY_HOST = 'This computer hosts the community already.';
const STILL_HOST = 'This computer hosts the community. It can become a standby once another one hosts it.';
const RESTART_BY_HAND =
  'This program can’t do that by itself. Open Settings → Standby in its own window, which says how to go on.';

/** The machine that hosts the community instead of this one. */
function successorOf(ctx: ReadContext): Output<'admin.standby'>['Successor'] {
  const { successor } = ctx.hosting;
  if (successor === null) return null;
  const { name, how, urls, seq } = successor;
  const unreplicated = ctx.eventLog().seq - (seq ?? 0);
  return {
    Name: name,
    How: how,
    Urls: urls,
    Unreplicated: Math.max(0, unreplicated),
    CanRejoin: ctx.standby.rejoin !== null,
    CanHostAgain: ctx.hosting.hostAgain !== null,
  };
}
