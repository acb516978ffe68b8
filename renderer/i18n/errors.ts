import { AppError } from '../../shared/errors';
import { timeFromNow } from './format';
import { m } from './index.svelte';

/** The text that explains an error to a person, in the current language; reactive when read in markup. */
export function errorText(error: unknown): string {
  if (!(error instanceof AppError)) return m().common.failed.unexpected;
  if (error.name === 'Unreachable') return m().common.failed.offline;
  // Only who was removed from a group is refused an invitation that others may use.
  if (error.code === 'access_denied' && error.fields?.['code']) return m().common.failed.removed;
  if (error.code === 'rate_limit_exceeded' && error.retryAfter !== undefined) {
    return m().common.failed.tooManyAttempts(timeFromNow(error.retryAfter));
  }
  return m().common.errors[error.code];
}
