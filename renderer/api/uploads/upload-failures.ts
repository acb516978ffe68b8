import { callRoute } from '../../../shared/contract/addresses';
import { AppError } from '../../../shared/errors';
import { isHostFull } from '../../../shared/failures/host-full';
import type { UploadState, UploadTask } from './task';

/** Returns whether the file was moved, changed or deleted since it was chosen. */
export function isUnreadable(error: unknown): boolean {
  return (
    error instanceof DOMException && (error.name === 'NotReadableError' || error.name === 'NotFoundError')
  );
}

/** Converts what an upload failed with to an AppError. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError('server_error', undefined, { cause: error });
}

/** Whether the host would refuse the same file again. A file that exceeds only the free storage may fit later. */
export function isPermanentRefusal(error: AppError | null): boolean {
  return error !== null && (REFUSALS.has(error.code) || error.fields?.['size'] !== undefined);
}

/**
 * Whether a retry may help. The host may accept now what it refused on an earlier page (`isEarlier`), but not a file
 * that is too large.
 */
export function mayRetry(error: AppError | null, isEarlier: boolean): boolean {
  return error?.fields?.['size'] === undefined && (isEarlier || !isPermanentRefusal(error));
}

/** Whether an upload waits for space on the host's disk. It resumes on its own. */
export function waitsForSpace(upload: { state: UploadState; error: AppError | null } | null): boolean {
  return upload?.state === 'failed' && isHostFull(upload.error);
}

/** Error codes of temporary failures. */
export const TRANSIENT = new Set<string>(['unavailable', 'rate_limit_exceeded', 'auth_failed']);

/** Whether the host refused the upload, permanently or because there isn't enough storage. */
export function isRejected(error: AppError | null): error is AppError {
  return error?.code === 'too_large' || isPermanentRefusal(error);
}

/** Whether a call failed because the host no longer has the uploaded bytes that it uses. */
export function isUploadGone(error: unknown, { call }: UploadTask): boolean {
  return error instanceof AppError && error.fields?.[callRoute(call).upload?.part ?? 'file'] !== undefined;
}

const REFUSALS = new Set<string>(['invalid_type', 'validation_error', 'access_denied']);
