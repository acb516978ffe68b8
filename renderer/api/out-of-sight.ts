import { AppError } from '../../shared/errors';

/** Whether a reading failed as what was asked for is gone, or is not for the caller any more. */
export function isOutOfSight(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'not_found' || error.code === 'access_denied');
}
