import { setImmediate as pause } from 'node:timers/promises';
import type { DialogModel, MessageModel } from '../../../../shared/contract/records';
import { LIMITS } from '../../../../shared/limits';
import { findDialogMember } from '../../access/dialogs-queries';
import { requirePerson } from '../../access/access';
import type { ReadContext } from '../../context';
import { listAllAfter } from '../../messages/queries';
import { fullName } from '../../dialogs/info-records';
import { messagesOf } from '../../messages/records';
import { jsonArray } from './json';
import { attachedOf } from './attached';
import type { ExportLocale } from './export-locale';
import { articleOf, listOf, pageOf, type ListItem } from './page';
import type { ZipEntry } from '../../../content/zip';

/** Messages per page of an exported conversation. */
const MESSAGES_PER_PAGE = 500;
/** Messages read before other work gets a turn. */
const BATCH_SIZE = LIMITS.pageMax;

/** From the folder of a dialog to that of the start page. */
const UP = '../../';

/** The folder of a dialog's files. */
export function folderOf(dialog: DialogModel): string {
  return `dialogs/${dialog.ID}`;
}

/** The title of a dialog. A private one with a deleted account has no name. */
export function titleOf(
  { Name, Type, ID }: Pick<DialogModel, 'ID' | 'Name' | 'Type'>,
  { texts }: ExportLocale,
): string {
  return Name || `${texts.dialogTypes[Type]} ${ID}`;
}

/**
 * Generates the files of a dialog: pages of messages, oldest first, as `1.html` and `1.json`, `2.html` and so on. Stops
 * if the caller is no longer a member.
 */
export async function* conversationFiles(
  ctx: ReadContext,
  locale: ExportLocale,
  dialog: DialogModel,
): AsyncGenerator<ZipEntry> {
  let last = 0;
  for (let page = 1; ; page++) {
    const messages = await readPage(ctx, dialog.ID, last);
    if (messages.length === 0 && page > 1) return;
    last = messages.at(-1)?.ID ?? last;
    const hasNext = (await listAllAfter(ctx.db, dialog.ID, last, 1)).length > 0;
    const path = `${folderOf(dialog)}/${page}`;
    yield { path: `${path}.json`, content: jsonArray(inBatches(messages)) };
    yield {
      path: `${path}.html`,
      content: pageOf(
        locale,
        { title: titleOf(dialog, locale), up: UP },
        pageBody(ctx, locale, { messages, page, hasNext }),
      ),
    };
    if (!hasNext) return;
  }
}

async function readPage(ctx: ReadContext, dialog: number, after: number): Promise<MessageModel[]> {
  const messages: MessageModel[] = [];
  let last = after;
  while (messages.length < MESSAGES_PER_PAGE) {
    await pause();
    const member = await findDialogMember(ctx.db, dialog, requirePerson(ctx).id);
    if (!member || member.role === null) return [];
    const rows = await listAllAfter(ctx.db, dialog, last, BATCH_SIZE);
    messages.push(...(await messagesOf(ctx, rows)));
    if (rows.length < BATCH_SIZE) break;
    last = rows.at(-1)?.id ?? last;
  }
  return messages;
}

async function* pageBody(
  ctx: ReadContext,
  locale: ExportLocale,
  { messages, page, hasNext }: { messages: readonly MessageModel[]; page: number; hasNext: boolean },
): AsyncGenerator<string> {
  const { earlier, later } = locale.texts;
  const links = listOf([
    ...(page > 1 ? [{ to: `${page - 1}.html`, text: earlier }] : []),
    ...(hasNext ? [{ to: `${page + 1}.html`, text: later }] : []),
  ]);
  yield links;
  for await (const batch of inBatches(messages)) {
    const attached = await attachedOf(ctx, locale, { messages: batch, up: UP });
    yield* batch.map((message) => messageHtml(locale, message, attached(message)));
  }
  yield links;
}

async function* inBatches(messages: readonly MessageModel[]): AsyncGenerator<readonly MessageModel[]> {
  for (let from = 0; from < messages.length; from += BATCH_SIZE) {
    yield messages.slice(from, from + BATCH_SIZE);
    await pause();
  }
}

function messageHtml(
  { texts, alerts, timeOf }: ExportLocale,
  message: MessageModel,
  attached: readonly ListItem[],
): string {
  const {
    Author: author,
    Type: type,
    ReplyTo: source,
    Reactions: reactions,
    EditTimestamp: edited,
    Thread: thread,
  } = message;
  const notices = { join: texts.joined, leave: texts.left, deleted: texts.deletedMessage };
  const notes = [
    ...(thread ? [texts.inThread] : []),
    ...(edited > 0 ? [texts.edited(timeOf(edited))] : []),
    ...reactions.map(({ Emoji, Count }) => `${Emoji} ${Count}`),
  ];
  return articleOf({
    author: fullName(author) || alerts.gone,
    time: timeOf(message.Timestamp),
    text: type === 'message' ? message.Text : notices[type],
    quote: source ? `${fullName(source.Author)}: ${source.Text}` : '',
    attached,
    notes: notes.join(', '),
  });
}
