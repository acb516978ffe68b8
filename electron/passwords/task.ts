/** What a thread is asked to compute. */
export type HashTask =
  | { kind: 'hash'; password: string }
  /** `stored` is undefined where there is no account: that takes the same time and is false. */
  | { kind: 'verify'; password: string; stored: string | undefined };

/** A task on its way to a thread. */
export interface HashRequest {
  id: number;
  task: HashTask;
}

/** What a thread answers: the hash, or whether the password is the right one. */
export type HashAnswer = { id: number } & ({ result: string | boolean } | { error: string });
