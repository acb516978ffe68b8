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
 * Denies what Electron grants by default (location, devices, notifications, …). Our pages may only write text to the
 * clipboard, show videos in full screen, record voice messages with the microphone, use the camera while `canUseCamera`
 * allows it (never together with the microphone), and what is `granted` additionally.
 */
export function denyPermissions(
  session: Session,
  { granted = [], canUseCamera = () => false }: PermissionGrants = {},
): void {
  const allowed: ReadonlySet<string> = new Set(['clipboard-sanitized-write', 'fullscreen', ...granted]);
  session.setPermissionRequestHandler((contents, permission, answer, details) => {
    const wanted =
      permission === 'media' && 'mediaTypes' in details ? onlyOneOf(details.mediaTypes) : undefined;
    const isAllowed =
      allowed.has(permission) || wanted === 'audio' || (wanted === 'video' && canUseCamera(contents));
    answer(isAllowed && details.isMainFrame && isOwnPage(details.requestingUrl));
  });
  session.setPermissionCheckHandler((contents, permission, origin, details) => {
    const wanted = permission === 'media' ? details.mediaType : undefined;
    const isAllowed =
      allowed.has(permission) || wanted === 'audio' || (wanted === 'video' && canUseCamera(contents));
    return isAllowed && details.isMainFrame && isOwnPage(origin);
  });
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler(null);
}

/** Returns the one kind of device that a request is for; a request for several is denied as a whole. */
function onlyOneOf(types: readonly string[] = []): string | undefined {
  return types.length === 1 ? types[0] : undefined;
}
