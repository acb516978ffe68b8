import {
  NOBODY,
  NOT_BLOCKED,
  SIGNED_IN,
  UNKNOWN,
  ann,
  nothing,
  only,
  row,
  sky,
  type Given,
  type Row,
} from './answers';
import { START } from '../../support/community';

const annsPost: Given = (w) => ({ post_id: w.annsPost, content: 'Hello' });
const skysPost: Given = (w) => ({ post_id: w.skysPost, content: 'Hello' });
const ownPost: Given = (w, caller) => ({ post_id: caller === 'ann' ? w.annsPost : w.ownPosts[caller] });
const ownScheduled: Given = (w, caller) => ({ post_id: w.scheduledPosts[caller], content: 'Bye' });
const annsScheduled: Given = (w) => ({ post_id: w.scheduledPosts.ann, content: 'Bye' });
const bannedPost: Given = (w) => ({ post_id: w.ownPosts.banned, content: 'Hello' });
const annsComment: Given = (w) => ({ comment_id: w.annsComment });

/** People who Ann, a member, has no authority over. */
const OVER_ANN = [401, 403, 403, 200, 404, 403, 200];

export const postsRows: Row[] = [
  row('posts.create', 'on the own wall', () => ({ user: '@me', content: 'Hi' }), SIGNED_IN),
  row(
    'posts.create',
    'on the wall of who blocked',
    (w) => ({ ...user(w.ann.id), content: 'Hi' }),
    NOT_BLOCKED,
  ),
  row('posts.create', 'on a wall that is shut', (w) => ({ ...user(w.sky), content: 'Hi' }), NOBODY),
  row(
    'posts.create',
    'on the wall of who is banned',
    (w) => ({ ...user(w.callers.banned.id), content: 'Hi' }),
    NOBODY,
  ),
  row(
    'posts.create',
    'with a photo of another',
    (w) => ({ user: '@me', photos_list: [w.annsOpenPhoto] }),
    [401, 422, 422, 422, 422, 403, 422],
  ),
  row(
    'posts.create',
    'repeating what they do not know of',
    (w) => ({ user: '@me', repost: w.ownPosts.banned }),
    [401, 422, 422, 422, 422, 403, 422],
  ),
  row('posts.list', 'of who blocked', ann, NOT_BLOCKED),
  row('posts.list', 'of who lets nobody write', sky, SIGNED_IN),
  row('posts.list', 'of who is banned', (w) => user(w.callers.banned.id), NOBODY),
  row('posts.list', 'the feed', () => ({ user: '@me', feed: true }), SIGNED_IN),
  row('posts.all', '', nothing, SIGNED_IN),
  row('posts.get', 'of who blocked', only(annsPost, 'post_id'), NOT_BLOCKED),
  row('posts.get', 'of who is banned', only(bannedPost, 'post_id'), UNKNOWN),
  row('posts.edit', 'own', ownPost, SIGNED_IN),
  row('posts.edit', "another's", annsPost, [401, 403, 403, 403, 404, 403, 403]),
  row('posts.remove', 'own', ownPost, SIGNED_IN),
  row('posts.remove', "another's", annsPost, OVER_ANN),
  row('posts.remove', 'of who is banned', bannedPost, UNKNOWN),
  row(
    'posts.create',
    'later, on the wall of who blocked',
    (w) => ({ ...user(w.ann.id), content: 'Hi', timestamp: START + 3600 }),
    NOT_BLOCKED,
  ),
  row('posts.scheduled', '', () => ({}), SIGNED_IN),
  row('posts.publishScheduled', 'own', ownScheduled, SIGNED_IN),
  row('posts.publishScheduled', "another's", annsScheduled, UNKNOWN),
  row('posts.get', 'scheduled by another', only(annsScheduled, 'post_id'), UNKNOWN),
  row('posts.edit', 'own scheduled', ownScheduled, SIGNED_IN),
  row('posts.edit', 'scheduled by another', annsScheduled, UNKNOWN),
  row('posts.remove', 'own scheduled', ownScheduled, SIGNED_IN),
  row('posts.remove', 'scheduled by another', annsScheduled, UNKNOWN),
  row('posts.like', 'of who blocked', annsPost, NOT_BLOCKED),
  row('posts.like', 'on a wall that is shut', skysPost, SIGNED_IN),
  row('posts.comment', 'of who blocked', annsPost, NOT_BLOCKED),
  row('posts.comment', 'on a wall that is shut', skysPost, NOBODY),
  row('posts.comment', 'of who is banned', bannedPost, UNKNOWN),
  row('posts.comments', 'of who blocked', only(annsPost, 'post_id'), NOT_BLOCKED),
  row('posts.getComment', 'of who blocked', annsComment, NOT_BLOCKED),
  row('posts.removeComment', "another's", annsComment, OVER_ANN),
  row('posts.likeComment', 'of who blocked', annsComment, NOT_BLOCKED),
  row('posts.find', '', () => ({ mask: 'good' }), SIGNED_IN),
  row('people.reportItem', 'a post', (w) => reported('post', w.annsPost), NOT_BLOCKED),
  row('people.reportItem', 'a comment', (w) => reported('comment', w.annsComment), NOT_BLOCKED),
  row(
    'dialogs.send',
    'a post',
    (w) => ({ dialog_id: w.park, repost: w.annsPost }),
    [401, 200, 200, 200, 422, 403, 200],
  ),
  row(
    'dialogs.send',
    'with a post',
    (w) => ({ dialog_id: w.park, attachments: [{ Type: 'post', Item: w.annsPost }] }),
    [401, 200, 200, 200, 422, 403, 200],
  ),
];

function user(id: number) {
  return { user: id };
}

function reported(Type: 'post' | 'comment', Item: number) {
  return { Type, Item, reason: 'Loud' };
}
