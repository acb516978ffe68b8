import type { Author, DialogModel, MessageModel, Notification } from '../contract/records';
import { plainLine } from '../markdown';
import { isGroupedNotification, notificationEntry } from '../notifications';
import { addressOf, addressOfPerson } from '../routes';
import type { AlertWords } from '../texts/en/alerts';

/** Who somebody is, as far as a name needs it. */
export type Named = Pick<Author, 'Name' | 'Surname'> & { Deleted?: boolean };

/** "Olena Kravets"; words of their own for who is gone. */
export function nameOf(person: Named | null | undefined, words: AlertWords): string {
  const name = person && !person.Deleted ? `${person.Name} ${person.Surname}`.trim() : '';
  return name || words.gone;
}

/** What a dialog is called: a private one by the other person. */
export function titleOf(
  dialog: Pick<DialogModel, 'Type' | 'Name' | 'DialogDude'>,
  words: AlertWords,
): string {
  return dialog.Type === 'private' ? nameOf(dialog.DialogDude, words) : dialog.Name;
}

/** A message in one line: its words without marks, else what hangs on it. */
export function lineOf(
  message: Pick<MessageModel, 'Text' | 'Photos' | 'Attachments' | 'Repost'>,
  words: AlertWords,
): string {
  const said = plainLine(message.Text);
  if (said) return said;
  const { Photos: photos, Attachments: attachments, Repost: repost } = message;
  const [first] = attachments;
  if (photos.length) return photos.length > 1 ? words.photos(photos.length) : words.photo;
  if (first) return (first.Item && 'Name' in first.Item && first.Item.Name) || words.attached[first.Type];
  return repost ? words.attached.post : words.attached.message;
}

/** What happened, after the name of who did it: "liked your post", with the others who did the same. */
export function deedOf({ Type, Count }: Notification, words: AlertWords): string {
  const one = words.deeds[Type];
  if (Count <= 1) return one;
  return `${words.others(Count - 1)} ${isGroupedNotification(Type) ? words.together[Type] : one}`;
}

/** What the thing says, of which it tells; '' for a thing without words. */
export function saidIn({ Item: item }: Notification): string {
  if (!item) return '';
  if ('Text' in item) return plainLine(item.Text);
  if ('Message' in item) return plainLine(item.Message);
  return 'Content' in item ? plainLine(item.Content) : '';
}

/** Where the thing is in the pages, as a hash. */
export function placeIn({ Type: type, Item: item, User: user }: Notification): string {
  if (notificationEntry(type).opens === 'sessions') return addressOf({ view: 'settings', page: 'sessions' });
  if (item && 'Content' in item) {
    // A comment is come to on its post.
    return addressOf(
      'Post' in item
        ? { view: 'post', postId: item.Post, commentId: item.ID }
        : { view: 'post', postId: item.ID },
    );
  }
  if (item && 'Text' in item) {
    return addressOf({ view: 'chats', dialogId: item.Dialog.ID, messageId: item.ID });
  }
  // A gift stands on the own page.
  return addressOfPerson(item && 'Message' in item ? (item.Target ?? user) : user);
}
