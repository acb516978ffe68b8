import type { Db } from '../../database/open';
import { isShownInDialogs } from './content-queries';
import type { findContent } from '../content/content-queries';

/** Which stored bytes a signed address leads to. */

type Content = NonNullable<Awaited<ReturnType<typeof findContent>>>;

/**
 * Whether anybody may have some bytes. What somebody who is banned stored is hidden, except what was sent in a dialog or is
 * the picture of one or of the community: an address that was signed before the ban says nothing of it.
 */
export async function isServed(db: Db, content: Content): Promise<boolean> {
  return content.ban === 0 || isShownInDialogs(db, content.kind, content.id);
}
