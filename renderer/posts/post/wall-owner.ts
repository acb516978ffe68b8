import type { Author, PostModel } from '../../../shared/contract/records';
import { session } from '../../api';

/** Returns the person whose wall a post is on. */
export function wallOwner(post: PostModel): Author {
  return post.Target ?? post.Author;
}

/** Whether the caller may use what its owner allows to everyone (0), to friends (1) or to nobody else (2). */
export function isForCaller(audience: 0 | 1 | 2, owner: Pick<Author, 'ID' | 'RelationshipState'>): boolean {
  if (owner.ID === session.id || audience === 0) return true;
  return audience === 1 && owner.RelationshipState === 'friends';
}
