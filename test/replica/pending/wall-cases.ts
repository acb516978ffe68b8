import type { Name } from '../../../shared/contract';
import { pendingCase, type Case, type World } from './world';

/** Pending calls and where they show. */
export function wallCases(w: World): Case<Name, Name>[] {
  const content = 'Pending content';
  const benWall = { user: w.ben.id };
  const comments = { post_id: w.post };
  return [
    pendingCase(
      'posts.create',
      { user: '@me', content },
      'posts.list',
      { user: '@me' },
      ([post]) => post?.Content === content,
    ),
    pendingCase(
      'posts.create',
      { user: w.ben.id, content, photos_list: [w.photo] },
      'posts.list',
      benWall,
      ([post]) => post?.Photos.length === 1,
    ),
    pendingCase(
      'posts.create',
      { user: '@me', content, repost: w.post },
      'posts.list',
      { user: '@me', feed: true },
      ([post]) => post?.Repost?.ID === w.post,
    ),
    pendingCase(
      'posts.create',
      { user: '@me', content, timestamp: w.t.clock.seconds + 900 },
      'posts.scheduled',
      {},
      (list) => list.length === 1,
    ),
    pendingCase(
      'posts.edit',
      { post_id: w.ownPost, content },
      'posts.get',
      { post_id: w.ownPost },
      (post) => post.Content === content,
    ),
    pendingCase(
      'posts.remove',
      { post_id: w.ownPost },
      'posts.list',
      { user: '@me' },
      (list) => list.length === 0,
    ),
    pendingCase(
      'posts.like',
      { post_id: w.post, value: true },
      'posts.get',
      { post_id: w.post },
      (post) => post.Likes.IsLikedByYou && post.Likes.Likes === 1,
    ),
    pendingCase(
      'posts.comment',
      { post_id: w.post, content },
      'posts.comments',
      comments,
      ([one]) => one?.Content === content,
    ),
    pendingCase(
      'posts.comment',
      { post_id: w.post, content },
      'posts.get',
      { post_id: w.post },
      (post) => post.Comments === 2,
    ),
    pendingCase(
      'posts.removeComment',
      { comment_id: w.ownComment },
      'posts.comments',
      comments,
      (list) => list.length === 0,
    ),
    pendingCase(
      'posts.removeComment',
      { comment_id: w.comment },
      'posts.comments',
      { post_id: w.ownPost },
      (list) => list.length === 0,
    ),
    pendingCase(
      'posts.likeComment',
      { comment_id: w.comment, value: true },
      'posts.comments',
      { post_id: w.ownPost },
      ([one]) => one?.Likes.IsLikedByYou === true,
    ),
  ];
}
