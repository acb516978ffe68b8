import { textFieldOf } from '../../../shared/outbox';
import { AppError, communityOutbox, me, session, type OutboxItem } from '../../api';
import { errorText } from '../../i18n/errors';
import { fileSize } from '../../i18n/format';
import { m } from '../../i18n/index.svelte';

/** Names that descriptions use; "" for what isn't known. */
export interface KnownNames {
  chat: (id: number) => string;
  person: (id: number) => string;
}

/** Sets where descriptions find names; without it they do without. */
export function useNames(names: KnownNames): void {
  known = names;
}

/** Returns what an item does: "Message in Garden group". Reactive when read in markup, like all functions here. */
export function titleOf({ name, input }: OutboxItem): string {
  const t = m().outbox.actions;
  const isOff = input['value'] === false || input['value'] === 0;
  switch (name) {
    case 'dialogs.send':
      if (input['edit']) return m().outbox.calls['dialogs.editMessage'];
      return inChat(input, t.message, t.messageIn);
    case 'dialogs.react':
      return t.react(textIn(input, 'emoji'));
    case 'dialogs.unreact':
      return t.unreact(textIn(input, 'emoji'));
    case 'dialogs.pin':
      return ofChat(input, isOff ? t.unpin : t.pin);
    case 'dialogs.mute':
      return ofChat(input, isOff ? t.unmute : t.mute);
    case 'dialogs.update':
      return ofChat(input, t.update);
    case 'posts.create':
      if (input['edit']) return m().outbox.calls['posts.edit'];
      if (input['repost']) return t.repost;
      return isOwn(input['user']) ? t.postOnOwnWall : t.postOnWall(personIn(input['user']));
    case 'posts.like':
      return isOff ? t.unlike : t.like;
    case 'posts.likeComment':
      return isOff ? t.unlikeComment : t.likeComment;
    case 'people.subscribe':
      return isOff ? t.remove(personIn(input['user'])) : t.add(personIn(input['user']));
    case 'people.block':
      return t.block(personIn(input['user']));
    case 'people.unblock':
      return t.unblock(personIn(input['user']));
  }
  const calls: Partial<Record<string, string>> = m().outbox.calls;
  return calls[name] ?? t.other;
}

/** Returns the text that an item sends, or how much is attached to it; "" for neither. */
export function contentOf({ name, input, upload }: OutboxItem): string {
  const field = textFieldOf(name, input);
  const text = field === null ? '' : textIn(input, field).trim();
  const attached =
    lengthOf(input['photos_list']) + lengthOf(input['photos']) + lengthOf(input['attachments']);
  return (
    text || textIn(input, 'filename') || upload?.name || (attached ? m().outbox.attachments(attached) : '')
  );
}

/** Returns the size of the file that an item uploads, and how much of it is sent; "" for other items. */
export function sizeOf({ upload }: OutboxItem): string {
  if (!upload) return '';
  const size = fileSize(upload.size);
  return upload.sent > 0 ? m().uploads.of(fileSize(upload.sent), size) : size;
}

/** Returns an item in one line. */
export function lineOf(item: OutboxItem): string {
  const content = contentOf(item).replace(/\s+/g, ' ');
  const short = content.length > LINE_LENGTH ? `${content.slice(0, LINE_LENGTH).trimEnd()}…` : content;
  return short ? m().outbox.quoted(titleOf(item), short) : titleOf(item);
}

/** Returns why an item was refused; "" if it was not. */
export function reasonOf({ error }: OutboxItem): string {
  if (!error) return '';
  // The fields that this error names aren't shown here.
  return error.detail === 'validation_error' ? m().outbox.notAccepted : errorText(AppError.fromBody(error));
}

/** Returns a list of what is not sent, for the question whether to lose it. */
export function unsentText(): string {
  const { items } = communityOutbox;
  const lines = items.slice(0, LISTED).map(lineOf);
  const more = items.length - lines.length;
  if (more > 0) lines.push(m().outbox.more(more));
  return m().outbox.signOut.text(items.length, lines.join('; '));
}

let known: KnownNames = { chat: () => '', person: () => '' };

/** UTF-16 units of an item's text in one line. */
const LINE_LENGTH = 60;
/** How many items a question lists. */
const LISTED = 3;

function inChat(input: OutboxItem['input'], plain: string, inNamed: (chat: string) => string): string {
  const name = chatName(input);
  return name ? inNamed(name) : plain;
}

function ofChat(input: OutboxItem['input'], what: string): string {
  return inChat(input, what, (chat) => m().outbox.actions.ofChat(what, chat));
}

function chatName(input: OutboxItem['input']): string {
  return known.chat(Number(input['dialog_id']));
}

/** The name of a person by ID, `uID` or tag, with or without @. */
function personIn(reference: unknown): string {
  const id = Number(/^u?(\d+)$/.exec(String(reference))?.[1]);
  if (!id) {
    const tag = typeof reference === 'string' ? reference.replace(/^@/, '') : '';
    return tag ? `@${tag}` : m().outbox.actions.someone;
  }
  return known.person(id) || m().outbox.actions.someone;
}

function isOwn(reference: unknown): boolean {
  const { id } = session;
  return ['@me', String(id), `u${id}`, me.person?.Link].includes(String(reference));
}

function textIn(input: OutboxItem['input'], field: string): string {
  const value = input[field];
  return typeof value === 'string' ? value : '';
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}
