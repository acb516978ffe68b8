import type { Parsed } from '../../../shared/contract';
import type { PostModel } from '../../../shared/contract/records';
import { invalid } from '../../../shared/errors';
import { requireAccessibleProfile, requirePerson } from '../access/access';
import { requireOwnPost, requirePost, requireRemovablePost, requireWallWriter } from '../access/walls';
import { findOwnScheduled } from '../access/scheduled';
import { writeAuditEntry } from '../audit';
import { replaceAttachments } from '../content/attachments';
import type { Context, ReadContext } from '../context';
import { emitPostCount } from '../events/count-events';
import type { Handlers } from '../dispatch';
import { retractNotificationsAbout } from '../notifications/notifications';
import { isFuture, removeScheduled } from '../scheduling/scheduled-items';
import { hasAttachment } from '../messages/attachment-queries';
import { postList, postRecords } from './records';
import { comment, comments, getComment, removeComment } from './comments';
import { listCommentIds } from './comment-queries';
import { applyAudienceToMedia, audienceChangesOf, requireOwnWall } from './audience';
import { changesOf, requireFilled, requirePostContent } from './content';
import { emitPostEvent, emitRepostUpdates, emitPostRemoved } from './events';
import { listFeed, listPublicFeed } from './feed-queries';
import { like, likeComment } from './likes';
import { addToReposts, deletePost, listWall, updatePost } from './queries';
import { indexPost, searchPostIds, unindexPost } from './search-queries';
import { postRecord, publishPost } from './publishing';
import { editScheduledPost, publishScheduled, scheduledPostRecord, schedulePost } from './scheduled';
import { listScheduledPosts } from './scheduled-records';
import {
  notifyMentionedInPost,
  notifyRepostedAuthor,
  retractFromOutsiders,
  withdrawRepostNotification,
} from './notifications';

type Names =
  | 'posts.create'
  | 'posts.list'
  | 'posts.all'
  | 'posts.scheduled'
  | 'posts.publishScheduled'
  | 'posts.get'
  | 'posts.edit'
  | 'posts.remove'
  | 'posts.like'
  | 'posts.comment'
  | 'posts.comments'
  | 'posts.getComment'
  | 'posts.removeComment'
  | 'posts.likeComment'
  | 'posts.find';

/** Handlers of posts on walls, the feed, comments and likes. */
export const postHandlers = {
  'posts.create': create,
  'posts.list': list,
  'posts.all': listAll,
  'posts.scheduled': listScheduledPosts,
  'posts.publishScheduled': publishScheduled,
  'posts.get': get,
  'posts.edit': edit,
  'posts.remove': remove,
  'posts.like': like,
  'posts.comment': comment,
  'posts.comments': comments,
  'posts.getComment': getComment,
  'posts.removeComment': removeComment,
  'posts.likeComment': likeComment,
  'posts.find': find,
} satisfies Pick<Handlers, Names>;

async function create(ctx: Context, input: Parsed<'posts.create'>): Promise<PostModel> {
  if (input.edit) return editOnWall(ctx, { ...input, post_id: input.edit });
  return isFuture(ctx, input.timestamp) ? schedulePost(ctx, input) : publishPost(ctx, input);
}

async function editOnWall(ctx: Context, input: Parsed<'posts.edit'> & { user: string }): Promise<PostModel> {
  const wall = await requireWallWriter(ctx, input.user);
  const waiting = await findOwnScheduled(ctx, 'post', input.post_id);
  const { wall_id } = waiting ? { wall_id: waiting.target_id } : await requireOwnPost(ctx, input.post_id);
  if (wall_id !== wall) throw invalid('edit', 'must be a post on this wall');
  return edit(ctx, input);
}

async function list(ctx: ReadContext, input: Parsed<'posts.list'>): Promise<PostModel[]> {
  const wall = await requireAccessibleProfile(ctx, input.user);
  const viewer = requirePerson(ctx).id;
  const before = input.last_id || NEWEST;
  const { lang: language, limit, feed } = input;
  if (feed && wall !== viewer) throw invalid('feed', 'is only available for your own wall');
  const posts = feed
    ? await postList(ctx, await listFeed(ctx.db, { viewer, before, limit, language }))
    : await postRecords(ctx, await listWall(ctx.db, { wall, viewer, before, limit, language }));
  return recordViews(ctx, posts);
}

async function listAll(ctx: ReadContext, input: Parsed<'posts.all'>): Promise<PostModel[]> {
  const { id: viewer } = requirePerson(ctx);
  const { lang: language, limit, last_id } = input;
  const rows = await listPublicFeed(ctx.db, { viewer, before: last_id || NEWEST, limit, language });
  return recordViews(ctx, await postRecords(ctx, rows));
}

