import { demoCommunity } from '../community-data';
import { cameAt, type DemoContext } from './arrival-events';
import { awake, DAY, HOUR, MINUTE } from './session-calendar';
import { demoPeople, type DemoPerson } from '../people-data';
import { between, pickSome, randomFrom } from './random';
import { castOf, play, type PlayedLine, type Script } from './script-parser';
import { carriedBy } from './message-events';
import { postScripts } from '../conversation-data';

/** Schedules posts from two months ago up to this morning, with their comments and likes. */
export function schedulePosts(context: DemoContext): void {
  const random = randomFrom(between(1, 1_000_000, context.random));
  const written = new Map<string, number>();
  const posts = new Map<string, { id: number; at: number }>();
  postScripts.forEach((script, index) => {
    const cast = castOf(script, demoPeople, random);
    if (!cast) throw new Error(`nobody writes post ${index}`);
    // Posts become more frequent towards now.
    const natural = context.now - (1 - (index + 0.4) / postScripts.length) ** 1.6 * 57 * DAY;
    const author = cast[0] as DemoPerson;
    const original = posts.get(script.notes['repost'] ?? '')?.at ?? 0;
    const earliest = Math.max(cameAt(author, context.now) + 2 * HOUR, original + 3 * HOUR);
    const at = Math.max(awake(Math.floor(natural), context.now), earliest);
    if (script.notes['id'] !== undefined) posts.set(script.notes['id'], { id: index, at });
    schedulePost({ ...context, random }, script, play(script, cast, random), { index, at, written, posts });
  });
}

interface Post {
  index: number;
  at: number;
  /** The IDs of posts that are reposted, by their `id` in the script. */
  written: Map<string, number>;
  posts: ReadonlyMap<string, { id: number; at: number }>;
}

function schedulePost(
  context: DemoContext,
  { notes }: Script,
  said: readonly PlayedLine[],
  post: Post,
): void {
  const { client, schedule, random, now } = context;
  const [first, ...comments] = said;
  if (!first) return;
  const key = first.by.key;
  let id = 0;
  const scenes = first.photos.map((scene, position) => `${scene} ${1 + ((post.index + position) % 4)}`);
  schedule.add(post.at, async () => {
    const { ID } = await client.call(key, 'posts.create', {
      user: notes['on'] ?? '@me',
      content: first.text,
      language: languageOf(first.text),
      ...(notes['repost'] !== undefined && { repost: post.written.get(notes['repost']) ?? 0 }),
      ...(await carriedBy(context, first, scenes)),
    });
    id = ID;
    if (notes['id'] !== undefined) post.written.set(notes['id'], ID);
    if (notes['id'] === demoCommunity.welcome) await client.call(key, 'community.update', { welcome: ID });
  });
  scheduleLikes(context, first, post.at, (who) =>
    client.call(who, 'posts.like', { post_id: id, value: true }),
  );
  let at = post.at;
  for (const comment of comments) {
    at = Math.max(at, cameAt(comment.by, now)) + between(4, 95, random) * MINUTE;
    if (at > now) at = post.at + between(1, Math.max(2, Math.floor((now - post.at) / 2)), random);
    let commentId = 0;
    schedule.add(at, async () => {
      commentId = (await client.call(comment.by.key, 'posts.comment', { post_id: id, content: comment.text }))
        .ID;
    });
    scheduleLikes(context, comment, at, (who) =>
      client.call(who, 'posts.likeComment', { comment_id: commentId, value: true }),
    );
  }
}

/** Schedules likes in a few waves; the count of the first reaction sets the number of likes. */
function scheduleLikes(
  { schedule, random, now }: DemoContext,
  { by, reactions }: PlayedLine,
  at: number,
  like: (key: string) => Promise<unknown>,
): void {
  const [[, count] = ['', between(0, 4, random)] as const] = reactions;
  const others = demoPeople.filter((one) => one !== by && one.key !== demoCommunity.banned);
  const waves = [20 * MINUTE, 3 * HOUR, 9 * HOUR].map((after) => at + after).filter((wave) => wave < now);
  const last = now - Math.max(1, Math.floor((now - at) / 3));
  pickSome(others, count, random).forEach((one, index) => {
    const wave = waves[index % Math.max(1, waves.length)] ?? last;
    const when = Math.max(wave, cameAt(one, now) + HOUR);
    schedule.add(Math.min(when, now - 1), async () => {
      await like(one.key);
    });
  });
}

/** Detects the language by the letters: 2 for Ukrainian, 1 for English. */
function languageOf(text: string): 1 | 2 {
  const cyrillic = text.match(/\p{Script=Cyrillic}/gu)?.length ?? 0;
  return cyrillic > text.length / 4 ? 2 : 1;
}
