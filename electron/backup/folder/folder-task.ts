import type { FolderFailure } from '../../../shared/failures/backup-failures.ts';
import type { CommunitySummary, SummarizeTask } from '../app-restore/comparison.ts';
import type { FoundBackup } from './folder-search.ts';
import type { RepositoryBackup, OpenedRepository, RepositoryOptions } from './repository.ts';

/** A community's repository in a backup folder, once it was opened. */
export interface RepositoryAccess {
  folder: string;
  community: number;
  id: string;
  /** In hexadecimal; null if it isn't encrypted. */
  key: string | null;
}

/** Makes a backup. */
export interface BackUpTask {
  kind: 'back_up';
  access: RepositoryAccess;
  /** Identifies this host to others that use the same folder. */
  host: string;
  /** Path of the database, or its bytes if it is in memory. */
  database: string | Uint8Array;
  /** Folders of the uploaded contents: the stored ones, and those that nothing referenced for a while. */
  blobs: string;
  trash: string;
  /** A folder on the host's own disk for temporary files, which doesn't exist yet. */
  scratch: string;
  /** Unix seconds, and the name of the backup. */
  made: number;
  name: string;
}

/** Copies a backup out of its folder, in the form of a local one. */
export interface ExtractTask {
  kind: 'extract';
  /** Path of the repository, and the name of the backup. */
  repository: string;
  name: string;
  passphrase: string | null;
  target: string;
  /** Folder of the stored contents; those that are intact there are linked instead of copied. */
  blobs: string;
}

/** Opens a community's repository in a folder. */
export interface OpenTask extends RepositoryOptions {
  kind: 'open';
}

/** Work on a backup folder. All of it is done by a worker thread, because the disk may be slow or hang. */
export type FolderTask =
  | OpenTask
  | { kind: 'change_passphrase'; access: RepositoryAccess; passphrase: string }
  | { kind: 'list'; access: RepositoryAccess }
  | { kind: 'find'; path: string }
  | BackUpTask
  | ExtractTask
  | SummarizeTask;

/** What a task returns. */
export interface FolderResults {
  open: OpenedRepository;
  change_passphrase: null;
  list: RepositoryBackup[];
  back_up: RepositoryBackup[];
  extract: string[];
  find: FoundBackup[];
  summarize: CommunitySummary;
}

/** What the worker thread sends: its progress, then its result or why it failed. */
export type FolderMessage =
  /** `place` is the disk that it is working on; `done` and `total` are bytes of content. */
  | { progress: FolderProgress }
  | { result: FolderResults[keyof FolderResults] }
  | { failure: FolderFailure; message: string };

/** How far a backup is. */
export interface FolderProgress {
  place: 'host' | 'folder';
  done: number;
  total: number;
}
