import type { Comment, PersonRecord, PostModel } from '../../../shared/contract/records';
import type { Event } from '../../../shared/events';
import type { TestClock, TestPerson } from '../service';

/** A comment without the record of its post, which is copied by itself. */
type CopiedComment = Omit<Comment, 'Post'> & { Post: number };

/** A person's own wall and the walls of people they follow, with comments: loaded once, then updated only by events. */
export class CopiedWalls {
  readonly #viewer: TestPerson;
  readonly #clock: TestClock;
  posts = new Map<number, PostModel[]>();
  comments = new Map<number, CopiedComment[]>();

  constructor(viewer: TestPerson, clock: TestClock) {
    this.#viewer = viewer;
    this.#clock = clock;
  }

  async load(owners: readonly number[]): Promise<void> {
    this.posts.clear();
    this.comments.clear();
    for (const user of owners) {
      this.#clock.advance(1);
      const posts = await this.#viewer.call('posts.list', { user, limit: 100 }).catch(() => null);
      if (posts) this.posts.set(user, posts);
      for (const { ID } of posts ?? []) await this.#readComments(ID);
    }
  }

  apply(event: Event): void {
    switch (event.Type) {
      case 'post':
        this.comments.set(event.Post.ID, this.comments.get(event.Post.ID) ?? []);
        return this.#put(event.Post);
      case 'post_edit':
        return this.#put(event.Post);
      case 'post_delete':
        this.comments.delete(event.Post);
        return this.#change((post) => (post.ID === event.Post ? null : post));
      case 'comment': {
        const { Comments } = event;
        const comment = copied(event.Comment);
        const others = this.comments.get(comment.Post)?.filter((one) => one.ID !== comment.ID);
        if (others)
          this.comments.set(
            comment.Post,
            [comment, ...others].sort((a, b) => b.ID - a.ID),
          );
        return this.#change((post) => (post.ID === comment.Post ? { ...post, Comments } : post));
      }
      case 'comment_delete': {
        const { Post, Comment: gone, Comments } = event;
        this.#changeComments((one) => (one.ID === gone ? null : one));
        return this.#change((post) => (post.ID === Post ? { ...post, Comments } : post));
      }
      case 'like': {
        const { Post, Comment: comment, Likes } = event;
        if (comment > 0) return this.#changeComments((one) => (one.ID === comment ? { ...one, Likes } : one));
        return this.#change((post) => (post.ID === Post ? { ...post, Likes } : post));
      }
    }
  }

  /** Updates a person's profile wherever it is shown. */
  show(shown: <T extends PersonRecord>(one: T) => T): void {
    const withPeople = (post: PostModel): PostModel => ({
      ...post,
      Author: shown(post.Author),
      Target: post.Target && shown(post.Target),
      Repost: post.Repost && withPeople(post.Repost),
    });
    this.#change(withPeople);
    this.#changeComments((one) => ({ ...one, Author: shown(one.Author) }));
  }

  #put(post: PostModel): void {
    const wall = post.Target?.ID ?? post.Author.ID;
    const posts = this.posts.get(wall);
    if (!posts) return;
    const others = posts.filter((one) => one.ID !== post.ID);
    this.posts.set(
      wall,
      [post, ...others].sort((one, other) => other.ID - one.ID),
    );
  }

  #change(change: (post: PostModel) => PostModel | null): void {
    for (const [wall, posts] of this.posts) {
      this.posts.set(
        wall,
        posts.flatMap((post) => change(post) ?? []),
      );
    }
  }

  #changeComments(change: (comment: CopiedComment) => CopiedComment | null): void {
    for (const [post, comments] of this.comments) {
      this.comments.set(
        post,
        comments.flatMap((one) => change(one) ?? []),
      );
    }
  }

  async #readComments(post_id: number): Promise<void> {
    this.#clock.advance(1);
    const comments = await this.#viewer.call('posts.comments', { post_id, limit: 100 }).catch(() => []);
    this.comments.set(post_id, comments.map(copied));
  }
}

function copied(comment: Comment): CopiedComment {
  return { ...comment, Post: comment.Post.ID };
}
