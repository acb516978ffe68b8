import type { Notification } from '../contract/records';
import { plainLine } from '../markdown';
import { isGroupedNotification, isOwnNotification, notificationEntry } from '../notifications';
import { addressOf, addressOfPerson, routeOfMessage } from '../routes';
import type { AlertTexts } from '../texts/en/alerts';
import { nameOf } from './names';

/**
 * The title and the action of a notification: a name, and what they did ("liked your post"), including others who did
 * the same. One that nobody else caused, such as the reminder of an event, has only a title.
 */
export function headlineOf(
  { Type, User, Count }: Notification,
  texts: AlertTexts,
): { title: string; action: string } {
  if (isOwnNotification(Type)) return { title: texts.own[Type], action: '' };
  const title = nameOf(User, texts);
  const single = texts.actions[Type];
  if (Count <= 1) return { title, action: single };
  const together = isGroupedNotification(Type) ? texts.groupedActions[Type] : single;
  return { title, action: `${texts.others(Count - 1)} ${together}` };
}

/** The text of the item a notification is about, or of an event that was deleted; '' if it has none. */
export function quotedTextOf({ Item: item, Text: text }: Notification): string {
  if (text || !item) return plainLine(text ?? '');
  if ('Text' in item) return plainLine(item.Text);
  if ('Message' in item) return plainLine(item.Message);
  return 'Content' in item ? plainLine(item.Content) : '';
}

/** The hash of the page that shows what a notification is about. */
export function notificationHash({ Type: type, Item: item, User: user }: Notification): string {
  const { opens } = notificationEntry(type);
  if (opens !== 'item') return addressOf({ view: 'settings', page: opens });
  if (item && 'Content' in item) {
    // Comments are shown on their post.
    return addressOf(
      'Post' in item
        ? { view: 'post', postId: item.Post.ID, commentId: item.ID }
        : { view: 'post', postId: item.ID },
    );
  }
  if (item && 'Text' in item) {
    return addressOf(item.Scheduled ? { view: 'chats', dialogId: item.Dialog.ID } : routeOfMessage(item));
  }
  // Gifts are shown on the recipient's profile.
  return addressOfPerson(item && 'Message' in item ? (item.Target ?? user) : user);
}
