import { untrack } from 'svelte';
import type { PostModel } from '../../shared/contract/records';

/**
 * The posts of a list that are built so far: a few more in each frame, because building a whole page would take
 * several. Create it while a component is being set up.
 */
export class BuiltPosts {
  readonly #posts: () => readonly PostModel[];
  /** The ID of the oldest one that is built. */
  #oldest = $state(Infinity);

  readonly posts = $derived.by(() => {
    const posts = this.#posts();
    const count = posts.findLastIndex(({ ID }) => ID >= this.#oldest) + 1;
    return posts.slice(0, Math.max(POSTS_PER_FRAME, count));
  });

  constructor(posts: () => readonly PostModel[]) {
    this.#posts = posts;
    // Those that were shown before are there at once, so that the scroll position can be restored.
    this.#oldest = untrack(posts).at(-1)?.ID ?? Infinity;
    $effect(() => {
      if (this.isComplete) return undefined;
      const frame = requestAnimationFrame(() => this.#buildMore());
      return () => cancelAnimationFrame(frame);
    });
  }

  /** Whether all posts of the list are built. */
  get isComplete(): boolean {
    return this.posts.length === this.#posts().length;
  }

  #buildMore(): void {
    const last = this.posts.length + POSTS_PER_FRAME - 1;
    this.#oldest = (this.#posts()[last] ?? this.#posts().at(-1))?.ID ?? Infinity;
  }
}

const POSTS_PER_FRAME = 2;
