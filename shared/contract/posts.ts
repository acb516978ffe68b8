import { z } from 'zod';
import { LIMITS, PAGE_SIZES } from '../limits';
import { read, write } from './endpoint';
import { attachment } from './messages';
import { BaseOkay, Comment, Likes, PostModel, Privacy } from './records';
import {
  before,
  flag,
  identifier,
  identifierOrNone,
  limit,
  mask,
  personReference,
  photoIds,
  seenVersion,
  text,
  integerBetween,
} from './values';

const post = { post_id: identifier() };
const comment = { comment_id: identifier() };

/** 0 none, 1 English, 2 Ukrainian, 3 Russian. */
const language = () => integerBetween(0, 3);

const body = {
  content: text(LIMITS.post).optional(),
  /** Used if there is no `content`. */
  text: text(LIMITS.post).optional(),
  photos_list: photoIds(LIMITS.photosEach).optional(),
  attachments: z.array(attachment).max(LIMITS.attachmentsEach).optional(),
  language: language().optional(),
  nsfw: flag().optional(),
  repost: identifierOrNone().optional(),
  /** Who may see it besides its author: 0 everyone, 1 friends, 2 nobody. Others than 0 only on the own wall. */
  audience: integerBetween(0, 2).pipe(Privacy).optional(),
  /** Whether only its author may comment. */
  comments_closed: flag().optional(),
  /** Unix seconds: in the future, when it is published. */
  timestamp: identifierOrNone().optional(),
};

/** Calls about posts on walls, the feed, comments and likes. */
export const posts = {
  'posts.create': write('POST /user/{user}/post', {
    summary:
      "Writes on a person's wall, or edits an own post of it. A timestamp in the future, within a year, schedules it.",
    repeat: { by: 'posts.get', id: 'post_id' },
    since: '1.0.0',
    input: z.object({ user: personReference(), ...body, edit: identifierOrNone().optional() }),
    output: PostModel,
  }),
  'posts.list': read('GET /user/{user}/posts', {
    summary: "A person's wall, or for the caller's own ID the feed: posts of the people they subscribed to.",
    since: '1.0.0',
    input: z.object({
      user: personReference(),
      ...before(),
      lang: language().default(0),
      feed: flag().default(false),
      limit: limit(PAGE_SIZES.posts),
    }),
    output: z.array(PostModel),
  }),
  'posts.all': read('GET /posts/all', {
    summary: 'The posts of everyone, on all walls that the caller may see, newest first.',
    since: '1.0.0',
    input: z.object({ ...before(), lang: language().default(0), limit: limit(PAGE_SIZES.posts) }),
    output: z.array(PostModel),
  }),
  'posts.scheduled': read('GET /posts/scheduled', {
    summary: 'The posts that the caller has scheduled, on any wall, the earliest first.',
    since: '1.1.0',
    input: z.object({}),
    output: z.array(PostModel),
  }),
  'posts.publishScheduled': write('POST /posts/{post_id}/publish', {
    summary: 'Publishes an own scheduled post now. The published post has another ID.',
    repeat: { by: 'posts.get', id: 'post_id' },
    since: '1.1.0',
    input: z.object(post),
    output: PostModel,
  }),
  'posts.get': read('GET /posts/{post_id}', {
    summary: 'One post; a scheduled one for its author.',
    since: '1.0.0',
    input: z.object(post),
    output: PostModel,
  }),
  'posts.edit': write('PATCH /posts/{post_id}', {
    summary: 'Changes the given parts of an own post, and of a scheduled one also its timestamp.',
    repeat: { by: 'posts.get', id: 'post_id' },
    since: '1.0.0',
    input: z.object({ ...post, ...body, ifVersion: seenVersion() }),
    output: PostModel,
  }),
  'posts.remove': write('DELETE /posts/{post_id}', {
    summary:
      "Removes a post: its author, the wall's owner, or an administrator. Also cancels a scheduled one.",
    since: '1.0.0',
    input: z.object(post),
    output: BaseOkay,
  }),
  'posts.like': write('PATCH /posts/{post_id}/like', {
    summary: 'Likes a post, or no longer.',
    since: '1.1.0',
    input: z.object({ ...post, value: flag().optional() }),
    output: Likes,
  }),
  'posts.comment': write('POST /posts/{post_id}/comment', {
    summary: 'Comments on a post: with words, with a voice message of the caller, or with both.',
    since: '1.0.0',
    input: z.object({
      ...post,
      content: text(LIMITS.comment).default(''),
      /** A file that is a voice message. */
      voice: identifier().optional(),
      photos: photoIds(LIMITS.photosEach).optional(),
      photos_list: photoIds(LIMITS.photosEach).optional(),
    }),
    output: Comment,
  }),
  'posts.comments': read('GET /posts/{post_id}/comments', {
    summary: 'The comments on a post, newest first.',
    since: '1.0.0',
    input: z.object({
      ...post,
      ...before(),
      limit: limit(PAGE_SIZES.comments),
    }),
    output: z.array(Comment),
  }),
  'posts.getComment': read('GET /comments/{comment_id}', {
    summary: 'One comment.',
    since: '1.0.0',
    input: z.object(comment),
    output: Comment,
  }),
  'posts.removeComment': write('DELETE /comments/{comment_id}', {
    summary: "Removes a comment: its author, the post's, the wall's owner, or an administrator.",
    since: '1.0.0',
    input: z.object(comment),
    output: BaseOkay,
  }),
  'posts.likeComment': write('PATCH /comments/{comment_id}/like', {
    summary: 'Likes a comment, or no longer.',
    since: '1.1.0',
    input: z.object({ ...comment, value: flag().optional() }),
    output: Likes,
  }),
  'posts.find': read('GET /posts/find/{mask}', {
    summary: 'Finds posts by words, newest first.',
    since: '1.0.0',
    input: z.object({
      mask: mask(),
      ...before(),
      limit: limit(PAGE_SIZES.search),
    }),
    output: z.array(PostModel),
  }),
} as const;
