import type { Likes, PostModel } from '../../shared/contract/records';
import { toAuthor } from '../../shared/people';
import {
  Attempt,
  call,
  EventSubscription,
  isOutdating,
  isInaccessible,
  photos,
  session,
  watchWall,
  type Call,
  type ServerEvent,
} from '../api';
import { errorText } from '../i18n/errors';
import { m } from '../i18n/index.svelte';
import { toasts } from '../ui';
import { Deletions } from '../common/deletions.svelte';
import { audienceText } from './audience-text';
import type { PostSource } from './sources';

/**
 * Posts, newest first: the feed, a wall, or a single post. Loaded by pages. New posts by others wait until the person
 * asks for them, so that the content does not jump.
 */
export class PostList {
  readonly #source: PostSource;
  #posts = $state.raw<readonly PostModel[]>([]);
  #waiting = $state.raw<readonly PostModel[]>([]);
  /** The cursor: the next page starts before this post ID; 0 at the end. */
  #next = $state(0);
  #isLoaded = $state(false);
  /** Whether there are unloaded posts between the news and the posts shown. */
  #hasGap = false;
  /** The heights of posts as last shown, in CSS pixels, by ID. */
  readonly heights = new Map<number, number>();
  readonly #deletions = new Deletions();
  readonly loading = new Attempt();
  readonly #events = new EventSubscription((event) => this.#handle(event));

  constructor(source: PostSource) {
    this.#source = source;
  }

  readonly posts = $derived.by(() => this.#posts.filter((post) => !this.#deletions.has(post.ID)));

  /** How many new posts are waiting. */
  get news(): number {
    return this.#waiting.length;
  }

  get hasMore(): boolean {
    return this.#next > 0;
  }

  /** Whether the first page was loaded. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /** Loads the first page and applies events. Returns the function that unsubscribes. */
  follow(): () => void {
    void this.load();
    const off = this.#events.open();
    const { wall } = this.#source;
    const unwatch = wall ? watchWall(wall, () => void this.load()) : undefined;
    return () => {
      off();
      unwatch?.();
      this.#deletions.finish();
    };
  }

  /** Loads the newest posts and refreshes those already shown. */
  load(): Promise<boolean> {
    return this.loading.refresh(() =>
      this.#events.request(
        (call) => this.#reload(call),
        ({ posts, next }) => {
          if (this.#isLoaded) return this.#renew(posts, next);
          this.#posts = posts;
          this.#next = next;
          this.#isLoaded = true;
        },
      ),
    );
  }

  async loadMore(): Promise<void> {
    if (!this.hasMore) return;
    await this.loading.run(() =>
      this.#events.request(
        (call) => this.#read(call, this.#next),
        ({ posts, next }) => {
          this.#posts = merged(this.#posts, posts);
          this.#next = next;
        },
      ),
    );
  }

