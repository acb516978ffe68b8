import type { CDPSession } from '@playwright/test';
import { inward, outward, schemeAddresses } from './addresses.ts';

type Check = (contents: object, permission: string, origin: string, details: object) => boolean;
type Ask = (
  contents: object,
  permission: string,
  answer: (granted: boolean) => void,
  details: object,
) => void;

/** The handlers of `session.defaultSession`; without one Electron grants everything. */
export const handlers: { check: Check | null; request: Ask | null } = { check: null, request: null };

/** Chromium's name of a permission -> Electron's. */
const PERMISSIONS = {
  geolocation: 'geolocation',
  notifications: 'notifications',
  camera: 'media',
  microphone: 'media',
  midi: 'midi',
  'clipboard-read': 'clipboard-read',
  'clipboard-write': 'clipboard-sanitized-write',
  'idle-detection': 'idle-detection',
  'screen-wake-lock': 'screen-wake-lock',
  'persistent-storage': 'persistent-storage',
  'local-fonts': 'local-fonts',
  'window-management': 'window-management',
  'loopback-network': 'loopback-network',
  'local-network-access': 'local-network-access',
};

/** Gives the pages of the own schemes what the program's handlers grant them, and no more, as long as the session lasts. */
export async function applyPermissions(chromium: CDPSession, contents: object): Promise<void> {
  for (const address of schemeAddresses()) {
    const origin = new URL(outward(address)).origin;
    for (const [name, permission] of Object.entries(PERMISSIONS)) {
      const setting = isGranted(contents, permission, inward(address)) ? 'granted' : 'denied';
      await chromium
        .send('Browser.setPermission', { permission: { name }, setting, origin })
        .catch(ignoreUnknown);
    }
  }
}

/** Chromium's names change: what one doesn't know can't be asked of it. */
function ignoreUnknown(error: Error): void {
  if (!/unknown permission|invalid permission/i.test(error.message)) throw error;
}

function isGranted(contents: object, permission: string, address: string): boolean {
  const details = { isMainFrame: true, requestingUrl: address };
  if (handlers.check && !handlers.check(contents, permission, address, details)) return false;
  let isGranted = true;
  handlers.request?.(contents, permission, (granted) => (isGranted = granted), details);
  return isGranted;
}
