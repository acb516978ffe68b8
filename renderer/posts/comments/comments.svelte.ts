import type { Author, Comment, File } from '../../../shared/contract/records';
import { PAGE_SIZES } from '../../../shared/limits';
import { toAuthor } from '../../../shared/people';
import {
  Attempt,
  call,
  isOutdating,
  on,
  IdempotentCalls,
  PagedList,
  photos,
  type ServerEvent,
} from '../../api';
import { errorText } from '../../i18n/errors';
import { m } from '../../i18n/index.svelte';
import { toasts } from '../../ui';
import { Deletions } from '../../common/deletions.svelte';
import { liked } from '../post-list.svelte';

/** The comments on one post, oldest first. The newest are loaded first, earlier ones on request. */
export class Comments {
  readonly #post: number;
  /** Newest first. */
  readonly #list: PagedList<Comment>;
  readonly #deletions = new Deletions();
  readonly writing = new Attempt();
  readonly #once = new IdempotentCalls();

  constructor(post: number) {
    this.#post = post;
    this.#list = new PagedList({
      read: async ({ last, limit }) => {
        const page = await call('posts.comments', { post_id: post, last_id: last?.ID ?? 0, limit });
        // With known dimensions photos take up their space immediately, without a layout shift.
        await photos.ready(page.flatMap((comment) => comment.Photos));
        return page;
      },
      keyOf: ({ ID }) => ID,
      firstSize: FIRST,
      size: PAGE_SIZES.comments,
      compare: (one, other) => other.ID - one.ID,
    });
  }

  /** Not derived: a voice message that is still playing asks for the next one when nothing shows the comments. */
  get items(): Comment[] {
    return this.#list.items.filter((comment) => !this.#deletions.has(comment.ID)).reverse();
  }

  get loading(): Attempt {
    return this.#list.loading;
  }

  get hasEarlier(): boolean {
    return this.#list.hasMore;
  }

  get isLoaded(): boolean {
    return this.#list.isLoaded;
  }

  /**
   * Loads the newest comments, back to `until` if given, and applies events. Returns the function that unsubscribes.
   */
  follow(until?: number): () => void {
    void this.load(until);
    const off = on((event) => this.#handle(event));
    return () => {
      off();
      this.#deletions.finish();
    };
  }

  async load(until = Number.MAX_SAFE_INTEGER): Promise<void> {
    await this.#list.load();
    while (this.hasEarlier && !this.loading.error && (this.#list.items.at(-1)?.ID ?? 0) > until) {
      if (!(await this.loadEarlier())) break;
    }
  }

  loadEarlier(): Promise<boolean> {
    return this.#list.loadMore();
  }

  /** Posts a comment; `voice` is the file of a voice message, 0 for none. Resolves to false if it failed. */
  write(content: string, photos: number[], voice = 0): Promise<boolean> {
    return this.writing.run(async () => {
      const input = {
        post_id: this.#post,
        content,
        ...(photos.length && { photos }),
        ...(voice && { voice }),
      };
      this.#list.put(await this.#once.call('posts.comment', input));
    });
  }

  async like(comment: Comment): Promise<void> {
    const value = !comment.Likes.IsLikedByYou;
    this.#list.change(comment.ID, { Likes: liked(comment.Likes, value) });
    try {
      const Likes = await call('posts.likeComment', { comment_id: comment.ID, value });
      this.#list.change(comment.ID, { Likes });
    } catch (error) {
      const now = this.#list.find(comment.ID);
      if (now) this.#list.change(comment.ID, { Likes: liked(now.Likes, !value) });
      toasts.show({ message: errorText(error), tone: 'danger' });
    }
  }

  /** Returns the first voice message after another one that others recorded and the person did not listen to. */
  readonly voiceAfter = (file: File): File | null => {
    const voices = this.items.flatMap(({ Voice }) => Voice ?? []);
    const rest = voices.slice(voices.findLastIndex(({ ID }) => ID === file.ID) + 1);
    return rest.find(({ Mine, Voice }) => !Mine && !Voice?.Heard) ?? null;
  };

  /** Hides a comment for ten seconds during which this can be undone, then deletes it. */
  remove({ ID }: Comment): void {
    this.#deletions.begin(ID, m().posts.comments.deleted, () =>
      call('posts.removeComment', { comment_id: ID }),
    );
  }

  #handle(event: ServerEvent): void {
    if (isOutdating(event)) void this.load();
    else if (event.Type === 'profile') this.#setAuthor(toAuthor(event.User));
    else if (event.Type === 'comment' && event.Comment.Post.ID === this.#post) this.#list.put(event.Comment);
    else if (event.Type === 'comment_delete' && event.Post === this.#post) this.#list.remove(event.Comment);
    else if (event.Type === 'like' && event.Post === this.#post) {
      this.#list.change(event.Comment, { Likes: event.Likes });
    }
  }

  #setAuthor(author: Author): void {
    for (const comment of this.#list.items)
      if (comment.Author.ID === author.ID) this.#list.change(comment.ID, { Author: author });
  }
}

/** How many comments are loaded when a post is opened. */
const FIRST = 5;
