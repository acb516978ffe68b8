import type { Session } from 'electron';
import { isOwnPage } from './scheme';

/**
 * Electron grants a page whatever it asks for unless told otherwise. Ours needs none of it (camera, position, devices,
 * notifications ...); all it may do is put text on the clipboard, which a click on "Copy" asks for.
 */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(isAllowed(permission, details.isMainFrame && isOwnPage(details.requestingUrl))),
  );
  session.setPermissionCheckHandler((_contents, permission, origin, details) =>
    isAllowed(permission, details.isMainFrame && isOwnPage(origin)),
  );
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler(null);
}

function isAllowed(permission: string, isOwn: boolean): boolean {
  return permission === 'clipboard-sanitized-write' && isOwn;
}
