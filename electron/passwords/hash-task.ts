/** A task for a worker thread. */
export type HashTask =
  | { kind: 'hash'; password: string }
  /** `stored` is undefined if there is no account: that takes the same time and is false. */
  | { kind: 'verify'; password: string; stored: string | undefined };

/** A task with its ID. */
export interface HashRequest {
  id: number;
  task: HashTask;
}

/** A worker thread's result: the hash, or whether the password matches. */
export type HashResult = { id: number } & ({ result: string | boolean } | { error: string });
