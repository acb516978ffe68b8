import type { Alert } from '../bridge';
import type { Heard } from '../client/line';
import type { DialogModel, MessageModel, Notification } from '../contract/records';
import { notificationEntry } from '../notifications';
import { addressOf } from '../routes';
import { deedOf, lineOf, nameOf, placeIn, saidIn, titleOf } from './lines';
import { isQuiet, type QuietHours } from './quiet-hours';
import type { AlertWords } from '../texts/en/alerts';

/** What a person chose about notifications of the system, on one device and for one community. */
export interface AlertChoices {
  isOn: boolean;
  /** Who writes and what is shown, not only that somebody does. */
  showsWords: boolean;
  sounds: boolean;
  quietHours: QuietHours;
}

/** For whom something is told, and how. */
export interface AlertGround {
  /** The person's own identifier. */
  person: number;
  choices: AlertChoices;
  words: AlertWords;
  /** The name of the community. */
  community: string;
  /** Another community is shown: what is told is named by its own. */
  isElsewhere: boolean;
  now: Date;
}

/** What of a dialog decides. */
export type AlertDialog = Pick<DialogModel, 'Type' | 'Name' | 'DialogDude' | 'Mute'>;

/** The dialog that decides whether an event is told; null where none does, or where it is not told anyway. */
export function dialogBehind(heard: Heard, person: number): number | null {
  if (heard.Type === 'message') {
    const { Type, Author, Dialog } = heard.Message;
    return Type === 'message' && Author.ID !== person ? Dialog.ID : null;
  }
  return heard.Type === 'notification' ? (messageIn(heard.Notification)?.Dialog.ID ?? null) : null;
}

/**
 * What the system is to show of an event to somebody who looks elsewhere: of a message in a dialog that isn't muted, and of
 * what others did for them, as far as `NOTIFICATIONS` has it alerted. `dialog` is the one behind it, as far as it is known. Null where it is told to nobody.
 */
export function alertOf(heard: Heard, dialog: AlertDialog | undefined, ground: AlertGround): Alert | null {
  if (!ground.choices.isOn) return null;
  if (heard.Type === 'message') return alertOfMessage(heard.Message, dialog, ground);
  return heard.Type === 'notification' ? alertOfDeed(heard.Notification, dialog, ground) : null;
}

/** The tag of what was told and is seen by now: its dialog was read here or on another device. */
export function seenIn(heard: Heard, person: number): string | null {
  return heard.Type === 'read' && heard.User === person ? tagOfDialog(heard.Dialog) : null;
}

/** What is told of one dialog takes one place. */
export function tagOfDialog(dialog: number): string {
  return `${DIALOG}${dialog}`;
}

/** Where a tag leads in the pages, as a hash, and the dialog where it can be answered. */
export function targetOf(tag: string): { place: string; dialog: number | null } {
  if (!tag.startsWith(DIALOG)) return { place: tag.split(' ').at(-1) ?? '', dialog: null };
  const dialog = Number(tag.slice(DIALOG.length));
  return { place: addressOf({ view: 'chats', dialogId: dialog }), dialog };
}

const DIALOG = 'dialog ';
const DEED = 'notification ';
/** Characters; no system shows more. */
const MOST_TITLE = 100;
const MOST_BODY = 300;

function alertOfMessage(
  message: MessageModel,
  dialog: AlertDialog | undefined,
  ground: AlertGround,
): Alert | null {
  const { choices, words, now } = ground;
  const { Type, Author, Dialog } = message;
  if (Type !== 'message' || Author.ID === ground.person || dialog?.Mute) return null;
  if (isQuiet(choices.quietHours, now, Dialog.ID)) return null;
  const author = nameOf(Author, words);
  const title = Dialog.Type === 'private' || !dialog ? author : `${author} · ${titleOf(dialog, words)}`;
  return told(ground, {
    tag: tagOfDialog(Dialog.ID),
    title,
    body: lineOf(message, words),
    bare: words.message,
    answerWords: Dialog.Type === 'channel' ? null : words.answer,
  });
}

function alertOfDeed(
  notification: Notification,
  dialog: AlertDialog | undefined,
  ground: AlertGround,
): Alert | null {
  const { choices, words, now } = ground;
  if (!notificationEntry(notification.Type).isAlerted || isQuiet(choices.quietHours, now)) return null;
  // A mention was told as a message, unless its dialog is muted.
  if (messageIn(notification) && !dialog?.Mute) return null;
  const said = saidIn(notification);
  const deed = deedOf(notification, words);
  return told(ground, {
    tag: `${DEED}${notification.ID} ${placeIn(notification)}`,
    title: nameOf(notification.User, words),
    body: said ? `${deed}: ${said}` : deed,
    bare: words.notification,
    answerWords: null,
  });
}

/** With names and words, or bare: who looks over one's shoulder learns nothing then. */
function told(
  { choices, community, isElsewhere }: AlertGround,
  { title, body, bare, ...alert }: Omit<Alert, 'isSilent'> & { bare: string },
): Alert {
  const named = isElsewhere && community ? `${community}: ${title}` : title;
  return {
    ...alert,
    title: (choices.showsWords ? named : community || APPLICATION).slice(0, MOST_TITLE),
    body: (choices.showsWords ? body : bare).slice(0, MOST_BODY),
    isSilent: !choices.sounds,
  };
}

/** What it goes by where the community has no name yet. */
const APPLICATION = 'Courtyard';

function messageIn({ Item: item }: Notification): MessageModel | null {
  return item && 'Text' in item ? item : null;
}
