import type { Output, Parsed } from '../../../shared/contract';
import { requireAdministrator } from '../access/access';
import type { ReadContext } from '../context';
import { authorsOf } from '../people/records';
import { listAuditEntries } from './queries';

/** Returns the audit log, newest first. */
export async function auditLog(ctx: ReadContext, input: Parsed<'admin.acts'>): Promise<Output<'admin.acts'>> {
  requireAdministrator(ctx);
  const { page, limit } = input;
  const rows = await listAuditEntries(ctx.db, page * limit, limit);
  const authors = await authorsOf(
    ctx,
    rows.flatMap((row) => [row.by_id, row.person_id]),
  );
  return rows.flatMap((row) => {
    const by = authors.get(row.by_id);
    if (!by) return [];
    return {
      ID: row.id,
      By: by,
      Act: row.act,
      User: authors.get(row.person_id) ?? null,
      Reason: row.reason,
      Timestamp: row.created_at,
    };
  });
}
