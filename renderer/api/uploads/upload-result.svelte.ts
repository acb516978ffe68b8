import type { UploadName } from '../../../shared/client/given';
import type { Output } from '../../../shared/contract';
import type { Upload } from './upload.svelte';

/**
 * Resolves to the record created by an upload. For callers that offer no retry: an upload that fails is cancelled, and
 * the promise rejects with its AppError. An upload that lost the connection resumes on its own.
 */
export function uploadResult<N extends UploadName>(upload: Upload<N>): Promise<Output<N>> {
  return new Promise((resolve, reject) => {
    const stopWatching = $effect.root(() => {
      $effect(() => {
        if (upload.state !== 'failed' || upload.isLost) return;
        reject(upload.error);
        upload.cancel();
      });
    });
    upload.finished.then(resolve, reject).finally(stopWatching);
  });
}