async function get(ctx: ReadContext, input: Parsed<'posts.get'>): Promise<PostModel> {
  const waiting = await findOwnScheduled(ctx, 'post', input.post_id);
  if (waiting) return scheduledPostRecord(ctx, waiting);
  const { id } = await requirePost(ctx, input.post_id);
  const post = await postRecord(ctx, id);
  recordViews(ctx, [post]);
  return post;
}

async function edit(ctx: Context, input: Parsed<'posts.edit'>): Promise<PostModel> {
  const waiting = await findOwnScheduled(ctx, 'post', input.post_id);
  if (waiting) return editScheduledPost(ctx, waiting, input);
  const post = await requireOwnPost(ctx, input.post_id);
  requireOwnWall(ctx, input.audience, post.wall_id);
  const content = await requirePostContent(ctx, input, post.id);
  const isAttachmentsChanged = await replaceAttachments(ctx, 0, post.id, content.attachments);
  const changes = changesOf(post, { ...content, language: input.language, nsfw: input.nsfw });
  const audienceChanges = audienceChangesOf(post, input);
  const edited = { ...post, ...changes, ...audienceChanges };
  if (edited.repost_id === 0) await requireNotEmpty(ctx, post.id, edited.content);
  const isContentChanged = isAttachmentsChanged || Object.keys(changes).length > 0;
  if (isContentChanged || Object.keys(audienceChanges).length > 0) {
    const edited_at = isContentChanged ? ctx.now() : post.edited_at;
    await updatePost(ctx.db, post.id, { ...changes, ...audienceChanges, edited_at });
    ctx.beforeCommit(() => indexPost(ctx.db, post.id));
    if (edited.repost_id !== post.repost_id) {
      await addToReposts(ctx.db, post.repost_id, -1);
      await addToReposts(ctx.db, edited.repost_id, 1);
      await withdrawRepostNotification(ctx, post);
      await notifyRepostedAuthor(ctx, edited);
    }
    if (isAttachmentsChanged || audienceChanges.audience !== undefined)
      await applyAudienceToMedia(ctx, edited);
    const isNarrowed = edited.audience > post.audience;
    if (isNarrowed) await retractFromOutsiders(ctx, edited);
    emitPostEvent(ctx, 'post_edit', post, isNarrowed ? { Formerly: post.audience } : {});
    if (edited.audience !== post.audience) emitPostCount(ctx, post.wall_id);
    await emitRepostUpdates(ctx, post.id);
    await notifyMentionedInPost(ctx, edited, post.content);
  }
  return postRecord(ctx, post.id);
}

async function remove(ctx: Context, input: Parsed<'posts.remove'>): Promise<{ ok: true }> {
  const waiting = await findOwnScheduled(ctx, 'post', input.post_id);
  if (waiting) {
    await removeScheduled(ctx, waiting);
    return { ok: true };
  }
  const post = await requireRemovablePost(ctx, input.post_id);
  const { id: caller } = requirePerson(ctx);
  const comments = await listCommentIds(ctx.db, post.id);
  await deletePost(ctx.db, post);
  ctx.beforeCommit(() => unindexPost(ctx.db, post.id));
  await withdrawRepostNotification(ctx, post);
  await retractNotificationsAbout(ctx, 'comment', comments);
  await retractNotificationsAbout(ctx, 'post', [post.id]);
  await emitPostRemoved(ctx, post);
  emitPostCount(ctx, post.wall_id);
  await emitRepostUpdates(ctx, post.id);
  if (caller !== post.author_id && caller !== post.wall_id) {
    await writeAuditEntry(ctx, { action: 'remove_post', person: post.author_id });
  }
  return { ok: true };
}

async function find(ctx: ReadContext, input: Parsed<'posts.find'>): Promise<PostModel[]> {
  const { id: viewer } = requirePerson(ctx);
  const { mask, limit, last_id } = input;
  const found = await searchPostIds(ctx.db, { viewer, mask, before: last_id || NEWEST, limit });
  return recordViews(ctx, await postList(ctx, found));
}

/** The `before` of the first page, which starts at the newest post. */
const NEWEST = Number.MAX_SAFE_INTEGER;

/** Counts posts returned to the caller as viewed, except their own. */
function recordViews(ctx: ReadContext, posts: PostModel[]): PostModel[] {
  const viewer = requirePerson(ctx).id;
  const others = posts.filter((post) => post.Author.ID !== viewer);
  ctx.viewCounter.record(
    'post',
    others.map((post) => post.ID),
    viewer,
  );
  return posts;
}

async function requireNotEmpty(ctx: Context, post: number, content: string): Promise<void> {
  if (!(await hasAttachment(ctx.db, post))) requireFilled(content);
}
