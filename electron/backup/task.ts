import type { Facts } from './facts.ts';

/** What the thread is asked: to make a copy and compare it, or to compare one that was made before. */
export type BackupTask =
  | {
      kind: 'make';
      /** The path of the database; its bytes where it lies in memory. */
      database: string | Uint8Array;
      /** The folder of the bytes that people stored. */
      blobs: string;
      /** The folder of those that nothing named for a while; what is named again is taken from there. */
      trash: string;
      /** Where the copy goes; there is nothing yet. */
      folder: string;
    }
  | {
      kind: 'compare';
      /** Where the copy lies, and a place to restore it to that is not there yet. */
      folder: string;
      restored: string;
      facts: Facts;
    };

/** What the thread found. */
export interface Findings {
  /** Bytes of the database, and how many things people stored with their bytes. */
  size: number;
  contents: number;
  contentSize: number;
  /** Which of SQLite's own checks the restored database went through. */
  check: 'integrity_check' | 'quick_check';
  /** What the copy holds. */
  facts: Facts;
  /** Plain sentences: what is wrong with the database, and with what people stored. None where all is well. */
  database: string[];
  content: string[];
}

/** What the thread answers. */
export type BackupAnswer = { findings: Findings } | { error: string; code: string };
