import type { Db } from '../../database/open';
import { isShownInDialogs } from './content-queries';
import type { findContent } from '../content/content-queries';

/** Access control of signed content URLs. */

type Content = NonNullable<Awaited<ReturnType<typeof findContent>>>;

/**
 * Whether a signed URL still serves its content. Content of banned people is hidden, even under URLs signed before the
 * ban, except what they sent in dialogs and avatars of dialogs or of the community.
 */
export async function isContentAvailable(db: Db, content: Content): Promise<boolean> {
  return content.ban === 0 || isShownInDialogs(db, content.kind, content.id);
}
