import type { NotificationType } from '../contract/records';
import { inEnglish } from '../plural';

/** What notifications of the system say, which both the pages and the program itself show; lists say the same. */
export const alertsInEnglish = {
  message: 'A new message',
  notification: 'Something new for you',
  answer: 'Answer',
  /** Of an answer that was written into a notification. */
  unsent: (words: string) => (words ? `Not sent: ${words}` : 'Your answer was not sent'),
  /** Whose account was removed. */
  gone: 'Someone who left',
  photo: 'Photo',
  photos: (count: number) => inEnglish(count, { one: 'photo', other: 'photos' }),
  attached: { file: 'File', track: 'Track', video: 'Video', post: 'Post', message: 'Message' },
  /** What somebody did, after their name. */
  deeds: {
    comment_like: 'likes your comment',
    new_friend_request: 'wants to be your friend',
    accept_friend_request: 'is your friend now',
    post_mention: 'mentions you in a post',
    comment_mention: 'mentions you in a comment',
    message_mention: 'mentions you',
    post_like: 'likes your post',
    post_on_wall: 'wrote on your wall',
    gift: 'sent you a gift',
    comment_post: 'commented on your post',
    repost: 'reposted you',
  } satisfies Record<NotificationType, string>,
  /** Between a name and what several people did. */
  others: (count: number) => `and ${inEnglish(count, { one: 'other', other: 'others' })}`,
  /** The kinds that tell of several people at once, as they are said of them. */
  together: {
    comment_like: 'like your comment',
    post_like: 'like your post',
    comment_post: 'commented on your post',
    repost: 'reposted you',
  } as Partial<Record<NotificationType, string>>,
};

/** What a language must have. */
export type AlertWords = typeof alertsInEnglish;
