import type { Generated } from 'kysely';
import type { Flag, ViewedKind } from './kinds';

/** Walls: posts, comments, likes, views. */

export interface PostTable {
  id: number;
  /** Whose wall it is on. */
  wall_id: number;
  author_id: number;
  content: string;
  /** 0 none, 1 English, 2 Ukrainian, 3 Russian. */
  language: number;
  nsfw: Flag;
  repost_id: number;
  likes: Generated<number>;
  /** Without those of banned people. */
  comments: Generated<number>;
  /** How many posts repost it. */
  reposts: Generated<number>;
  /** How many others were given it, each once a day. */
  views: Generated<number>;
  created_at: number;
  edited_at: Generated<number>;
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
}

export interface CommentLikeTable {
  comment_id: number;
  person_id: number;
  created_at: number;
}

/** A removed post whose comments and likes are still to be cleared. */
export interface RemovedPostTable {
  id: number;
}

/** Who was given what on which day, so that nobody is counted twice. */
export interface ViewingTable {
  /** Days since 1970, in UTC. */
  day: number;
  kind: ViewedKind;
  item_id: number;
  person_id: number;
}
