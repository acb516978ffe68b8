import type { Session, WebContents } from 'electron';
import { isOwnPage } from './scheme';

/** Additional permissions of pages. */
export interface PermissionGrants {
  /** Names of permissions in Electron. */
  granted?: readonly string[];
  /** Whether a window may use the camera now. */
  canUseCamera?: (contents: WebContents | null) => boolean;
}

/**
 * Denies what Electron grants by default (location, devices, notifications, …). Pages may only write text to the
 * clipboard, show videos in full screen, use the camera (never the microphone) while `canUseCamera` allows it, and
 * what is `granted` additionally.
 */
export function denyPermissions(
  session: Session,
  { granted = [], canUseCamera = () => false }: PermissionGrants = {},
): void {
  const allowed: ReadonlySet<string> = new Set(['clipboard-sanitized-write', 'fullscreen', ...granted]);
  session.setPermissionRequestHandler((contents, permission, answer, details) => {
    const isCamera = permission === 'media' && 'mediaTypes' in details && isVideoOnly(details.mediaTypes);
    const isAllowed = allowed.has(permission) || (isCamera && canUseCamera(contents));
    answer(isAllowed && details.isMainFrame && isOwnPage(details.requestingUrl));
  });
  session.setPermissionCheckHandler((contents, permission, origin, details) => {
    const isCamera = permission === 'media' && details.mediaType === 'video';
    const isAllowed = allowed.has(permission) || (isCamera && canUseCamera(contents));
    return isAllowed && details.isMainFrame && isOwnPage(origin);
  });
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler(null);
}

/** A request that includes audio is denied as a whole. */
function isVideoOnly(types: readonly string[] = []): boolean {
  return types.length === 1 && types[0] === 'video';
}
