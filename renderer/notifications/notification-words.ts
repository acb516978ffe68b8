import type { Notification } from '../../shared/contract/records';
import { m } from '../i18n/index.svelte';
import { addressOf, addressOfPerson } from '../routes';
import { plainLine } from '../ui/markdown';

/** What happened, after the name of who did it: "likes your post", with the others who did the same. */
export function deedOf({ Type, Count }: Notification): string {
  const words = m().people.notifications;
  const one = words.kinds[Type];
  return Count > 1 ? `${words.others(Count - 1)} ${words.together[Type] ?? one}` : one;
}

/** What the thing says, of which it tells; '' for a thing without words. */
export function saidIn({ Item: item }: Notification): string {
  if (!item) return '';
  if ('Text' in item) return plainLine(item.Text);
  if ('Message' in item) return plainLine(item.Message);
  return 'Content' in item ? plainLine(item.Content) : '';
}

/** Where the thing is. */
export function addressIn({ Item: item, User: user }: Notification): string {
  if (item && 'Content' in item) {
    const { ID } = item;
    // A comment is come to on its post.
    return 'Post' in item
      ? addressOf({ view: 'post', postId: item.Post, commentId: ID })
      : addressOf({ view: 'post', postId: ID });
  }
  if (item && 'Text' in item)
    return addressOf({ view: 'chats', dialogId: item.Dialog.ID, messageId: item.ID });
  // A gift stands on the own page.
  return addressOfPerson(item && 'Message' in item ? (item.Target ?? user) : user);
}
