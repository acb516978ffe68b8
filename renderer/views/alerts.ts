import type { AlertAnswer } from '../../shared/bridge';
import type { MessageModel, Notification } from '../../shared/contract/records';
import { alerts, on, own, session, type Heard } from '../api';
import { ownChats } from '../chats';
import { dialogName } from '../i18n/dialog';
import { m } from '../i18n/index.svelte';
import { personName } from '../i18n/person';
import { messageLine } from '../media/message-line';
import { addressIn, deedOf, saidIn } from '../notifications/notification-words';
import { router } from '../router.svelte';
import { routeAt } from '../routes';

/**
 * Tells a person who looks elsewhere, by notifications of the system: of messages in dialogs that aren't muted, and of what
 * others did for them, likes excepted. Gives the way to stop.
 */
export function followAlerts(): () => void {
  const stops = [on(hear), alerts.onAnswer(answer)];
  return () => stops.forEach((stop) => stop());
}

function hear(heard: Heard): void {
  if (heard.Type === 'message') return tellMessage(heard.Message);
  if (heard.Type === 'notification') return tellNotification(heard.Notification);
  // Read here or on another device: it is known.
  if (heard.Type === 'read' && heard.User === session.id) alerts.end(tagOfDialog(heard.Dialog));
}

function tellMessage(message: MessageModel): void {
  if (message.Type !== 'message' || message.Author.ID === session.id || document.hasFocus()) return;
  const dialog = ownChats.now?.dialogs.find(message.Dialog.ID);
  if (dialog?.Mute) return;
  const author = personName(message.Author);
  const isPrivate = message.Dialog.Type === 'private';
  const title = isPrivate || !dialog ? author : `${author} · ${dialogName(dialog)}`;
  alerts.show({
    tag: tagOfDialog(message.Dialog.ID),
    ...(alerts.showsWords ? { title, body: messageLine(message) } : unnamed(m().shell.alerts.message)),
    ...(message.Dialog.Type !== 'channel' && { answerWords: m().shell.alerts.answer }),
    dialog: message.Dialog.ID,
  });
}

function tellNotification(notification: Notification): void {
  const { ID, Type, Item, User } = notification;
  if (UNTOLD.has(Type) || document.hasFocus()) return;
  // A mention was told as a message, unless its dialog is muted.
  if (Item && 'Text' in Item && !ownChats.now?.dialogs.find(Item.Dialog.ID)?.Mute) return;
  const said = saidIn(notification);
  const body = said ? `${deedOf(notification)}: ${said}` : deedOf(notification);
  alerts.show({
    tag: `${NOTIFICATION}${ID} ${addressIn(notification)}`,
    ...(alerts.showsWords ? { title: personName(User), body } : unnamed(m().shell.alerts.notification)),
  });
}

/** Who looks over one's shoulder learns nothing. */
function unnamed(body: string): { title: string; body: string } {
  return { title: own.community?.Name || m().shell.appName, body };
}

function answer({ tag, words }: AlertAnswer): void {
  if (tag.startsWith(NOTIFICATION)) return router.go(routeAt(tag.split(' ').at(-1) ?? ''));
  const dialogId = Number(tag.slice(DIALOG.length));
  if (words?.trim()) ownChats.now?.outbox.send(dialogId, { text: words.trim(), replyTo: null, attached: [] });
  else if (words === undefined) router.go({ view: 'chats', dialogId });
}

function tagOfDialog(dialog: number): string {
  return `${DIALOG}${dialog}`;
}

const DIALOG = 'dialog ';
const NOTIFICATION = 'notification ';
/** Pleasant, and many: they wait until one comes by. */
const UNTOLD = new Set(['post_like', 'comment_like']);
