import { endpointOf, type Name, type Parsed } from '../../../shared/contract';
import { parseInput } from '../../../shared/contract/endpoint';
import { isNotBlank } from '../../../shared/characters/invisible';
import { importComment, importPost } from '../posts/importing';
import { schedulePost } from '../posts/scheduled';
import { NotImported, type ImportRun } from './import-run';
import { exportedComment, exportedPost, type ExportedPost } from './records';

/** Imports posts on the own wall, comments on own posts, and posts that wait for their time. */
export async function importPosts(run: ImportRun): Promise<void> {
  await run.each('posts', 'post', exportedPost, (record) => addPost(run, record));
  await run.each('comments', 'comment', exportedComment, async (record) => {
    await run.add('comment', record, async () => {
      const post = await run.idOf('post', record.Post);
      if (post === 0) throw new NotImported('others');
      const photos = await photoIdsOf(run, record.Photos);
      const { Content, Voice } = record;
      const voice = Voice ? await run.idOf('file', Voice.ID) : 0;
      if (voice === 0 && !isNotBlank(Content)) throw new NotImported('missing');
      const input = parsed('posts.comment', {
        post_id: post,
        content: Content,
        photos_list: photos,
        ...(voice > 0 && { voice }),
      });
      const written = run.originalTime(record);
      return (ctx) => importComment(ctx, input, written);
    });
  });
  await run.each('scheduled-posts', 'scheduled', exportedPost, (record) => addScheduled(run, record));
}

async function addPost(run: ImportRun, record: ExportedPost): Promise<void> {
  await run.add('post', record, async () => {
    const input = await inputOf(run, record);
    const written = run.originalTime(record);
    const edited = Math.min(record.EditTimestamp, run.now());
    return (ctx) => importPost(ctx, input, { written, edited });
  });
}

async function addScheduled(run: ImportRun, record: ExportedPost): Promise<void> {
  await run.add('scheduled', record, async () => {
    if (record.Timestamp <= run.now()) throw new NotImported('past');
    const input = { ...(await inputOf(run, record)), timestamp: record.Timestamp };
    return async (ctx) => (await schedulePost(ctx, input)).ID;
  });
}

/** What it refers to is kept as far as it was imported. */
async function inputOf(run: ImportRun, record: ExportedPost): Promise<Parsed<'posts.create'>> {
  if (record.Target !== null) throw new NotImported('others');
  const photos = await photoIdsOf(run, record.Photos);
  const repost = record.Repost ? await run.idOf('post', record.Repost.ID) : 0;
  const attachments: { Type: string; Item: number }[] = [];
  let missing = record.Repost && repost === 0 ? 1 : 0;
  for (const { Type, Item } of record.Attachments) {
    if (!Item) continue;
    const item = await run.idOf(Type, Item.ID);
    if (item > 0) attachments.push({ Type, Item: item });
    else missing++;
  }
  const isEmpty = photos.length + attachments.length + repost === 0 && !isNotBlank(record.Content);
  if (isEmpty) throw new NotImported(missing > 0 ? 'others' : 'missing');
  run.summary.skip('attachment', 'others', missing);
  return parsed('posts.create', {
    user: '@me',
    content: record.Content,
    photos_list: photos,
    attachments,
    language: record.Language,
    nsfw: record.Nsfw,
    repost,
    audience: record.Audience ?? 0,
    comments_closed: record.CommentsClosed ?? false,
  });
}

async function photoIdsOf(run: ImportRun, ids: readonly number[]): Promise<number[]> {
  const found: number[] = [];
  for (const id of ids) {
    const item = await run.idOf('photo', id);
    if (item > 0) found.push(item);
  }
  run.summary.skip('attachment', 'missing', ids.length - found.length);
  return found;
}

function parsed<N extends Name>(name: N, input: unknown): Parsed<N> {
  return parseInput(endpointOf(name), input) as Parsed<N>;
}
