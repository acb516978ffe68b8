import { AppError } from '../../shared/errors';
import { m } from './index.svelte';

/** What to tell a person about a failure, in the language now; reactive when read in markup. */
export function errorWords(error: unknown): string {
  if (!(error instanceof AppError)) return m().common.failed.unexpected;
  if (error.name === 'Unreachable') return m().common.failed.offline;
  // Only who was removed from a group is refused an invitation that others may use.
  if (error.code === 'access_denied' && error.fields?.['code']) return m().common.failed.removed;
  return m().common.errors[error.code];
}
