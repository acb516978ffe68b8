import type { UploadSpec } from '../../../shared/contract/endpoint';
import { AppError } from '../../../shared/errors';
import { uploadLimitFields } from '../../../shared/failures/upload-limits';
import { findStorageUse } from '../content/content-queries';
import type { Context, ServiceSettings } from '../context';
import { findUnusedUploads } from './resumable-queries';

/**
 * Throws `too_large` if `size` more bytes would exceed a person's quota. Call it inside the transaction that stores
 * them.
 */
export async function requireQuota(ctx: Context, person: number, size: number): Promise<void> {
  const remaining = await remainingQuota(ctx, person);
  if (size > remaining) throw quotaExceeded(remaining);
}

/**
 * Returns how many bytes a person may still store, not counting what their unused uploads reserve; -1 if they have too
 * many items.
 */
export async function remainingQuota(
  { db, settings, now }: Pick<Context, 'db' | 'settings' | 'now'>,
  person: number,
): Promise<number> {
  const stored = await findStorageUse(db, person);
  const unused = await findUnusedUploads(db, person, now());
  if (stored.items + unused.items >= settings.quotaItems) return -1;
  return settings.quota - stored.bytes - unused.bytes;
}

/** The maximum size of one item of a kind, in bytes. */
export function sizeLimitOf(settings: ServiceSettings, kind: UploadSpec['kind']): number {
  return kind === 'archive' ? settings.quota : settings[`${kind}Limit`];
}

/** The error for exceeding the quota. */
export function quotaExceeded(remaining: number): AppError {
  const left = Math.max(remaining, 0);
  return new AppError(
    'too_large',
    `Not enough storage: you have ${left === 0 ? 'none' : `${left} bytes`} left. Delete files and try again.`,
    { fields: uploadLimitFields('storage', left) },
  );
}

/** The error for exceeding the maximum size of one item. */
export function sizeExceeded(limit: number): AppError {
  return new AppError('too_large', `This file is too large. The limit is ${limit} bytes.`, {
    fields: uploadLimitFields('size', limit),
  });
}
