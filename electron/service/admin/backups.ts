import type { Output } from '../../../shared/contract';
import type { Download } from '../../../shared/contract/media/download';
import { AppError } from '../../../shared/errors';
import { archiveOf } from '../../backup/archive';
import { isSound, type StoredBackup } from '../../backup/backup-list';
import { requireAdministrator, requireOwner } from '../access/access';
import { writeAuditEntry } from '../audit';
import type { Context, ReadContext } from '../context';
import type { TwoPhaseHandler } from '../dispatch';

/** Returns the community's backups, newest first. */
export async function backups(ctx: ReadContext): Promise<Output<'admin.backups'>> {
  requireAdministrator(ctx);
  return (await ctx.backups.list()).map(record);
}

/**
 * Creates a backup, and verifies it by restoring it to a temporary folder. Throws `conflict` while another one is
 * running.
 */
export const createBackup: TwoPhaseHandler<'admin.createBackup'> = {
  joinsRepeats: true,
  prepare: async (preparation) => {
    requireAdministrator(preparation);
    const backup = await preparation.backups.make();
    return async (ctx: Context) => {
      requireAdministrator(ctx);
      const entry = { action: 'create_backup', reason: backup.name } as const;
      await writeAuditEntry(ctx, entry);
      return record(backup);
    };
  },
};

/** Returns the newest good backup as one file. Throws `not_found` if there is none. */
export async function downloadBackup(ctx: ReadContext): Promise<Download> {
  requireOwner(ctx);
  const backup = (await ctx.backups.list()).find(isSound);
  if (!backup) throw new AppError('not_found', 'There is no good backup yet. Create one first.');
  return {
    Name: `courtyard-backup-${backup.name}.zip`,
    Type: 'application/zip',
    Bytes: archiveOf(ctx.backups.pathOf(backup), backup.description.made),
  };
}

function record(backup: StoredBackup): Output<'admin.backups'>[number] {
  const { made, compared, size, contentSize, problems, missing } = backup.description;
  return {
    Name: backup.name,
    Size: size,
    Content: contentSize,
    Timestamp: made,
    Compared: compared,
    Sound: isSound(backup),
    Problems: problems,
    Missing: missing,
  };
}
