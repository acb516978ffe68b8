import { START } from '../../support/community';
import {
  SIGNED_IN,
  UNKNOWN,
  IN_YARD,
  YARD_ADMINS,
  IN_SQUARE,
  NEWS_ADMINS,
  IN_DUET,
  BLOCKED_LINE,
  yard,
  annsMessage,
  duet,
  only,
  row,
  type Given,
  type Row,
} from './answers';

const ownMessage: Given = (w, caller) => ({
  message_id: caller === 'ann' ? w.annsMessage : w.ownMessages[caller],
  text: 'Bye',
  emoji: '👍',
});
const annInDuet: Given = (w) => ({ message_id: w.duetMessages.ann, emoji: '👍' });
const blockedInDuet: Given = (w) => ({ message_id: w.duetMessages.blocked, text: 'Bye', emoji: '👍' });

const ownScheduled: Given = (w, caller) => ({ message_id: w.scheduledMessages[caller], text: 'Bye' });
const annsScheduled: Given = (w) => ({ message_id: w.scheduledMessages.ann, text: 'Bye' });
const later = (dialog_id: number) => ({ dialog_id, text: 'Hi', timestamp: START + 3600 });

const vote: Given = (w) => ({ message_id: w.annsMessage, options: [] });

//                      nobody stranger member admin blocked banned owner
/** The message has no replies. */
const IN_THREADS = [401, 404, 422, 422, 422, 403, 422];
const EVENT_ADMINS = [401, 404, 403, 404, 403, 403, 404];
const anEvent: Given = (w) => ({ message_id: w.annsMessage, answer: 'going' });

