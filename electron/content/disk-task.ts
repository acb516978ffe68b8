/** A slow operation on one file, run by a worker thread. */
export type DiskTask =
  | { kind: 'hash'; path: string }
  /** Flushes a file, or the entries of a folder, to the disk. */
  | { kind: 'sync'; path: string }
  | { kind: 'copy'; path: string; to: string };

/** The SHA-256 for `hash`, null for other tasks, or the error with its code. */
export type DiskTaskResult = { result: Uint8Array | null } | { error: string; code: string | undefined };
