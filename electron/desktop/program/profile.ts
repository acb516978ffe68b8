import { app } from 'electron';
import { join } from 'node:path';
import { createFolder } from '../../database/data-folder';

/**
 * Stores Chromium's profile in the data folder and locks it, so that each data folder has its own window and sign-in.
 * Returns false if its window is already open; that window then comes to the front.
 */
export function lockProfile(dataFolder: string): boolean {
  const profile = join(dataFolder, 'desktop');
  createFolder(profile);
  app.setPath('userData', profile);
  return app.requestSingleInstanceLock();
}
