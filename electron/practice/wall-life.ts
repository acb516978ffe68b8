import { cameAt, type Life } from './arrivals';
import { awake, DAY, HOUR, MINUTE } from './calendar';
import { BANNED, neighbours, type Neighbour } from './people';
import { between, pickSome, randomFrom } from './random';
import { castOf, play, readScripts, type Said, type Script } from './script';
import { carriedBy } from './talk';
import { walls } from './walls';

/** Posts from two months ago up to this morning, each with what others said and who liked it. */
export function noteWalls(life: Life): void {
  const random = randomFrom(between(1, 1_000_000, life.random));
  const scripts = readScripts(walls, 'en');
  const written = new Map<string, number>();
  const posts = new Map<string, { id: number; at: number }>();
  scripts.forEach((script, index) => {
    const cast = castOf(script, neighbours, random);
    if (!cast) throw new Error(`nobody writes post ${index}`);
    // The nearer to now, the more was posted.
    const natural = life.now - (1 - (index + 0.4) / scripts.length) ** 1.6 * 57 * DAY;
    const author = cast[0] as Neighbour;
    const original = posts.get(script.notes['repost'] ?? '')?.at ?? 0;
    const earliest = Math.max(cameAt(author, life.now) + 2 * HOUR, original + 3 * HOUR);
    const at = Math.max(awake(Math.floor(natural), life.now), earliest);
    if (script.notes['id'] !== undefined) posts.set(script.notes['id'], { id: index, at });
    notePost({ ...life, random }, script, play(script, cast, random), { index, at, written, posts });
  });
}

interface Post {
  index: number;
  at: number;
  /** The numbers of those posts that others pass on, by their ids. */
  written: Map<string, number>;
  posts: ReadonlyMap<string, { id: number; at: number }>;
}

function notePost(life: Life, { notes }: Script, said: readonly Said[], post: Post): void {
  const { town, diary, random, now } = life;
  const [first, ...comments] = said;
  if (!first) return;
  const key = first.by.key;
  let id = 0;
  const scenes = first.photos.map((scene, place) => `${scene} ${1 + ((post.index + place) % 4)}`);
  diary.note(post.at, async () => {
    const { ID } = await town.call(key, 'posts.create', {
      user: notes['on'] ?? '@me',
      content: first.text,
      language: languageOf(first.text),
      ...(notes['repost'] !== undefined && { repost: post.written.get(notes['repost']) ?? 0 }),
      ...(await carriedBy(life, first, scenes)),
    });
    id = ID;
    if (notes['id'] !== undefined) post.written.set(notes['id'], ID);
  });
  noteLikes(life, first, post.at, (who) => town.call(who, 'posts.like', { post_id: id, value: true }));
  let at = post.at;
  for (const comment of comments) {
    at = Math.max(at, cameAt(comment.by, now)) + between(4, 95, random) * MINUTE;
    if (at > now) at = post.at + between(1, Math.max(2, Math.floor((now - post.at) / 2)), random);
    let commentId = 0;
    diary.note(at, async () => {
      commentId = (await town.call(comment.by.key, 'posts.comment', { post_id: id, content: comment.text }))
        .ID;
    });
    noteLikes(life, comment, at, (who) =>
      town.call(who, 'posts.likeComment', { comment_id: commentId, value: true }),
    );
  }
}

/** Likes come in a few waves; the count of the first reaction says how many. */
function noteLikes(
  { diary, random, now }: Life,
  { by, reactions }: Said,
  at: number,
  like: (key: string) => Promise<unknown>,
): void {
  const [[, count] = ['', between(0, 4, random)] as const] = reactions;
  const others = neighbours.filter((one) => one !== by && one.key !== BANNED);
  const waves = [20 * MINUTE, 3 * HOUR, 9 * HOUR].map((after) => at + after).filter((wave) => wave < now);
  const last = now - Math.max(1, Math.floor((now - at) / 3));
  pickSome(others, count, random).forEach((one, index) => {
    const wave = waves[index % Math.max(1, waves.length)] ?? last;
    const when = Math.max(wave, cameAt(one, now) + HOUR);
    diary.note(Math.min(when, now - 1), async () => {
      await like(one.key);
    });
  });
}

/** 2 for Ukrainian, 1 for English, by the letters. */
function languageOf(text: string): 1 | 2 {
  const cyrillic = text.match(/\p{Script=Cyrillic}/gu)?.length ?? 0;
  return cyrillic > text.length / 4 ? 2 : 1;
}
