import type { Output } from '../../../shared/contract';
import { isSound, type StoredBackup } from '../../backup/backup-list';
import { requireAdministrator } from '../access/access';
import { writeAuditEntry } from '../audit';
import type { Context, ReadContext } from '../context';
import type { TwoPhaseHandler } from '../dispatch';

/** The backups of the community, newest first. */
export async function backups(ctx: ReadContext): Promise<Output<'admin.backups'>> {
  requireAdministrator(ctx);
  return (await ctx.backups.list()).map(record);
}

/** Makes a backup, restores it aside and compares it; `conflict` while another is being made. */
export const createBackup: TwoPhaseHandler<'admin.createBackup'> = {
  joinsRepeats: true,
  prepare: async (outside) => {
    requireAdministrator(outside);
    const backup = await outside.backups.make();
    return async (ctx: Context) => {
      requireAdministrator(ctx);
      const act = { act: 'create_backup', reason: backup.name } as const;
      await writeAuditEntry(ctx, act);
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
