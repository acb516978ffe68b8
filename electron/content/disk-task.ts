/** A slow operation on one file, run by a worker thread. */
export type DiskTask =
  | { kind: 'hash'; path: string }
  /** Hashes the first bytes of a file that is being written, up to this size. */
  | { kind: 'hash-ahead'; path: string; size: number }
  /** Returns the hash of a file that was hashed ahead up to this size, and discards its state. */
  | { kind: 'finish-hash'; path: string; size: number }
  /** Flushes a file, or the entries of a folder, to the disk. */
  | { kind: 'flush'; path: string }
  | { kind: 'copy'; path: string; to: string };

/** The SHA-256 for `hash`, and for `finish-hash` if it is known; null otherwise; or the error with its code. */
export type DiskTaskResult = { result: Uint8Array | null } | { error: string; code: string | undefined };
