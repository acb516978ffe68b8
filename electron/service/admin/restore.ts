import type { Output, Parsed } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { CommunitySummary } from '../../backup/app-restore/comparison';
import { requireOwner } from '../access/access';
import { canChooseRestoreSource, requireRestoreChooser } from '../access/administration';
import { writeAuditEntry } from '../audit';
import type { Context, ReadContext } from '../context';
import type { TwoPhaseHandler } from '../dispatch';

/** Returns the check of a backup, what it would change, and the last restore. */
export function restore(ctx: ReadContext): Output<'admin.restore'> {
  requireOwner(ctx);
  return record(ctx);
}

/** Lists the backups that can be restored. */
export async function restoreSources(ctx: ReadContext): Promise<Output<'admin.restoreSources'>> {
  requireOwner(ctx);
  return sourceRecords(ctx);
}

/** Asks for a folder or an archive in the host's own window. Cancelling changes nothing. */
export const chooseRestoreSource: TwoPhaseHandler<'admin.chooseRestoreSource'> = {
  joinsRepeats: true,
  prepare: async (preparation, { kind }: Parsed<'admin.chooseRestoreSource'>) => {
    const path = await requireRestoreChooser(preparation)(kind);
    if (path !== null) await preparation.restores.choose(path);
    const sources = await sourceRecords(preparation);
    return (ctx: Context) => {
      requireOwner(ctx);
      return sources;
    };
  },
};

/** Starts to check a backup. */
export const checkRestore: TwoPhaseHandler<'admin.checkRestore'> = {
  joinsRepeats: true,
  prepare: async (preparation, { source, name, passphrase }: Parsed<'admin.checkRestore'>) => {
    requireOwner(preparation);
    await preparation.restores.check(source, name, passphrase);
    return (ctx: Context) => {
      requireOwner(ctx);
      return record(ctx);
    };
  },
};

/** Restores the checked backup at the next start, which follows at once where the host can start itself. */
export const restoreBackup: TwoPhaseHandler<'admin.restoreBackup'> = {
  joinsRepeats: true,
  prepare: (preparation, { made }: Parsed<'admin.restoreBackup'>, onRollback) => {
    requireOwner(preparation);
    preparation.restores.request(made);
    onRollback(() => preparation.restores.withdraw());
    return Promise.resolve((ctx: Context) => audited(ctx, 'restore_backup'));
  },
};

/** Puts back what was there before the last restore, at the next start. */
export const undoRestore: TwoPhaseHandler<'admin.undoRestore'> = {
  joinsRepeats: true,
  prepare: (preparation, _input, onRollback) => {
    requireOwner(preparation);
    preparation.restores.undo();
    onRollback(() => preparation.restores.withdraw());
    return Promise.resolve((ctx: Context) => audited(ctx, 'undo_restore'));
  },
};

/** Cancels a requested restore, or its undo. */
export async function cancelRestore(ctx: Context): Promise<Output<'admin.cancelRestore'>> {
  requireOwner(ctx);
  if (!ctx.restores.state.isRequested) throw new AppError('conflict', 'There is no restore to cancel.');
  await writeAuditEntry(ctx, { action: 'cancel_restore' });
  ctx.restores.withdraw();
  return record(ctx);
}

async function audited(ctx: Context, action: 'restore_backup' | 'undo_restore') {
  requireOwner(ctx);
  await writeAuditEntry(ctx, { action });
  return record(ctx);
}

async function sourceRecords(ctx: ReadContext): Promise<Output<'admin.restoreSources'>> {
  return (await ctx.restores.sources()).map(({ source, name, made, bytes, isEncrypted, isSound }) => ({
    Source: source,
    Name: name,
    Timestamp: made,
    Size: bytes,
    Encrypted: isEncrypted,
    Sound: isSound,
  }));
}

function record(ctx: ReadContext): Output<'admin.restore'> {
  const { isPossible, restarts, isChecking, failure, checked, isRequested, isUndoing, last, undoUntil } =
    ctx.restores.state;
  return {
    Possible: isPossible,
    Choosable: canChooseRestoreSource(ctx),
    Restarts: restarts,
    Checking: isChecking,
    Failure: failure,
    Checked: checked && {
      Source: checked.source,
      Name: checked.name,
      Timestamp: checked.made,
      Backup: amounts(checked.then),
      Now: amounts(checked.now),
      Lost: {
        People: checked.now.since.people,
        Messages: checked.now.since.messages,
        Posts: checked.now.since.posts,
      },
    },
    Requested: isRequested,
    Undoing: isUndoing,
    Last: last && {
      Outcome: last.outcome,
      Timestamp: last.ended,
      Backup: last.made,
      Reason: last.reason,
      Aside: last.aside,
      UndoUntil: undoUntil,
    },
  };
}

function amounts({ people, messages, posts, files, bytes, missing, newestMessage }: CommunitySummary) {
  return {
    People: people,
    Messages: messages,
    Posts: posts,
    Files: files,
    Size: bytes,
    Missing: missing,
    NewestMessage: newestMessage,
  };
}
