import type { CancelFlag } from '../database/cancel-flag.ts';
import type { TableDigests } from './table-digests.ts';

/** A task of the worker thread: create a backup and compare it, or compare an existing one. */
export type BackupTask =
  | {
      kind: 'make';
      /** Path of the database, or its bytes if it is in memory. */
      database: string | Uint8Array;
      /** Folder of the uploaded contents. */
      blobs: string;
      /**
       * Folder of contents that nothing referenced for a while; contents that are referenced again are taken from
       * there.
       */
      trash: string;
      /** Folder of the new backup; doesn't exist yet. */
      folder: string;
    }
  | {
      kind: 'compare';
      /** Folder of the backup, and a folder to restore it to, which doesn't exist yet. */
      folder: string;
      restored: string;
      facts: TableDigests;
    };

/** What the worker thread receives: its task, and the flag that cancels it. */
export interface BackupMessage {
  task: BackupTask;
  flag: CancelFlag;
}

/** What the worker thread found. */
export interface BackupFindings {
  /** Size of the database in bytes, number of uploaded contents, and their total size in bytes. */
  size: number;
  contents: number;
  contentSize: number;
  /** Uploaded contents that the host itself lacks, which are not counted above. */
  missing: number;
  /** Which of SQLite's checks the restored database passed. */
  check: 'integrity_check' | 'quick_check';
  /** Digests of the copied tables. */
  facts: TableDigests;
  /** Problems of the database and of the uploaded contents, as plain sentences; empty if there are none. */
  database: string[];
  content: string[];
}

/** The worker thread's answer. */
export type BackupTaskResult = { findings: BackupFindings } | { error: string; code: string };
