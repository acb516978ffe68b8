import type { Output, Parsed } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { requireAdministrator } from '../access/access';
import { writeAuditEntry } from '../audit';
import type { Context, ReadContext } from '../context';
import { emitReports } from '../events/count-events';
import { authorsOf } from '../people/records';
import { findReport, listReports, updateReport } from './queries';
import { presentReportedItem } from './reported-items';

type Report = Output<'admin.decideReport'>;
type ReportRow = Awaited<ReturnType<typeof listReports>>[number];

/** Returns the reports, newest first. */
export async function reports(ctx: ReadContext, input: Parsed<'admin.reports'>): Promise<Report[]> {
  requireAdministrator(ctx);
  const { open, page, limit } = input;
  return records(ctx, await listReports(ctx.db, open, page * limit, limit));
}

/**
 * Decides an open report. Throws `conflict` if it was decided already, so that two administrators don't overrule each
 * other.
 */
export async function decideReport(ctx: Context, input: Parsed<'admin.decideReport'>): Promise<Report> {
  const caller = requireAdministrator(ctx);
  const { report_id, decision, note = '' } = input;
  const report = await findReport(ctx.db, report_id);
  if (!report) throw new AppError('not_found');
  if (report.open === 0) throw new AppError('conflict', 'Another admin has already closed this report.');
  const now = ctx.now();
  await updateReport(ctx.db, report_id, { by: caller.id, decision, note, now });
  await writeAuditEntry(ctx, { action: 'decide_report', person: report.person_id, reason: decision });
  emitReports(ctx, report.person_id);
  const [record] = await records(ctx, [{ ...report, open: 0, decision, note }]);
  if (!record) throw new AppError('not_found');
  return record;
}

async function records(ctx: ReadContext, rows: readonly ReportRow[]): Promise<Report[]> {
  const authors = await authorsOf(
    ctx,
    rows.flatMap((row) => [row.person_id, row.by_id]),
  );
  const items = await Promise.all(
    rows.map(async (row) => (row.item_type === 'person' ? null : presentReportedItem(ctx, item(row)))),
  );
  return rows.flatMap((row, index) => {
    const user = authors.get(row.person_id);
    const by = authors.get(row.by_id);
    if (!user || !by) return [];
    return {
      ID: row.id,
      User: user,
      By: by,
      Item: items[index] ?? null,
      Reason: row.reason,
      Open: row.open === 1,
      Decision: row.decision,
      Note: row.note,
      Timestamp: row.created_at,
    };
  });
}

function item(row: ReportRow): Pick<NonNullable<Report['Item']>, 'Type' | 'ID' | 'Text'> {
  return {
    Type: row.item_type as NonNullable<Report['Item']>['Type'],
    ID: row.item_id,
    Text: row.item_text,
  };
}
