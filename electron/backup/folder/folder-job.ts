import { Worker } from 'node:worker_threads';
import workerPath from './folder-worker?modulePath';
import { FolderError } from './folder-error.ts';
import type { FolderMessage, FolderProgress, FolderResults, FolderTask } from './folder-task.ts';

/** A task on a backup folder that runs on a worker thread. */
export interface FolderJob<T> {
  /** Rejects with FolderError: `no_answer` if the disk didn't answer for ten minutes. */
  result: Promise<T>;
  /** Resolves when the thread has exited, which a hanging disk can delay. */
  exited: Promise<void>;
  /** Ends the thread. What it wrote is deleted by the next backup. */
  cancel: () => void;
}

/** Starts a task on a backup folder. */
export function startFolderJob<T extends FolderTask>(
  task: T,
  onProgress: (progress: FolderProgress) => void = () => undefined,
): FolderJob<FolderResults[T['kind']]> {
  const { promise, resolve, reject } = Promise.withResolvers<FolderResults[T['kind']]>();
  const worker = new Worker(workerPath, { resourceLimits: { maxOldGenerationSizeMb: 512 } });
  worker.unref();
  const cancel = () => void worker.terminate();
  const onTimeout = () => {
    reject(new FolderError('no_answer', 'The disk of the backups does not answer.'));
    cancel();
  };
  let watchdog = setTimeout(onTimeout, RESPONSE_TIMEOUT_MS).unref();
  worker.on('message', (message: FolderMessage) => {
    clearTimeout(watchdog);
    if ('progress' in message) {
      onProgress(message.progress);
      // A large database is copied without any progress, and the host's own disk is not in doubt: the watchdog only
      // runs for the backup folder.
      if (message.progress.place === 'folder') watchdog = setTimeout(onTimeout, RESPONSE_TIMEOUT_MS).unref();
    } else if ('result' in message) resolve(message.result as FolderResults[T['kind']]);
    else reject(new FolderError(message.failure, message.message));
  });
  worker.once('error', (error) => reject(new FolderError('failed', error.message, { cause: error })));
  const exited = new Promise<void>((done) => {
    worker.once('exit', () => {
      clearTimeout(watchdog);
      reject(new FolderError('failed', 'the backup thread exited'));
      done();
    });
  });
  worker.postMessage(task);
  return { result: promise, exited, cancel };
}

/** Milliseconds without progress after which a disk counts as hanging. */
const RESPONSE_TIMEOUT_MS = 10 * 60_000;
