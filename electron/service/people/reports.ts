import type { Output, Parsed } from '../../../shared/contract';
import { AppError, invalid } from '../../../shared/errors';
import { requireOtherPerson, requirePerson, requireVisibleFile } from '../access/access';
import { requireMessage, requireVisibleDialog } from '../access/dialogs';
import { requireVisiblePhoto } from '../access/photos';
import { requireVisibleTrack, requireVisibleVideo } from '../access/media';
import { requireComment, requirePost } from '../access/walls';
import type { Context } from '../context';
import { LIMITS, RATES } from '../../../shared/limits';
import { enforceHourlyLimit, limitReached } from '../hourly-limit';
import { addToCounts } from './queries';
import {
  areOpenReportsMany,
  findDialogWords,
  findStoredWords,
  hasOpenReport,
  insertReport,
} from './report-queries';

/** Tells the administrators of a person. */
export async function report(ctx: Context, input: Parsed<'people.report'>): Promise<Output<'people.report'>> {
  const person = await requireOtherPerson(ctx, input.user);
  return file(ctx, { person, type: 'person', item: person, text: '' }, input.reason);
}

/** Tells the administrators of a thing that the caller can see; whose it is, is reported. */
export async function reportItem(
  ctx: Context,
  input: Parsed<'people.reportItem'>,
): Promise<Output<'people.reportItem'>> {
  const reported = await requireReportable(ctx, input.Type, input.Item);
  if (reported.person === requirePerson(ctx).id) throw invalid('Item', 'must not be your own');
  return file(ctx, reported, input.reason);
}

interface Reported {
  /** Whose it is. */
  person: number;
  type: 'person' | Parsed<'people.reportItem'>['Type'];
  item: number;
  /** What it said when it was reported; it may be changed or gone when somebody looks. */
  text: string;
}

async function requireReportable(ctx: Context, type: Reported['type'], item: number): Promise<Reported> {
  if (type === 'message') {
    const message = await requireMessage(ctx, item);
    return { person: message.author_id, type, item, text: message.text };
  }
  if (type === 'dialog') {
    const dialog = await requireVisibleDialog(ctx, item);
    const caller = requirePerson(ctx).id;
    const other = dialog.low_id === caller ? dialog.high_id : dialog.low_id;
    const person = dialog.type === 'private' ? other : dialog.owner_id;
    const { name, description } = await findDialogWords(ctx.db, item);
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
  const check = STORED[type];
  if (!check) throw new AppError('not_found');
  await check(ctx, item);
  const { person_id, words } = await findStoredWords(ctx.db, item);
  return { person: person_id, type, item, text: words };
}

/** Things that are bytes, each with what lets the caller see it. */
const STORED: Partial<Record<Reported['type'], (ctx: Context, item: number) => Promise<unknown>>> = {
  photo: requireVisiblePhoto,
  file: requireVisibleFile,
  track: requireVisibleTrack,
  video: requireVisibleVideo,
};

/** One report of one person on one thing is open at a time; a repetition changes nothing. */
async function file(ctx: Context, reported: Reported, reason: string): Promise<{ ok: true }> {
  const by = requirePerson(ctx).id;
  const { person, type, item, text } = reported;
  if (await hasOpenReport(ctx.db, { by, person, type, item })) return { ok: true };
  if (await areOpenReportsMany(ctx.db, by, LIMITS.openReportsEach)) {
    throw limitReached(`You have ${LIMITS.openReportsEach} open reports`);
  }
  const most = RATES.reportsPerHour;
  enforceHourlyLimit(ctx, { kind: 'report', person: by, limit: most, actions: `made ${most} reports` });
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
  ctx.emit({
    type: 'profile',
    scope: { kind: 'administrators', id: 0 },
    ref: { kind: 'person', id: person },
  });
  return { ok: true };
}
