import type { PostModel, RelationshipState } from '../../shared/contract/records';
import { PAGE_SIZES } from '../../shared/limits';
import { session, type Call } from '../api';
import type { FeedSource } from '../../shared/routes';

/** Where a list of posts comes from. */
export interface PostSource {
  /** The newest before a post (0: of all), and before which one the next page begins; 0 at the end. */
  read: (call: Call, before: number) => Promise<{ posts: PostModel[]; next: number }>;
  /** Whether a new post belongs there. */
  takes: (post: PostModel) => boolean;
}

/** What friends and those wrote to whom the caller subscribed, or some of them. */
export function feedOf(source: FeedSource): PostSource {
  const takes = ({ Author }: PostModel) =>
    (source === 'all' && Author.ID === session.id) || STATES[source].includes(Author.RelationshipState);
  return {
    takes,
    read: async (call, before) => {
      const posts: PostModel[] = [];
      let next = before;
      // The host knows of one feed: of its pages those are passed over in which there is nothing of this part of it.
      do {
        const page = await call('posts.list', { user: '@me', feed: true, last_id: next });
        posts.push(...page.filter(takes));
        next = nextOf(page);
      } while (next > 0 && posts.length < LEAST);
      return { posts, next };
    },
  };
}

/** What was written on a person's wall. */
export function wallOf(person: number): PostSource {
  return {
    takes: ({ Author, Target }) => (Target ?? Author).ID === person,
    read: async (call, before) => {
      const posts = await call('posts.list', { user: person, last_id: before });
      return { posts, next: nextOf(posts) };
    },
  };
}

/** One post alone. */
export function only(post: number): PostSource {
  return {
    takes: () => false,
    read: async (call) => ({ posts: [await call('posts.get', { post_id: post })], next: 0 }),
  };
}

const STATES: Record<FeedSource, RelationshipState[]> = {
  all: ['friends', 'me_subscribed'],
  friends: ['friends'],
  subscriptions: ['me_subscribed'],
};

/** Fewer do not fill a window. */
const LEAST = 5;

function nextOf(page: readonly PostModel[]): number {
  return page.length < PAGE_SIZES.posts ? 0 : (page.at(-1)?.ID ?? 0);
}
