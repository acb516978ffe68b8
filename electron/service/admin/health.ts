import type { Output } from '../../../shared/contract';
import { isSound } from '../../backup/backup-list';
import { areasOf } from '../../database/health/damaged-areas';
import { isRepairable } from '../../database/health/check';
import { requireAdministrator } from '../access/access';
import type { ReadContext } from '../context';

/**
 * Returns the state of the database, which areas are damaged, the newest intact backup, and whether email is delivered.
 */
export async function health(ctx: ReadContext): Promise<Output<'admin.health'>> {
  requireAdministrator(ctx);
  const { status, damage, checkedAt } = ctx.health;
  const { failing } = ctx.ephemeral.mail;
  const backup = (await ctx.backups.list()).find(isSound);
  return {
    Status: status,
    Checked: checkedAt,
    Affected: areasOf(damage),
    Repairable: status === 'damaged' && damage.length > 0 && isRepairable(damage),
    Backup: backup ? { Name: backup.name, Timestamp: backup.description.made } : null,
    Command: ctx.restores.command,
    Mail: {
      Server: ctx.settings.smtp !== null,
      Failure: failing?.failure ?? '',
      Since: failing?.since ?? 0,
    },
  };
}
