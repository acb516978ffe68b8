import { app } from 'electron';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HandlersOf } from '../../doors/ipc-channels';
import type { Service } from '../../service';
import { chooseBackup } from '../window/choose-folder';
import { communityFrom } from '../window/senders';
import { restartProgram } from './quitting';
import { restoreWithDialogs } from './restore-dialogs';

/**
 * Handles the request of the first page to restore a backup instead of creating a community. The program restarts for
 * it, because nothing may be open then.
 */
export function setupRestoreHandlers(service: Pick<Service, 'setupCode'>): HandlersOf<'restoreInstead'> {
  return {
    restoreInstead: async (event, kind) => {
      if (communityFrom(event) !== 'main' || (kind !== 'folder' && kind !== 'file'))
        throw new Error('not answered');
      if ((await service.setupCode()) === null) throw new Error('the community has an owner');
      const backup = await chooseBackup(kind);
      if (backup === null) return;
      writeFileSync(requestPath(), backup, { mode: 0o600 });
      restartProgram();
    },
  };
}

/** Restores the backup that was chosen on the first page before the restart, if there is one. It is tried once. */
export async function restoreChosen(data: string): Promise<void> {
  const backup = takeRequest();
  if (backup === null) return;
  await app.whenReady();
  await restoreWithDialogs(data, backup);
}

function requestPath(): string {
  return join(app.getPath('userData'), 'restore-instead');
}

function takeRequest(): string | null {
  try {
    const backup = readFileSync(requestPath(), 'utf8');
    rmSync(requestPath());
    return backup;
  } catch {
    return null;
  }
}
