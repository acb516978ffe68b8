import type { GroupedNotification, NotificationType, OwnNotification } from '../../notifications';
import { inEnglish } from './plural';

/** Texts of system notifications, used by the pages and the main process, and by lists in the pages. */
export const alertsInEnglish = {
  message: 'New message',
  notification: 'New notification',
  answer: 'Reply',
  /** Shown when a reply typed into a notification could not be sent. */
  unsent: (reply: string) => (reply ? `Not sent: ${reply}` : 'Your reply wasn’t sent'),
  /** In place of the name of a deleted account. */
  gone: 'Deleted account',
  photo: 'Photo',
  /** Photos and videos of one message, at least one of the two. */
  pictures: (photos: number, videos: number) =>
    [
      ...(photos ? [inEnglish(photos, { one: 'photo', other: 'photos' })] : []),
      ...(videos ? [inEnglish(videos, { one: 'video', other: 'videos' })] : []),
    ].join(' and '),
  poll: (question: string) => `Poll: ${question}`,
  event: (title: string) => `Event: ${title}`,
  /** `emoji` is what it expresses; may be empty. */
  sticker: (emoji: string) => `${emoji} Sticker`.trim(),
  attached: {
    file: 'File',
    voice: 'Voice message',
    track: 'Track',
    video: 'Video',
    post: 'Post',
    message: 'Message',
  },
  /** What someone did, after their name. */
  actions: {
    comment_like: 'liked your comment',
    new_friend_request: 'sent you a friend request',
    accept_friend_request: 'accepted your friend request',
    post_mention: 'mentioned you in a post',
    comment_mention: 'mentioned you in a comment',
    message_mention: 'mentioned you',
    thread_reply: 'replied in a thread that you follow',
    post_like: 'liked your post',
    post_on_wall: 'wrote on your wall',
    gift: 'sent you a gift',
    comment_post: 'commented on your post',
    repost: 'reposted your post',
    person_joined: 'joined the community',
    event_changed: 'changed the time or place of an event',
    event_canceled: 'cancelled an event',
    code_read: 'read a sign-in code that was sent to you',
    code_issued: 'created a code that resets your password',
    password_reset: 'created or read the code that just reset your password',
  } satisfies Record<Exclude<NotificationType, OwnNotification>, string>,
  /** What happened without anyone else, in place of a name and an action. */
  own: {
    scheduled_refused: 'A scheduled message or post couldn’t be published',
    event_reminder: 'An event begins within an hour',
    old_backups: 'Check the backups: the last good one is too old',
  } satisfies Record<OwnNotification, string>,
  /** Between a name and an action of several people. */
  others: (count: number) => `and ${inEnglish(count, { one: 'other', other: 'others' })}`,
  /** What several people did, after their names. */
  groupedActions: {
    comment_like: 'liked your comment',
    post_like: 'liked your post',
    comment_post: 'commented on your post',
    repost: 'reposted your post',
    person_joined: 'joined the community',
  } satisfies Record<GroupedNotification, string>,
};

/** What each language must provide. */
export type AlertTexts = typeof alertsInEnglish;
