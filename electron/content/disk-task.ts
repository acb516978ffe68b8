/** Slow work on one file. */
export type DiskTask =
  | { kind: 'hash'; path: string }
  /** Bytes, or the names in a folder, are on the disk for good. */
  | { kind: 'sync'; path: string }
  | { kind: 'copy'; path: string; to: string };

/** How it ended: the SHA-256 of a `hash`, null of others, or the error with its code. */
export type DiskAnswer = { result: Uint8Array | null } | { error: string; code: string | undefined };
