import type { MessageModel, Reaction } from '../../../shared/contract/records';
import { session, type ServerEvent } from '../../api';

/** Messages, oldest first. The functions that change them return the same array if nothing changes. */
type Messages = readonly MessageModel[];

/** Returns the id of the dialog that an event is about; 0 if there is none. */
export function dialogOf(event: ServerEvent): number {
  if ('Message' in event && typeof event.Message === 'object') return event.Message.Dialog.ID;
  if (!('Dialog' in event)) return 0;
  return typeof event.Dialog === 'number' ? event.Dialog : event.Dialog.ID;
}

/** Inserts a message in order, or replaces the one with the same id. */
export function mergedWith(messages: Messages, message: MessageModel): Messages {
  const at = messages.findIndex((one) => one.ID >= message.ID);
  if (at < 0) return [...messages, message];
  return messages[at]?.ID === message.ID ? messages.with(at, message) : messages.toSpliced(at, 0, message);
}

/** Replaces a message with its current version, also in the replies that quote it. */
export function withEdit(messages: Messages, message: MessageModel): Messages {
  return changed(messages, (one) => {
    if (one.ID === message.ID) return message;
    return one.ReplyTo?.ID === message.ID ? { ...one, ReplyTo: { ...message, ReplyTo: null } } : one;
  });
}

/** Removes a deleted message; replies to it lose their quote. */
export function withoutMessage(messages: Messages, id: number): Messages {
  const left = changed(messages, (one) => (one.ReplyTo?.ID === id ? { ...one, ReplyTo: null } : one));
  return left.some((one) => one.ID === id) ? left.filter((one) => one.ID !== id) : left;
}

/** Marks messages up to `upTo` as read: those of others if you read them (`isByMe`), otherwise your own. */
export function withRead(messages: Messages, upTo: number, isByMe: boolean): Messages {
  return changed(messages, (one) => {
    const isMine = one.Author.ID === session.id;
    return one.ID <= upTo && !one.Read && isMine !== isByMe ? { ...one, Read: true } : one;
  });
}

/** Adds or removes your reaction. */
export function withReaction(messages: Messages, id: number, emoji: string, isOn: boolean): Messages {
  return changed(messages, (one) =>
    one.ID === id ? { ...one, Reactions: reactionsWith(one.Reactions, emoji, isOn) } : one,
  );
}

function reactionsWith(reactions: Reaction[], emoji: string, isOn: boolean): Reaction[] {
  const own = reactions.find((reaction) => reaction.Emoji === emoji);
  if (!own) return isOn ? [...reactions, { Emoji: emoji, Count: 1, Mine: true }] : reactions;
  if (own.Mine === isOn) return reactions;
  return reactions
    .map((one) => (one === own ? { ...one, Mine: isOn, Count: one.Count + (isOn ? 1 : -1) } : one))
    .filter((one) => one.Count > 0);
}

function changed(messages: Messages, change: (message: MessageModel) => MessageModel): Messages {
  let isSame = true;
  const next = messages.map((one) => {
    const after = change(one);
    if (after !== one) isSame = false;
    return after;
  });
  return isSame ? messages : next;
}
