import { AppError } from '../../shared/errors';

/** Returns whether a call failed because the record was deleted or is no longer visible to the caller. */
export function isInaccessible(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'not_found' || error.code === 'access_denied');
}
