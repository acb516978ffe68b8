import type { CDPSession } from '@playwright/test';
import { inward, outward, schemeAddresses } from './addresses.ts';

type Check = (contents: object, permission: string, origin: string, details: object) => boolean;
type Ask = (
  contents: object,
  permission: string,
  answer: (granted: boolean) => void,
  details: object,
) => void;

/** The handlers of `session.defaultSession`. Without a handler Electron grants everything. */
export const handlers: { check: Check | null; request: Ask | null } = { check: null, request: null };

/** Chromium's permission name -> Electron's. */
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

/** The kind of `media` permission, by Chromium's name. */
const MEDIA: Record<string, 'video' | 'audio'> = { camera: 'video', microphone: 'audio' };

/** The last setting sent to Chromium in a session, by permission name and origin. */
let told = new WeakMap<CDPSession, Map<string, 'granted' | 'denied'>>();

/** Sends all settings again next time: Chromium drops those of every session once one of them ends. */
export function forgetPermissions(): void {
  told = new WeakMap();
}

/**
 * Grants the pages of the program's schemes and the visible page exactly the permissions that the program's handlers
 * grant now; Chromium applies them for the session. Electron calls the handlers for each request; here this runs again
 * whenever their answers may have changed.
 */
export async function applyPermissions(chromium: CDPSession, contents: object, shown: string): Promise<void> {
  const known = told.get(chromium) ?? new Map<string, 'granted' | 'denied'>();
  told.set(chromium, known);
  const addresses = new Set([...schemeAddresses(), ...(/^https?:/.test(outward(shown)) ? [shown] : [])]);
  for (const address of addresses) {
    const origin = new URL(outward(address)).origin;
    for (const [name, permission] of Object.entries(PERMISSIONS)) {
      const isNow = isGranted(contents, permission, inward(address), MEDIA[name]);
      const setting = isNow ? 'granted' : 'denied';
      if (known.get(`${name} ${origin}`) === setting) continue;
      known.set(`${name} ${origin}`, setting);
      await chromium
        .send('Browser.setPermission', { permission: { name }, setting, origin })
        .catch(ignoreUnknown);
    }
  }
}

/** Permission names change between Chromium versions, and an unknown one can't be set. */
function ignoreUnknown(error: Error): void {
  if (!/unknown permission|invalid permission/i.test(error.message)) throw error;
}

function isGranted(
  contents: object,
  permission: string,
  address: string,
  media: 'video' | 'audio' | undefined,
): boolean {
  const asked = media && { mediaType: media, mediaTypes: [media] };
  const details = { isMainFrame: true, requestingUrl: address, ...asked };
  if (handlers.check && !handlers.check(contents, permission, address, details)) return false;
  let isGranted = true;
  handlers.request?.(contents, permission, (granted) => (isGranted = granted), details);
  return isGranted;
}
