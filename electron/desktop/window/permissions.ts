import type { Session, WebContents } from 'electron';
import { isOwnPage } from './scheme';

/** What pages may do besides the usual. */
export interface Grants {
  /** Further permissions, by Electron's names. */
  granted?: readonly string[];
  /** Whether the camera is open to a window now. */
  mayFilm?: (contents: WebContents | null) => boolean;
}

/**
 * Electron grants a page whatever it asks for unless told otherwise. Ours need none of it (position, devices, notifications
 * ...); all they may do is put text on the clipboard, which a click on "Copy" asks for, show a video on the whole screen, see
 * through the camera while it is open to their window, never hear, and what is `granted` besides.
 */
export function denyPermissions(
  session: Session,
  { granted = [], mayFilm = () => false }: Grants = {},
): void {
  const allowed: ReadonlySet<string> = new Set(['clipboard-sanitized-write', 'fullscreen', ...granted]);
  session.setPermissionRequestHandler((contents, permission, answer, details) => {
    const isSeeing = permission === 'media' && 'mediaTypes' in details && isPicture(details.mediaTypes);
    const isAllowed = allowed.has(permission) || (isSeeing && mayFilm(contents));
    answer(isAllowed && details.isMainFrame && isOwnPage(details.requestingUrl));
  });
  session.setPermissionCheckHandler((contents, permission, origin, details) => {
    const isSeeing = permission === 'media' && details.mediaType === 'video';
    const isAllowed = allowed.has(permission) || (isSeeing && mayFilm(contents));
    return isAllowed && details.isMainFrame && isOwnPage(origin);
  });
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler(null);
}

/** The picture alone: who asks for sound as well is given neither. */
function isPicture(types: readonly string[] = []): boolean {
  return types.length === 1 && types[0] === 'video';
}
