import { dialog } from 'electron';

/** Asks for an existing or new folder. Null if the person cancels. */
export async function chooseFolder(): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog({
    properties: ['openDirectory', 'createDirectory'],
  });
  return canceled ? null : (filePaths[0] ?? null);
}

/** Asks for a folder with backups, or for a backup's archive. Null if the person cancels. */
export async function chooseBackup(kind: 'folder' | 'file'): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog({
    properties: [kind === 'folder' ? 'openDirectory' : 'openFile'],
    ...(kind === 'file' && { filters: [{ name: 'Courtyard', extensions: ['zip'] }] }),
  });
  return canceled ? null : (filePaths[0] ?? null);
}
