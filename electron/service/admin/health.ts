import type { Output } from '../../../shared/contract';
import { isSound } from '../../backup/backup-list';
import { areasOf } from '../../database/areas';
import { isRepairable } from '../../database/health/check';
import { requireAdministrator } from '../access/access';
import type { ReadContext } from '../context';

/** Returns the state of the database, which areas are damaged, and the newest intact backup. */
export async function health(ctx: ReadContext): Promise<Output<'admin.health'>> {
  requireAdministrator(ctx);
  const { status, damage, checkedAt } = ctx.health;
  const backup = (await ctx.backups.list()).find(isSound);
  return {
    Status: status,
    Checked: checkedAt,
    Affected: areasOf(damage),
    Repairable: status === 'damaged' && damage.length > 0 && isRepairable(damage),
    Backup: backup ? { Name: backup.name, Timestamp: backup.description.made } : null,
    Command: ctx.restores.command,
  };
}
