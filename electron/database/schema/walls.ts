import type { Generated } from 'kysely';
import type { Flag, ViewedKind } from './kinds';

/** Posts on the walls of people, without their comments and likes. */
export interface PostTable {
  id: number;
  /** The person whose wall it is on. */
  wall_id: number;
  author_id: number;
  content: string;
  /** 0 none, 1 English, 2 Ukrainian, 3 Russian. */
  language: number;
  nsfw: Flag;
  repost_id: number;
  likes: Generated<number>;
  /** Number of comments, without those by banned people. */
  comments: Generated<number>;
  /** Number of posts that repost it. */
  reposts: Generated<number>;
  /** Number of viewers other than the author, each counted once a day. */
  views: Generated<number>;
  created_at: number;
  edited_at: Generated<number>;
  /** When an imported post was written elsewhere, as its author says; 0 for one written here. */
  written_at: Generated<number>;
  /** Who may see it besides its author: 0 everyone, 1 friends, 2 nobody. Only set on the author's own wall. */
  audience: Generated<0 | 1 | 2>;
  /** Whether only its author may comment. */
  comments_closed: Generated<Flag>;
}

export interface PostLikeTable {
  post_id: number;
  person_id: number;
  created_at: number;
}

export interface CommentTable {
  id: number;
  post_id: number;
  author_id: number;
  content: string;
  likes: Generated<number>;
  created_at: number;
  /** As for posts. */
  written_at: Generated<number>;
}

export interface CommentLikeTable {
  comment_id: number;
  person_id: number;
  created_at: number;
}

/** A deleted post whose comments and likes are not deleted yet. */
export interface RemovedPostTable {
  id: number;
}

/** Who viewed what on which day, so that nobody is counted twice. */
export interface ViewingTable {
  /** Days since 1970, UTC. */
  day: number;
  kind: ViewedKind;
  item_id: number;
  person_id: number;
}
