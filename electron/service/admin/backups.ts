import type { Output } from '../../../shared/contract';
import { isSound, type StoredBackup } from '../../backup/backup-list';
import { requireAdministrator } from '../access/access';
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

function record(backup: StoredBackup): Output<'admin.backups'>[number] {
  const { made, compared, size, contentSize, problems } = backup.description;
  return {
    Name: backup.name,
    Size: size,
    Content: contentSize,
    Timestamp: made,
    Compared: compared,
    Sound: isSound(backup),
    Problems: problems,
  };
}
