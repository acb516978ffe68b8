import { RATES } from '../../shared/limits';
import { requirePerson } from './access/access';
import { insertAct, type ActName } from './admin/queries';
import type { Context } from './context';
import { takeHourly } from './hourly-limit';

/** Writes what the caller did as an administrator into the audit log; throws `rate_limit_exceeded` beyond the limit. */
export async function writeAuditEntry(
  ctx: Context,
  entry: { act: ActName; person?: number; reason?: string },
): Promise<void> {
  const { id: by } = requirePerson(ctx);
  const most = RATES.auditedActionsPerHour;
  takeHourly(ctx, { kind: 'audit', person: by, most, made: `made ${most} changes as an administrator` });
  await insertAct(ctx.db, { id: ctx.newId(), by, ...entry, now: ctx.now() });
}
