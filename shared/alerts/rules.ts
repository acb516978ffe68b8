import type { Alert } from './alert';
import type { ServerEvent } from '../client/event-client';
import { isolatedName, shortened } from '../characters/names-in-text';
import type { DialogModel, MessageModel, Notification } from '../contract/records';
import { notificationEntry } from '../notifications';
import { isMuted } from './muting';
import { addressOf } from '../routes';
import { summaryOf } from './message-summary';
import { nameOf, titleOf } from './names';
import { headlineOf, notificationHash, quotedTextOf } from './notification-text';
import { isQuiet, type QuietHours } from './quiet-hours';
import type { AlertTexts } from '../texts/en/alerts';

/** A person's settings for system notifications, per device and community. */
export interface AlertChoices {
  isOn: boolean;
  /** Whether alerts show names and texts, not only that something happened. */
  showsText: boolean;
  sounds: boolean;
  quietHours: QuietHours;
  /** The person's status is "do not disturb". */
  doNotDisturb: boolean;
}

/** The person an alert is built for, and how. */
export interface AlertContext {
  /** The person's own ID. */
  person: number;
  choices: AlertChoices;
  texts: AlertTexts;
  /** The name of the community. */
  community: string;
  /** Whether the window shows another community, so that the alert names its own. */
  isElsewhere: boolean;
  now: Date;
}

/** What is needed to know of a dialog. */
export type AlertDialog = Pick<DialogModel, 'Type' | 'Name' | 'DialogDude' | 'Mute' | 'MuteUntil'>;

/** Returns the dialog whose settings decide whether an event alerts; null if there is none, or if it never alerts. */
export function dialogOfEvent(event: ServerEvent, person: number): number | null {
  if (event.Type === 'message') {
    const { Type, Author, Dialog } = event.Message;
    return Type === 'message' && Author.ID !== person ? Dialog.ID : null;
  }
  return event.Type === 'notification' ? (newMessageOf(event.Notification)?.Dialog.ID ?? null) : null;
}

/**
 * Builds the system notification for an event while the person is not looking: for messages in dialogs that aren't
 * muted, and for notifications that the table `NOTIFICATIONS` marks. `dialog` is the event's dialog, if known. Returns
 * null if the event doesn't alert.
 */
export function alertOf(
  event: ServerEvent,
  dialog: AlertDialog | undefined,
  context: AlertContext,
): Alert | null {
  if (!context.choices.isOn || context.choices.doNotDisturb) return null;
  if (event.Type === 'message') return alertOfMessage(event.Message, dialog, context);
  return event.Type === 'notification' ? alertOfNotification(event.Notification, dialog, context) : null;
}

/** Returns the tag of the alert that an event dismisses: its dialog was read, here or on another device. */
export function dismissedTagOf(event: ServerEvent, person: number): string | null {
  return event.Type === 'read' && event.User === person ? tagOfDialog(event.Dialog) : null;
}

/** The tag of all alerts of a dialog: a new one replaces the previous one. */
export function tagOfDialog(dialog: number): string {
  return `${DIALOG}${dialog}`;
}

/** Returns the hash of the page a tag leads to, and the dialog in which a reply can be sent. */
export function targetOf(tag: string): { hash: string; dialog: number | null } {
  if (!tag.startsWith(DIALOG)) return { hash: tag.split(' ').at(-1) ?? '', dialog: null };
  const dialog = Number(tag.slice(DIALOG.length));
  return { hash: addressOf({ view: 'chats', dialogId: dialog }), dialog };
}

const DIALOG = 'dialog ';
const NOTIFICATION = 'notification ';
/** Characters; no system shows more. */
const MAX_TITLE = 120;
/** Characters of a name that others follow: a longer one would leave no room for them. */
const MAX_FIRST_NAME = 40;
const MAX_BODY = 300;

function alertOfMessage(
  message: MessageModel,
  dialog: AlertDialog | undefined,
  context: AlertContext,
): Alert | null {
  const { choices, texts, now } = context;
  const { Type, Author, Dialog } = message;
  if (Type !== 'message' || Author.ID === context.person || isMutedNow(dialog, now)) return null;
  // After a pause what was read on another device comes too.
  if (message.Read) return null;
  if (isQuiet(choices.quietHours, now, Dialog.ID)) return null;
  const author = nameOf(Author, texts);
  const title =
    Dialog.Type === 'private' || !dialog
      ? author
      : `${firstName(author)} · ${isolatedName(titleOf(dialog, texts))}`;
  return buildAlert(context, {
    tag: tagOfDialog(Dialog.ID),
    title,
    body: summaryOf(message, texts),
    bare: texts.message,
    answerText: Dialog.Type === 'channel' ? null : texts.answer,
  });
}

function alertOfNotification(
  notification: Notification,
  dialog: AlertDialog | undefined,
  context: AlertContext,
): Alert | null {
  const { choices, texts, now } = context;
  // A notification that was read is sent again when one of several people it covers is gone from it.
  if (notification.Read || !notificationEntry(notification.Type).isAlerted) return null;
  if (isQuiet(choices.quietHours, now)) return null;
  if (newMessageOf(notification) && !isMutedNow(dialog, now)) return null;
  const { title, action } = headlineOf(notification, texts);
  const body = [action, quotedTextOf(notification)].filter(Boolean).join(': ');
  return buildAlert(context, {
    tag: `${NOTIFICATION}${notification.ID} ${notificationHash(notification)}`,
    title,
    body,
    bare: texts.notification,
    answerText: null,
  });
}

function isMutedNow(dialog: AlertDialog | undefined, now: Date): boolean {
  return dialog !== undefined && isMuted(dialog, now.getTime() / 1000);
}

/** Builds an alert with names and texts, or without, so that others looking at the screen learn nothing. */
function buildAlert(
  { choices, community, isElsewhere }: AlertContext,
  { title, body, bare, ...alert }: Omit<Alert, 'isSilent'> & { bare: string },
): Alert {
  const named = isElsewhere && community ? `${firstName(community)}: ${title}` : title;
  return {
    ...alert,
    title: shortened(choices.showsText ? named : community || APPLICATION, MAX_TITLE),
    body: shortened(choices.showsText ? body : bare, MAX_BODY),
    isSilent: !choices.sounds,
  };
}

/** A name that others follow in a title. */
function firstName(name: string): string {
  return isolatedName(shortened(name, MAX_FIRST_NAME));
}

/** The title if the community's name is unknown. */
const APPLICATION = 'Courtyard';

/**
 * Returns the message of a mention, which alerts as a new message unless its dialog is muted. Null for other
 * notifications, and for mentions in threads and those that an edit added: no new message of a dialog alerts of these.
 */
function newMessageOf({ Type, Item: item, Timestamp }: Notification): MessageModel | null {
  if (Type !== 'message_mention' || !item || !('Text' in item) || item.Thread) return null;
  const isAddedByEdit = item.EditTimestamp > 0 && Timestamp > item.Timestamp;
  return isAddedByEdit ? null : item;
}
