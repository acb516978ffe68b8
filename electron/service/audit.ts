import { RATES } from '../../shared/limits';
import { requirePerson } from './access/access';
import { insertAuditEntry, type AuditAction } from './admin/queries';
import type { Context } from './context';
import { enforceHourlyLimit } from './hourly-limit';

/**
 * Adds an administrative action of the caller to the audit log. Throws `rate_limit_exceeded` beyond the hourly limit.
 */
export async function writeAuditEntry(
  ctx: Context,
  entry: { action: AuditAction; person?: number; reason?: string },
): Promise<void> {
  const { id: by } = requirePerson(ctx);
  const max = RATES.auditedActionsPerHour;
  enforceHourlyLimit(ctx, {
    kind: 'audit',
    person: by,
    limit: max,
    actions: `made ${max} changes as an administrator`,
  });
  await insertAuditEntry(ctx.db, { id: ctx.newId(), by, ...entry, now: ctx.now() });
}