export const messagesRows: Row[] = [
  row('dialogs.messages', 'a private group', yard, IN_YARD),
  row('dialogs.messages', 'a public group', (w) => ({ dialog_id: w.square }), IN_SQUARE),
  row('dialogs.messages', 'a private group of others', (w) => ({ dialog_id: w.den }), UNKNOWN),
  row('dialogs.messages', 'a private dialog', only(duet, 'dialog_id'), IN_DUET),
  row('dialogs.send', 'to a group', (w) => ({ dialog_id: w.yard, text: 'Hi' }), IN_YARD),
  row('dialogs.send', 'to a channel', (w) => ({ dialog_id: w.news, text: 'Hi' }), NEWS_ADMINS),
  row('dialogs.send', 'to who blocked', duet, BLOCKED_LINE),
  row(
    'dialogs.send',
    "editing another's",
    (w) => ({ dialog_id: w.yard, edit: w.annsMessage, text: 'Bye' }),
    [401, 404, 403, 403, 403, 403, 403],
  ),
  row('dialogs.send', 'later, to a group', (w) => later(w.yard), IN_YARD),
  row('dialogs.send', 'later, to a channel', (w) => later(w.news), NEWS_ADMINS),
  row('dialogs.send', 'later, to who blocked', (w) => later(w.duet), BLOCKED_LINE),
  row('dialogs.scheduled', 'a private group', yard, IN_YARD),
  row('dialogs.scheduled', 'a private group of others', (w) => ({ dialog_id: w.den }), UNKNOWN),
  row('dialogs.sendScheduled', 'own', ownScheduled, SIGNED_IN),
  row('dialogs.sendScheduled', "another's", annsScheduled, UNKNOWN),
  row('dialogs.message', 'own scheduled', only(ownScheduled, 'message_id'), SIGNED_IN),
  row('dialogs.message', 'scheduled by another', only(annsScheduled, 'message_id'), UNKNOWN),
  row('dialogs.editMessage', 'own scheduled', ownScheduled, SIGNED_IN),
  row('dialogs.editMessage', 'scheduled by another', annsScheduled, UNKNOWN),
  row('dialogs.deleteMessage', 'own scheduled', ownScheduled, SIGNED_IN),
  row('dialogs.deleteMessage', 'scheduled by another', annsScheduled, UNKNOWN),
  row('dialogs.message', 'a group', only(annsMessage, 'message_id'), IN_YARD),
  row('dialogs.message', 'a private dialog', only(annInDuet, 'message_id'), IN_DUET),
  row('dialogs.editMessage', 'own', ownMessage, SIGNED_IN),
  row('dialogs.editMessage', "another's", annsMessage, [401, 404, 403, 403, 403, 403, 403]),
  row('dialogs.editMessage', 'reading', (w) => ({ message_id: w.annsMessage }), IN_YARD),
  row('dialogs.editMessage', 'own, to who blocked', blockedInDuet, BLOCKED_LINE),
  row('dialogs.deleteMessage', 'own', ownMessage, SIGNED_IN),
  row('dialogs.deleteMessage', "another's", annsMessage, YARD_ADMINS),
  row('dialogs.deleteMessage', 'own, to who blocked', blockedInDuet, IN_DUET),
  row('dialogs.deleteMessage', 'of who blocked', annInDuet, BLOCKED_LINE),
  row('dialogs.react', 'a group', annsMessage, IN_YARD),
  row('dialogs.react', 'to who blocked', annInDuet, BLOCKED_LINE),
  row('dialogs.unreact', 'a group', annsMessage, IN_YARD),
  row('dialogs.unreact', 'to who blocked', annInDuet, IN_DUET),
  row('dialogs.vote', 'without a poll', vote, UNKNOWN),
  row(
    'dialogs.vote',
    'to who blocked',
    (w) => ({ message_id: w.duetMessages.ann, options: [] }),
    BLOCKED_LINE,
  ),
  row('dialogs.closePoll', "another's", only(annsMessage, 'message_id'), [401, 404, 403, 403, 403, 403, 403]),
  row('dialogs.voters', 'without a poll', (w) => ({ message_id: w.annsMessage, option: 0 }), UNKNOWN),
  row('dialogs.calendar', '', () => ({ from: START, to: START + 3600 }), SIGNED_IN),
  row('dialogs.answerEvent', 'without an event', anEvent, UNKNOWN),
  row(
    'dialogs.answerEvent',
    'of who blocked',
    (w) => ({ message_id: w.duetMessages.ann, answer: 'going' }),
    BLOCKED_LINE,
  ),
  row('dialogs.editEvent', "another's", only(annsMessage, 'message_id'), EVENT_ADMINS),
  row('dialogs.cancelEvent', "another's", only(annsMessage, 'message_id'), EVENT_ADMINS),
  row('dialogs.attendees', 'without an event', anEvent, UNKNOWN),
  row('dialogs.eventFile', 'without an event', only(annsMessage, 'message_id'), UNKNOWN),
  row('dialogs.pinned', 'a private group', yard, IN_YARD),
  row('dialogs.pinned', 'a private group of others', (w) => ({ dialog_id: w.den }), UNKNOWN),
  row('dialogs.versions', '', only(annsMessage, 'message_id'), IN_YARD),
  row('dialogs.pinMessage', 'a group', only(annsMessage, 'message_id'), YARD_ADMINS),
  row('dialogs.pinMessage', 'to who blocked', only(annInDuet, 'message_id'), BLOCKED_LINE),
  row('dialogs.unpinMessage', 'a group', only(annsMessage, 'message_id'), YARD_ADMINS),
  row('dialogs.unpinMessage', 'to who blocked', only(annInDuet, 'message_id'), BLOCKED_LINE),
  row('dialogs.read', 'a group', (w) => ({ dialog_id: w.yard, message: w.annsMessage }), IN_YARD),
  row('dialogs.read', 'a group, up to the newest', yard, IN_YARD),
  row('dialogs.read', 'a private dialog', duet, IN_DUET),
  row('dialogs.readThread', '', only(annsMessage, 'message_id'), IN_YARD),
  row('dialogs.followThread', '', only(annsMessage, 'message_id'), IN_THREADS),
  row('dialogs.unfollowThread', '', only(annsMessage, 'message_id'), IN_THREADS),
  row('dialogs.audience', 'a group', only(annsMessage, 'message_id'), IN_YARD),
  row('dialogs.audience', 'a private dialog', only(annInDuet, 'message_id'), IN_DUET),
  row('dialogs.shared', '', (w) => ({ dialog_id: w.yard, kind: 'links' }), IN_YARD),
  row('dialogs.sharedCounts', '', (w) => ({ dialog_id: w.yard }), IN_YARD),
  row('dialogs.searchMessages', 'everywhere', () => ({ mask: 'hello' }), SIGNED_IN),
  row('dialogs.searchMessages', 'a group', (w) => ({ mask: 'hello', dialog: w.yard }), IN_YARD),
  row(
    'dialogs.send',
    'with what they do not know of',
    (w) => ({ dialog_id: w.yard, photos_list: [w.annsPhoto] }),
    [401, 404, 422, 422, 422, 403, 422],
  ),
];
