import { parentPort } from 'node:worker_threads';
import { summarizeCommunity } from '../app-restore/comparison.ts';
import { makeBackup } from './make-backup.ts';
import { extract } from './folder-extraction.ts';
import { FolderError, inFolder, onHost } from './folder-error.ts';
import type { FolderMessage, FolderProgress, FolderResults, FolderTask } from './folder-task.ts';
import { findAllInFolder } from './folder-search.ts';
import { repositoryPath } from './layout.ts';
import { lowerThreadPriority } from '../../thread-priority.ts';
import { changePassphrase, listRepository, openRepository, requireHeader } from './repository.ts';

/** Worker thread that does all work on a backup folder. */
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
      return inFolder(() => openRepository(task));
    case 'list':
      return inFolder(() => {
        const path = repositoryPath(task.access.folder, task.access.community, task.access.key !== null);
        requireHeader(path, task.access.id);
        return listRepository(path);
      });
    case 'change_passphrase': {
      const { folder, community, id, key } = task.access;
      const path = repositoryPath(folder, community, true);
      inFolder(() => changePassphrase(path, id, Buffer.from(key ?? '', 'hex'), task.passphrase));
      return null;
    }
    case 'back_up':
      return makeBackup(task, report);
    case 'extract':
      return extract(task, report);
    case 'find':
      return inFolder(() => findAllInFolder(task.path));
    case 'summarize':
      return onHost(() => summarizeCommunity(task));
  }
}
