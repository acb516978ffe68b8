import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { AppError } from '../../../shared/errors';
import { isDiskError } from '../../content/store';

/**
 * Turns the error of a failed call into the one that the caller gets. An unexpected error becomes `server_error` with
 * an ID, and is logged with the same ID and the call's name.
 */
export function toCallError(error: unknown, name: string, logger: Logger): AppError {
  if (error instanceof AppError) {
    if (error.code === 'unavailable' && error.cause !== undefined)
      logger.error({ err: error.cause, call: name }, 'storage is unavailable');
    return error;
  }
  if (isDiskError(error)) {
    logger.error({ err: error, call: name }, 'a disk operation failed');
    return new AppError('unavailable', undefined, { cause: error });
  }
  const id = randomBytes(6).toString('hex');
  logger.error({ err: error, call: name, id }, 'a call failed');
  return new AppError('server_error', undefined, { id, cause: error });
}
