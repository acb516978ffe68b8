import type { Session } from 'electron';
import { isOwnPage } from './scheme';

/**
 * Electron grants a page whatever it asks for unless told otherwise. Ours needs none of it (camera, position, devices,
 * notifications ...); all it may do is put text on the clipboard, which a click on "Copy" asks for, show a video on the whole
 * screen, and what is `granted` besides.
 */
export function denyPermissions(session: Session, granted: readonly string[] = []): void {
  const allowed: ReadonlySet<string> = new Set(['clipboard-sanitized-write', 'fullscreen', ...granted]);
  session.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(allowed.has(permission) && details.isMainFrame && isOwnPage(details.requestingUrl)),
  );
  session.setPermissionCheckHandler(
    (_contents, permission, origin, details) =>
      allowed.has(permission) && details.isMainFrame && isOwnPage(origin),
  );
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler(null);
}
