import type { Described, UploadName } from '../../../shared/client/given';

/** What an upload is for: the call that takes the bytes, and what goes with them. Plain data: it is kept over restarts. */
export type UploadTask<N extends UploadName = UploadName> = {
  [K in N]: { call: K; input: Described<K> };
}[N];
