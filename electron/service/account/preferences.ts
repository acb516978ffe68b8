import type { Output, Parsed } from '../../../shared/contract';
import { AppError, invalid } from '../../../shared/errors';
import { LIMITS } from '../../../shared/limits';
import { requirePerson } from '../access/access';
import type { Context, ReadContext } from '../context';
import { findPreferences, updatePerson } from './queries';

/** Returns the caller's preferences. */
export async function readPreferences(ctx: ReadContext): Promise<Output<'account.preferences'>> {
  const { id } = requirePerson(ctx);
  return JSON.parse(await findPreferences(ctx.db, id)) as Output<'account.preferences'>;
}

/** Merges keys into the caller's preferences; null removes a key. Throws `too_large` beyond 64 KiB of JSON. */
export async function updatePreferences(
  ctx: Context,
  changes: Parsed<'account.updatePreferences'>,
): Promise<Output<'account.updatePreferences'>> {
  const { id } = requirePerson(ctx);
  const merged = new Map(Object.entries(JSON.parse(await findPreferences(ctx.db, id)) as typeof changes));
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) merged.delete(key);
    else merged.set(key, value);
  }
  const preferences = Object.fromEntries(merged);
  const text = JSON.stringify(preferences, rejectUnstorable);
  if (Buffer.byteLength(text) > LIMITS.preferences)
    throw new AppError('too_large', tooLarge(LIMITS.preferences));
  await updatePerson(ctx.db, id, { preferences: text });
  ctx.emit({ type: 'profile', scope: { kind: 'person', id }, ref: { kind: 'person', id } });
  return preferences;
}

/** JSON.stringify replacer that rejects text no field may contain: U+0000 and lone surrogates. */
function rejectUnstorable(key: string, value: unknown): unknown {
  for (const text of [key, value]) {
    if (typeof text === 'string' && (text.includes('\0') || !text.isWellFormed())) {
      throw invalid('body', 'must be valid Unicode without null characters');
    }
  }
  return value;
}

function tooLarge(maxBytes: number): string {
  return `Preferences are limited to ${maxBytes} bytes. Set keys to null to remove them.`;
}
