import { parentPort } from 'node:worker_threads';
import { summarizeCommunity } from '../app-restore/comparison.ts';
import { makeBackup } from './make-backup.ts';
import { extractBackup } from './folder-extraction.ts';
import { FolderError, withFolderErrors, withHostErrors } from './folder-error.ts';
import type { FolderMessage, FolderProgress, FolderResults, FolderTask } from './folder-task.ts';
import { listBackupsInFolder } from './folder-search.ts';
import { repositoryPath } from './layout.ts';
import { lowerThreadPriority } from '../../thread-priority.ts';
import { changePassphrase, listRepository, openRepository, requireHeader } from './repository.ts';

/** Worker thread that runs the tasks on a backup folder. */
lowerThreadPriority();
parentPort?.once('message', (task: FolderTask) => {
  const send = (message: FolderMessage) => parentPort?.postMessage(message);
  try {
    send({ result: run(task, (progress) => send({ progress })) });
  } catch (error) {
    const failure = error instanceof FolderError ? error.failure : 'failed';
    send({ failure, message: (error as Error).message });
  }
});

function run(
  task: FolderTask,
  report: (progress: FolderProgress) => void,
): FolderResults[keyof FolderResults] {
  switch (task.kind) {
    case 'open':
      return withFolderErrors(() => openRepository(task));
    case 'list':
      return withFolderErrors(() => {
        const path = repositoryPath(task.access.folder, task.access.community, task.access.key !== null);
        requireHeader(path, task.access.id);
        return listRepository(path);
      });
    case 'change_passphrase': {
      const { folder, community, id, key } = task.access;
      const path = repositoryPath(folder, community, true);
      withFolderErrors(() => changePassphrase(path, id, Buffer.from(key ?? '', 'hex'), task.passphrase));
      return null;
    }
    case 'back_up':
      return makeBackup(task, report);
    case 'extract':
      return extractBackup(task, report);
    case 'find':
      return withFolderErrors(() => listBackupsInFolder(task.path));
    case 'summarize':
      return withHostErrors(() => summarizeCommunity(task));
  }
}
