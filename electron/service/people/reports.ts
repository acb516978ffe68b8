import type { Output, Parsed } from '../../../shared/contract';
import { AppError, invalid } from '../../../shared/errors';
import { requireOtherPerson, requirePerson, requireVisibleFile } from '../access/access';
import { requireMessage, requireVisibleDialog } from '../access/dialogs';
import { requireVisiblePhoto } from '../access/photos';
import { requireVisibleTrack, requireVisibleVideo } from '../access/media';
import { requireComment, requirePost } from '../access/walls';
import type { Context } from '../context';
import { LIMITS, RATES } from '../../../shared/limits';
import { emitReports } from '../events/count-events';
import { enforceHourlyLimit, limitReached } from '../hourly-limit';
import { addToCounts } from './queries';
import {
  hasMaxOpenReports,
  findDialogText,
  findItemText,
  hasOpenReport,
  insertReport,
} from './report-queries';

/** Reports a person to the administrators. */
export async function report(ctx: Context, input: Parsed<'people.report'>): Promise<Output<'people.report'>> {
  const person = await requireOtherPerson(ctx, input.user);
  return storeReport(ctx, { person, type: 'person', item: person, text: '' }, input.reason);
}

/** Reports an item that the caller can see, and with it its author or owner. */
export async function reportItem(
  ctx: Context,
  input: Parsed<'people.reportItem'>,
): Promise<Output<'people.reportItem'>> {
  const reported = await requireReportable(ctx, input.Type, input.Item);
  if (reported.person === requirePerson(ctx).id) throw invalid('Item', 'must not be your own');
  return storeReport(ctx, reported, input.reason);
}

interface ReportedItem {
  /** The ID of the author or owner. */
  person: number;
  type: 'person' | Parsed<'people.reportItem'>['Type'];
  item: number;
  /** Its text when it was reported; it may be edited or deleted before an administrator looks. */
  text: string;
}

async function requireReportable(
  ctx: Context,
  type: ReportedItem['type'],
  item: number,
): Promise<ReportedItem> {
  if (type === 'message') {
    const message = await requireMessage(ctx, item);
    return { person: message.author_id, type, item, text: message.text };
  }
  if (type === 'dialog') {
    const dialog = await requireVisibleDialog(ctx, item);
    const caller = requirePerson(ctx).id;
    const other = dialog.low_id === caller ? dialog.high_id : dialog.low_id;
    const person = dialog.type === 'private' ? other : dialog.owner_id;
    const { name, description } = await findDialogText(ctx.db, item);
    return { person, type, item, text: [name, description].filter(Boolean).join('\n') };
  }
  if (type === 'post') {
    const post = await requirePost(ctx, item);
    return { person: post.author_id, type, item, text: post.content };
  }
  if (type === 'comment') {
    const comment = await requireComment(ctx, item);
    return { person: comment.author_id, type, item, text: comment.content };
  }
  const check = ACCESS_CHECKS[type];
  if (!check) throw new AppError('not_found');
  await check(ctx, item);
  const { person_id, words } = await findItemText(ctx.db, item);
  return { person: person_id, type, item, text: words };
}

/** The access check of each kind of stored content. */
const ACCESS_CHECKS: Partial<Record<ReportedItem['type'], (ctx: Context, item: number) => Promise<unknown>>> =
  {
    photo: requireVisiblePhoto,
    file: requireVisibleFile,
    track: requireVisibleTrack,
    video: requireVisibleVideo,
  };

/** Stores a report. A second report of the same item by the same person changes nothing while the first is open. */
async function storeReport(ctx: Context, reported: ReportedItem, reason: string): Promise<{ ok: true }> {
  const by = requirePerson(ctx).id;
  const { person, type, item, text } = reported;
  if (await hasOpenReport(ctx.db, { by, person, type, item })) return { ok: true };
  if (await hasMaxOpenReports(ctx.db, by, LIMITS.openReportsEach)) {
    throw limitReached(`You have ${LIMITS.openReportsEach} open reports`);
  }
  const limit = RATES.reportsPerHour;
  enforceHourlyLimit(ctx, { kind: 'report', person: by, limit: limit, actions: `made ${limit} reports` });
  await insertReport(ctx.db, {
    id: ctx.newId(),
    person_id: person,
    by_id: by,
    item_type: type,
    item_id: item,
    item_text: text,
    reason,
    open: 1,
    decision: '',
    note: '',
    created_at: ctx.now(),
    decided_at: 0,
    decided_by: 0,
  });
  await addToCounts(ctx.db, person, { reports: 1 });
  emitReports(ctx, person);
  return { ok: true };
}
