import type { PostModel, RelationshipState } from '../../shared/contract/records';
import { PAGE_SIZES } from '../../shared/limits';
import { session, type Call } from '../api';
import type { FeedSource } from '../../shared/routes';

/** The source of a list of posts. */
export interface PostSource {
  /** Loads the newest posts before a post ID (0: of all). `next` is the cursor of the next page; 0 at the end. */
  read: (call: Call, before: number) => Promise<{ posts: PostModel[]; next: number }>;
  /** Returns whether a new post belongs in the list. */
  takes: (post: PostModel) => boolean;
  /** Whose wall it is; absent for posts of several walls. */
  wall?: number;
}

/** The feed: posts from friends and from people the caller follows, one of the two, or everyone's. */
export function feedOf(source: FeedSource): PostSource {
  if (source === 'everyone') return everyone;
  // Imported posts are on their wall only.
  const takes = ({ Author, Original }: PostModel) =>
    Original === undefined &&
    ((source === 'all' && Author.ID === session.id) || STATES[source].includes(Author.RelationshipState));
  return {
    takes,
    read: async (call, before) => {
      const posts: PostModel[] = [];
      let next = before;
      // The host has only one feed, so pages without matching posts are skipped.
      do {
        const page = await call('posts.list', { user: '@me', feed: true, last_id: next });
        posts.push(...page.filter(takes));
        next = nextOf(page);
      } while (next > 0 && posts.length < MIN_POSTS);
      return { posts, next };
    },
  };
}

/** The posts on a person's wall. */
export function wallOf(person: number): PostSource {
  return {
    wall: person,
    takes: ({ Author, Target }) => (Target ?? Author).ID === person,
    read: async (call, before) => {
      const posts = await call('posts.list', { user: person, last_id: before });
      return { posts, next: nextOf(posts) };
    },
  };
}

/** A single post. */
export function only(post: number): PostSource {
  return {
    takes: () => false,
    read: async (call) => ({ posts: [await call('posts.get', { post_id: post })], next: 0 }),
  };
}

const everyone: PostSource = {
  takes: ({ Original }) => Original === undefined,
  read: async (call, before) => {
    const posts = await call('posts.all', { last_id: before });
    return { posts, next: nextOf(posts) };
  },
};

const STATES: Record<Exclude<FeedSource, 'everyone'>, RelationshipState[]> = {
  all: ['friends', 'me_subscribed'],
  friends: ['friends'],
  subscriptions: ['me_subscribed'],
};

/** Fewer posts do not fill a window. */
const MIN_POSTS = 5;

function nextOf(page: readonly PostModel[]): number {
  return page.length < PAGE_SIZES.posts ? 0 : (page.at(-1)?.ID ?? 0);
}
