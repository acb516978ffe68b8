import { app } from 'electron';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Chromium's profile is stored in the data folder, so each data folder has its own window and sign-in. False if that
 * window is open already; it is brought to the front.
 */
export function lockProfile(data: string): boolean {
  const profile = join(data, 'desktop');
  mkdirSync(profile, { recursive: true, mode: 0o700 });
  app.setPath('userData', profile);
  return app.requestSingleInstanceLock();
}
