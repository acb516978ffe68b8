import type { AppError } from '../errors';

/**
 * Which limit an upload exceeds: `size` that of one item, `storage` what its owner may still store. It is the field of
 * a `too_large` error.
 */
export type UploadLimit = 'size' | 'storage';

/** Returns the fields of a `too_large` error of an upload. `bytes` is what the limit allows. */
export function uploadLimitFields(limit: UploadLimit, bytes: number): Record<string, string> {
  return { [limit]: limit === 'size' ? `is over ${bytes} bytes` : `has ${bytes} bytes left` };
}

/** Returns how many bytes the limit that an upload exceeds allows; undefined if the error names no such limit. */
export function readUploadLimit(error: AppError | null, limit: UploadLimit): number | undefined {
  const digits = error?.code === 'too_large' ? /\d+/.exec(error.fields?.[limit] ?? '') : null;
  return digits ? Number(digits[0]) : undefined;
}
