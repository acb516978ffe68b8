import { requirePerson } from '../access/access';
import { insertContent } from '../content/content-queries';
import type { Context } from '../context';
import { requireQuota } from './quota';

/** Content whose bytes were stored before the transaction. */
interface StoredContent {
  hash: Buffer;
  size: number;
  type: string;
}

/**
 * Adds stored content to the caller's items. Returns its ID and owner. Throws `too_large` if it exceeds their quota.
 */
export async function addContent(
  ctx: Context,
  kind: 'file' | 'photo' | 'video',
  { hash, size, type }: StoredContent,
): Promise<{ id: number; person: number }> {
  const { id: person } = requirePerson(ctx);
  await requireQuota(ctx, person, size);
  const id = ctx.newId();
  await insertContent(ctx.db, { id, kind, person, hash, size, type, now: ctx.now() });
  return { id, person };
}
