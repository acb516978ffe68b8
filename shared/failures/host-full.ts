import { AppError } from '../errors';

/** The error of a write for which the host's disk has no room. It may succeed later. */
export function hostFull(cause: unknown): AppError {
  const message = 'The host’s disk is full. Nothing was stored. Try again once there is space.';
  return new AppError('unavailable', message, { fields: { host: 'has no room' }, cause });
}

/** Whether the host's disk has no room for a write. */
export function isHostFull(error: unknown): boolean {
  return error instanceof AppError && error.code === 'unavailable' && error.fields?.['host'] !== undefined;
}
