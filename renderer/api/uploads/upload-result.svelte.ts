import type { UploadName } from '../../../shared/client/given';
import type { Output } from '../../../shared/contract';
import type { Upload } from './upload.svelte';

/**
 * Resolves to the record that an upload becomes, for a caller that offers no retry: one that fails is cancelled, and
 * the promise rejects with its AppError. One that lost the connection resumes by itself.
 */
export function uploadResult<N extends UploadName>(upload: Upload<N>): Promise<Output<N>> {
  return new Promise((resolve, reject) => {
    const end = $effect.root(() => {
      $effect(() => {
        if (upload.state !== 'failed' || upload.isLost) return;
        reject(upload.error);
        upload.cancel();
      });
    });
    upload.finished.then(resolve, reject).finally(end);
  });
}