  /** Checks for new posts of people the caller doesn't follow, which no event announces. */
  async check(): Promise<void> {
    if (!this.#isLoaded) return;
    const newest = this.#posts[0]?.ID ?? 0;
    // It is repeated soon.
    await this.#events
      .request(
        (call) => this.#source.read(call, 0),
        ({ posts, next }) => {
          for (const post of posts) if (post.ID > newest) this.#merge(post);
          this.#hasGap ||= next > newest;
        },
      )
      .catch(() => undefined);
  }

  /** Shows the waiting posts. */
  async showNews(): Promise<void> {
    const news = this.#waiting;
    this.#waiting = [];
    if (!this.#hasGap) this.#posts = merged(news, this.#posts);
    else {
      this.#hasGap = this.#isLoaded = false;
      await this.load();
    }
  }

  /** Shows a post that was just written or edited here. */
  take(post: PostModel): void {
    const isKnown = this.#posts.some((one) => one.ID === post.ID);
    if (isKnown || this.#source.takes(post)) this.#posts = merged(this.#posts, [post]);
  }

  /** Likes or unlikes a post with an optimistic update, reverted if the host refuses. */
  async like(post: PostModel): Promise<void> {
    const value = !post.Likes.IsLikedByYou;
    this.#change(post.ID, { Likes: liked(post.Likes, value) });
    try {
      await this.#events.request(
        (call) => call('posts.like', { post_id: post.ID, value }),
        (Likes) => this.#change(post.ID, { Likes }),
      );
    } catch (error) {
      const now = this.#posts.find(({ ID }) => ID === post.ID);
      if (now) this.#change(post.ID, { Likes: liked(now.Likes, !value) });
      toasts.show({ message: errorText(error), tone: 'danger' });
    }
  }

  /** Lets nobody but the caller comment on a post of theirs, or everyone again. */
  async closeComments({ ID }: PostModel, isClosed: boolean): Promise<void> {
    const t = audienceText().comments;
    try {
      await this.#events.request(
        (call) => call('posts.edit', { post_id: ID, comments_closed: isClosed }),
        (post) => this.take(post),
      );
      toasts.show({ message: isClosed ? t.nowClosed : t.nowOpen });
    } catch (error) {
      toasts.show({ message: errorText(error), tone: 'danger' });
    }
  }

  /** Hides a post for ten seconds during which this can be undone, then deletes it. */
  remove({ ID }: PostModel): void {
    this.#deletions.begin(ID, m().posts.deleted, () => call('posts.remove', { post_id: ID }));
  }

  #handle(event: ServerEvent): void {
    switch (event.Type) {
      case 'reset':
        return void this.load();
      case 'post':
        return this.#merge(event.Post);
      case 'post_edit':
        // As a whole: fields that are only present sometimes may be gone.
        this.#posts = replaced(this.#posts, event.Post);
        this.#waiting = replaced(this.#waiting, event.Post);
        return;
      case 'post_delete':
        return this.#drop(event.Post);
      case 'comment':
        return this.#change(event.Comment.Post.ID, { Comments: event.Comments });
      case 'comment_delete':
        return this.#change(event.Post, { Comments: event.Comments });
      case 'like':
        if (event.Comment === 0) this.#change(event.Post, { Likes: event.Likes });
        return;
      case 'profile':
        if (isOutdating(event)) return void this.load();
        this.#posts = this.#posts.map((post) =>
          post.Author.ID === event.User.ID ? { ...post, Author: toAuthor(event.User) } : post,
        );
    }
  }

  async #read(call: Call, before: number): ReturnType<PostSource['read']> {
    const page = await this.#source.read(call, before);
    // With known dimensions photos take up their space immediately, without a layout shift.
    await photos.ready(page.posts.flatMap(photosOf));
    return page;
  }

  /** Loads the newest page, and further pages down to the oldest post shown. */
  async #reload(call: Call): ReturnType<PostSource['read']> {
    let { posts, next } = await this.#read(call, 0).catch((error: unknown) => {
      if (isInaccessible(error)) this.#forget();
      throw error;
    });
    const [newest = 0, oldest = 0] = [this.#posts[0]?.ID, this.#posts.at(-1)?.ID];
    while (this.#isLoaded && next > oldest && next <= newest) {
      const page = await this.#read(call, next);
      posts = [...posts, ...page.posts];
      next = page.next;
    }
    return { posts, next };
  }

  /** Your own posts are shown at once, others' wait. */
  #merge(post: PostModel): void {
    if (post.Author.ID === session.id) return this.take(post);
    const isKnown = [...this.#posts, ...this.#waiting].some((one) => one.ID === post.ID);
    if (!isKnown && this.#source.takes(post)) this.#waiting = merged(this.#waiting, [post]);
  }

  #renew(page: readonly PostModel[], next: number): void {
    const newest = this.#posts[0]?.ID ?? 0;
    const found = new Map(page.map((post) => [post.ID, post]));
    // Posts missing from the loaded range were deleted; posts older than its end are kept.
    const remaining = this.#posts.filter((post) => found.has(post.ID) || (next > 0 && post.ID < next));
    this.#posts = remaining.map((post) => found.get(post.ID) ?? post);
    this.#waiting = page.filter((post) => post.ID > newest);
    this.#hasGap = next > newest;
  }

  #forget(): void {
    this.#posts = this.#waiting = [];
    this.#next = 0;
    this.#isLoaded = false;
  }

  #change(id: number, part: Partial<PostModel>): void {
    this.#posts = this.#posts.map((post) => (post.ID === id ? { ...post, ...part } : post));
  }

  #drop(id: number): void {
    this.#posts = this.#posts.filter((post) => post.ID !== id);
    this.#waiting = this.#waiting.filter((post) => post.ID !== id);
  }
}

/** Returns the likes after the caller likes or unlikes something. */
export function liked(before: Likes, value: boolean): Likes {
  return { IsLikedByYou: value, Likes: before.Likes + Number(value) - Number(before.IsLikedByYou) };
}

function replaced(posts: readonly PostModel[], by: PostModel): PostModel[] {
  return posts.map((post) => (post.ID === by.ID ? by : post));
}

/** Merges both without duplicates, newest first; the second version of a post wins. */
function merged(before: readonly PostModel[], more: readonly PostModel[]): PostModel[] {
  const byId = new Map([...before, ...more].map((post) => [post.ID, post]));
  return [...byId.values()].sort((one, other) => other.ID - one.ID);
}

/** Returns the photos that a post shows, including those of the post that it reposts. */
function photosOf({ Photos, Repost }: PostModel): number[] {
  return Repost ? [...Photos, ...photosOf(Repost)] : Photos;
}
