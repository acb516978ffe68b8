import type { DialogFolder } from '../../../../shared/contract/records';
import { requirePerson } from '../../access/access';
import type { ReadContext } from '../../context';
import { listDrafts } from '../../dialogs/draft-queries';
import { listFolders } from '../../dialogs/folder-queries';
import { foldersOf } from '../../dialogs/folder-records';
import { dialogsOf } from '../../dialogs/records';
import { shownTime } from '../../timestamps';
import { titleOf } from './conversations';
import { inBatches, section } from './section';

/**
 * An unsent message; `ReplyTo` is the ID of the message that it answers, 0 for none. `Name` is that of the dialog: ""
 * for a private one with a deleted account, as in the names of a folder.
 */
interface ExportedDraft {
  Dialog: number;
  Name: string;
  Text: string;
  ReplyTo: number;
  Timestamp: number;
}

/** The folders of dialogs, and what was not sent in these. */
export const dialogSections = [
  section<ExportedDraft>({
    name: 'drafts',
    read: (ctx) => inBatches(async () => ({ rows: await drafts(ctx), next: undefined })),
    cells: ({ Dialog: ID, Name, Text, Timestamp }, locale) => [
      locale.timeOf(Timestamp),
      titleOf({ ID, Name, Type: 'private' }, locale),
      Text,
    ],
  }),
  section<DialogFolder & { Names: string[] }>({
    name: 'folders',
    read: (ctx) => inBatches(async () => ({ rows: await folders(ctx), next: undefined })),
    cells: (record, locale) => [
      record.Name,
      record.Types.map((type) => locale.texts.dialogTypes[type]).join(', '),
      record.Dialogs.map((ID, at) =>
        titleOf({ ID, Name: record.Names[at] ?? '', Type: 'private' }, locale),
      ).join(', '),
    ],
  }),
];

async function drafts(ctx: ReadContext): Promise<ExportedDraft[]> {
  const rows = (await listDrafts(ctx.db, requirePerson(ctx).id)).filter((row) => row.text !== '');
  const names = await namesOf(
    ctx,
    rows.map((row) => row.dialog_id),
  );
  return rows.map((row) => ({
    Dialog: row.dialog_id,
    Name: names.get(row.dialog_id) ?? '',
    Text: row.text,
    ReplyTo: row.reply_to,
    Timestamp: shownTime(ctx, row.written_at),
  }));
}

async function folders(ctx: ReadContext): Promise<(DialogFolder & { Names: string[] })[]> {
  const records = await foldersOf(ctx, await listFolders(ctx.db, requirePerson(ctx).id));
  const names = await namesOf(
    ctx,
    records.flatMap((record) => record.Dialogs),
  );
  return records.map((record) => ({
    ...record,
    Names: record.Dialogs.map((dialog) => names.get(dialog) ?? ''),
  }));
}

async function namesOf(ctx: ReadContext, dialogs: readonly number[]): Promise<Map<number, string>> {
  const records = await dialogsOf(ctx, [...new Set(dialogs)]);
  return new Map(records.map(({ ID, Name }) => [ID, Name]));
}
