import { app } from 'electron';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Stores Chromium's profile in the data folder and locks it, so that each data folder has its own window and sign-in.
 * Returns false if its window is already open; that window then comes to the front.
 */
export function lockProfile(dataFolder: string): boolean {
  const profile = join(dataFolder, 'desktop');
  mkdirSync(profile, { recursive: true, mode: 0o700 });
  app.setPath('userData', profile);
  return app.requestSingleInstanceLock();
}
