import { AppError } from '../../shared/errors';
import { isHostFull } from '../../shared/failures/host-full';
import { readUploadLimit } from '../../shared/failures/upload-limits';
import { fileSize, timeFromNow } from './format';
import { m } from './index.svelte';

/** Returns the text that explains an error, in the current language. Reactive when read in markup. */
export function errorText(error: unknown): string {
  if (!(error instanceof AppError)) return m().common.failed.unexpected;
  if (isUnreachable(error)) return m().common.failed.offline;
  const disk = error.fields?.['disk'];
  if (disk) return m().common.failed[disk === 'is full' ? 'diskFull' : 'notWritable'];
  if (isHostFull(error)) return m().common.failed.hostFull;
  const limit = uploadLimitText(error);
  if (limit) return limit;
  if (error.fields?.['bytes']) return m().common.failed.bytesLost;
  if (error.fields?.['mail']) return m().common.failed.noMail;
  // Only a person who was removed from a group gets this error for a valid invitation.
  if (error.code === 'access_denied' && error.fields?.['code']) return m().common.failed.removed;
  if (error.code === 'rate_limit_exceeded' && error.retryAfter !== undefined) {
    return m().common.failed.tooManyAttempts(timeFromNow(error.retryAfter));
  }
  return m().common.errors[error.code];
}

/** Returns the text that says which limit an upload exceeds; "" if the error names none. */
export function uploadLimitText(error: AppError): string {
  const max = readUploadLimit(error, 'size');
  if (max !== undefined) return m().common.failed.fileTooLarge(fileSize(max));
  const left = readUploadLimit(error, 'storage');
  if (left === undefined) return '';
  return left > 0 ? m().common.failed.storageLeft(fileSize(left)) : m().common.failed.storageFull;
}

/** Like errorText, for what could not be loaded: there is no text to be saved. */
export function loadErrorText(error: unknown): string {
  return isUnreachable(error) ? m().common.failed.unreachable : errorText(error);
}

/** Like errorText, for what could not be sent to one person. It doesn't say whether they blocked the caller. */
export function messageErrorText(error: unknown): string {
  const isRefused = error instanceof AppError && error.code === 'access_denied';
  return isRefused ? m().common.failed.noMessages : errorText(error);
}

function isUnreachable(error: unknown): boolean {
  return error instanceof AppError && error.name === 'Unreachable';
}
