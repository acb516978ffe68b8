import type { Generated } from 'kysely';
import type { ErrorCode } from '../../../shared/errors';

/** A message or post to publish at `due_at`. */
export interface ScheduledItemTable {
  id: number;
  person_id: number;
  kind: 'message' | 'post';
  /** The dialog of a message, or the person on whose wall a post appears. */
  target_id: number;
  due_at: number;
  /** JSON: the input of `dialogs.send` or `posts.create`, without the target and the time. */
  input: string;
  /** The error code with which publishing was refused; "" while it waits for its time. */
  refusal: Generated<ErrorCode | ''>;
  created_at: number;
}
