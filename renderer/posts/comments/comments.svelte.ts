import type { Comment } from '../../../shared/contract/records';
import { LIMITS } from '../../../shared/limits';
import { Attempt, call, Fresh, on, Once, type Heard } from '../../api';
import { errorWords } from '../../i18n/errors';
import { m } from '../../i18n/index.svelte';
import { toasts } from '../../ui';
import { Deletions } from '../deletions.svelte';
import { liked } from '../post-list.svelte';

/** The comments on one post, oldest first; the newest are read first, and earlier ones when they are asked for. */
export class Comments {
  readonly #post: number;
  #all = $state.raw<readonly Comment[]>([]);
  #hasEarlier = $state(false);
  #isRead = $state(false);
  readonly #deletions = new Deletions();
  readonly reading = new Attempt();
  readonly writing = new Attempt();
  readonly #once = new Once();
  readonly #fresh = new Fresh();

  constructor(post: number) {
    this.#post = post;
  }

  readonly items = $derived.by(() => this.#all.filter((comment) => !this.#deletions.has(comment.ID)));

  get hasEarlier(): boolean {
    return this.#hasEarlier;
  }

  get isRead(): boolean {
    return this.#isRead;
  }

  /** Reads the newest, at least as far back as to `until`, and hears what comes; gives the way to stop. */
  follow(until?: number): () => void {
    void this.load(until);
    const off = on((heard) => this.#hear(heard));
    return () => {
      off();
      this.#deletions.finish();
    };
  }

  load(until = Number.MAX_SAFE_INTEGER): Promise<boolean> {
    return this.reading.refresh(async () => {
      this.#all = await this.#fresh.read(() => this.#readDownTo(until));
      this.#isRead = true;
    });
  }

  loadEarlier(): Promise<boolean> {
    return this.reading.run(async () => {
      this.#merge(await this.#read(this.#all[0]?.ID ?? 0, MORE));
    });
  }

  /** Writes one; true when it stands there. */
  write(content: string, photos: number[]): Promise<boolean> {
    return this.writing.run(async () => {
      const input = { post_id: this.#post, content, ...(photos.length && { photos }) };
      this.#merge([await this.#once.call('posts.comment', input)]);
    });
  }

  async like(comment: Comment): Promise<void> {
    const value = !comment.Likes.IsLikedByYou;
    this.#change(comment.ID, { Likes: liked(comment.Likes, value) });
    try {
      const Likes = await call('posts.likeComment', { comment_id: comment.ID, value });
      this.#change(comment.ID, { Likes });
    } catch (error) {
      this.#change(comment.ID, { Likes: comment.Likes });
      toasts.show({ words: errorWords(error), tone: 'danger' });
    }
  }

  /** Hides it for ten seconds in which it can be brought back, then deletes it. */
  remove({ ID }: Comment): void {
    this.#deletions.begin(ID, m().posts.comments.deleted, () =>
      call('posts.removeComment', { comment_id: ID }),
    );
  }

  #hear(heard: Heard): void {
    if (heard.Type === 'reset') void this.load(this.#all[0]?.ID);
    else if (heard.Type === 'comment' && heard.Comment.Post === this.#post) this.#merge([heard.Comment]);
    else if (heard.Type === 'comment_delete' && heard.Post === this.#post) this.#drop(heard.Comment);
    else if (heard.Type === 'like' && heard.Post === this.#post) {
      this.#change(heard.Comment, { Likes: heard.Likes });
    }
  }

  async #readDownTo(until: number): Promise<Comment[]> {
    let all = await this.#read(0, FIRST);
    while (this.#hasEarlier && (all[0]?.ID ?? 0) > until) {
      all = [...(await this.#read(all[0]?.ID ?? 0, LIMITS.pageMax)), ...all];
    }
    return all;
  }

  async #read(before: number, limit: number): Promise<Comment[]> {
    const found = await call('posts.comments', { post_id: this.#post, last_id: before, limit });
    this.#hasEarlier = found.length >= limit;
    return found.reverse();
  }

  #merge(more: readonly Comment[]): void {
    const byId = new Map([...this.#all, ...more].map((comment) => [comment.ID, comment]));
    this.#put([...byId.values()].sort((one, other) => one.ID - other.ID));
  }

  #change(id: number, part: Partial<Comment>): void {
    this.#put(this.#all.map((comment) => (comment.ID === id ? { ...comment, ...part } : comment)));
  }

  #drop(id: number): void {
    this.#put(this.#all.filter((comment) => comment.ID !== id));
  }

  #put(all: readonly Comment[]): void {
    this.#all = all;
    this.#fresh.changed();
  }
}

/** How many are read when a post is opened, and how many more at a time. */
const FIRST = 5;
const MORE = 30;
