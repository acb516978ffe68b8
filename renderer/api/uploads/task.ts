import type { Described, UploadName } from '../../../shared/client/given';

/** The call that receives the uploaded file, and its input. Plain data: it is stored across restarts. */
export type UploadTask<N extends UploadName = UploadName> = {
  [K in N]: { call: K; input: Described<K> };
}[N];

/**
 * The state of an upload. `waiting`: queued; `sending`; `paused`: by the person; `failed`: see `error`, and it resumes
 * on its own if the connection was lost; `done`; `cancelled`.
 */
export type UploadState = 'waiting' | 'sending' | 'paused' | 'failed' | 'done' | 'cancelled';

/** Whether an upload is being sent and its first piece has not arrived yet. */
export function isStarting({ state, sent }: { state: UploadState; sent: number }): boolean {
  return state === 'sending' && sent === 0;
}

/** The queue that starts uploads. */
export interface UploadTurns {
  /** Called when a change may allow another upload to start. */
  turn: () => void;
}
