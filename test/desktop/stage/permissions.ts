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

/** What is asked for by the permission `media`, by Chromium's name. */
const MEDIA: Record<string, 'video' | 'audio'> = { camera: 'video', microphone: 'audio' };

/** What Chromium was told last in a session, of each name at each origin. */
const told = new WeakMap<CDPSession, Map<string, 'granted' | 'denied'>>();

/**
 * Gives the pages of the own schemes, and the one that is shown, what the program's handlers grant them now, and no more, as
 * long as the session lasts. Electron asks them each time; here it is done anew whenever the program may have changed its mind.
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

/** Chromium's names change: what one doesn't know can't be asked of it. */
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
