import type { Described, UploadName } from '../../../shared/client/given';

/** The call that receives the uploaded file, and its input. Plain data: it is stored across restarts. */
export type UploadTask<N extends UploadName = UploadName> = {
  [K in N]: { call: K; input: Described<K> };
}[N];
