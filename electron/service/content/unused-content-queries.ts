import type { ContentTotals } from '../../content/listing';
import { findMetaValue, saveMetaValue } from '../../database/meta-queries';
import type { Db } from '../../database/open';

/** Returns how much unused content the last sweep found and left until an administrator approves its deletion. */
export async function findUnusedContent(db: Db): Promise<ContentTotals> {
  const stored = await findMetaValue(db, 'unused_content');
  return stored === undefined ? { items: 0, size: 0 } : (JSON.parse(stored) as ContentTotals);
}

/** Stores how much unused content a sweep left for that. */
export async function saveUnusedContent(db: Db, { items, size }: ContentTotals): Promise<void> {
  await saveMetaValue(db, 'unused_content', JSON.stringify({ items, size }));
}
