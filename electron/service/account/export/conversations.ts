import { setImmediate as pause } from 'node:timers/promises';
import type { DialogModel, MessageModel } from '../../../../shared/contract/records';
import { LIMITS } from '../../../../shared/limits';
import { findDialogMember } from '../../access/dialogs-queries';
import { requirePerson } from '../../access/access';
import type { ReadContext } from '../../context';
import { listAfter } from '../../messages/queries';
import { fullName } from '../../dialogs/info-records';
import { messagesOf } from '../../messages/records';
import { jsonOf } from './json';
import { listOfLinks, messageOf, pageOf, timeOf } from './page';
import type { ZippedFile } from './zip';

/** How many messages a page of a conversation holds. */
const EACH = 500;
/** How many are read before others get their turn. */
const STEP = LIMITS.pageMax;

/** The folder of a dialog's files. */
export function folderOf(dialog: DialogModel): string {
  return `dialogs/${dialog.ID}`;
}

/** What a dialog is called. */
export function titleOf(dialog: DialogModel): string {
  return dialog.Name || `${dialog.Type} ${dialog.ID}`;
}

/** A dialog's messages, oldest first, in pages, for as long as the caller is a member: `1.html` with `1.json`, `2.html` ... */
export async function* conversationFiles(ctx: ReadContext, dialog: DialogModel): AsyncGenerator<ZippedFile> {
  let last = 0;
  for (let page = 1; ; page++) {
    const messages = await readPage(ctx, dialog.ID, last);
    if (messages.length === 0 && page > 1) return;
    last = messages.at(-1)?.ID ?? last;
    const hasNext = (await listAfter(ctx.db, dialog.ID, last, 1)).length > 0;
    const path = `${folderOf(dialog)}/${page}`;
    yield { path: `${path}.json`, content: jsonOf(inSteps(messages)) };
    yield {
      path: `${path}.html`,
      content: pageOf({ title: titleOf(dialog), up: '../../' }, pageBody(messages, page, hasNext)),
    };
    if (!hasNext) return;
  }
}

async function readPage(ctx: ReadContext, dialog: number, after: number): Promise<MessageModel[]> {
  const messages: MessageModel[] = [];
  let last = after;
  while (messages.length < EACH) {
    await pause();
    const member = await findDialogMember(ctx.db, dialog, requirePerson(ctx).id);
    if (!member || member.role === null) return [];
    const rows = (await listAfter(ctx.db, dialog, last, STEP)).reverse();
    messages.push(...(await messagesOf(ctx, rows)));
    if (rows.length < STEP) break;
    last = rows.at(-1)?.id ?? last;
  }
  return messages;
}

async function* pageBody(
  messages: readonly MessageModel[],
  page: number,
  hasNext: boolean,
): AsyncGenerator<string> {
  const links = listOfLinks([
    ...(page > 1 ? [{ to: `${page - 1}.html`, text: 'Earlier messages' }] : []),
    ...(hasNext ? [{ to: `${page + 1}.html`, text: 'Later messages' }] : []),
  ]);
  yield links;
  for await (const some of inSteps(messages)) yield* some.map(shown);
  yield links;
}

async function* inSteps(messages: readonly MessageModel[]): AsyncGenerator<readonly MessageModel[]> {
  for (let from = 0; from < messages.length; from += STEP) {
    yield messages.slice(from, from + STEP);
    await pause();
  }
}

function shown(message: MessageModel): string {
  const {
    Author: author,
    Type: type,
    ReplyTo: source,
    Reactions: reactions,
    EditTimestamp: edited,
  } = message;
  const notes = [
    ...(edited > 0 ? [`edited ${timeOf(edited)}`] : []),
    ...reactions.map(({ Emoji, Count }) => `${Emoji} ${Count}`),
  ];
  return messageOf({
    author: fullName(author) || 'Somebody who left',
    time: timeOf(message.Timestamp),
    text: type === 'message' ? message.Text : type === 'join' ? 'joined' : 'left',
    quote: source ? `${fullName(source.Author)}: ${source.Text}` : '',
    notes: notes.join(', '),
  });
}
