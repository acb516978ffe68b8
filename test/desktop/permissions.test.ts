import type { Session } from 'electron';
import { expect, test } from 'vitest';
import { denyPermissions } from '../../electron/desktop/permissions';

type Request = (
  contents: null,
  permission: string,
  answer: (granted: boolean) => void,
  details: object,
) => void;
type Check = (contents: null, permission: string, origin: string, details: object) => boolean;

const OWN = 'courtyard-app://main/';

/** What a page is answered, both where it asks and where Chromium looks by itself. */
function grantsOf(granted?: readonly string[]) {
  let request: Request | undefined;
  let check: Check | undefined;
  const session = {
    setPermissionRequestHandler: (handler: Request) => (request = handler),
    setPermissionCheckHandler: (handler: Check) => (check = handler),
    setDevicePermissionHandler: () => undefined,
    setDisplayMediaRequestHandler: () => undefined,
  };
  denyPermissions(session as unknown as Session, granted);
  return (permission: string, page: string, isMainFrame = true) => {
    let answer: boolean | undefined;
    request?.(null, permission, (is) => (answer = is), { isMainFrame, requestingUrl: page });
    return [answer, check?.(null, permission, page, { isMainFrame })];
  };
}

test('own pages may show a video on the whole screen and copy words, and nothing else', () => {
  const ask = grantsOf();
  expect(ask('fullscreen', OWN)).toEqual([true, true]);
  expect(ask('clipboard-sanitized-write', OWN)).toEqual([true, true]);
  for (const other of ['media', 'geolocation', 'notifications', 'clipboard-read', 'pointerLock'])
    expect(ask(other, OWN)).toEqual([false, false]);
  expect(ask('loopback-network', OWN)).toEqual([false, false]);
  expect(grantsOf(['loopback-network'])('loopback-network', OWN)).toEqual([true, true]);
});

test('frames in them and pages of others may not even that', () => {
  const ask = grantsOf();
  expect(ask('fullscreen', OWN, false)).toEqual([false, false]);
  for (const other of ['https://example.org/', 'http://localhost:3000/', 'file:///index.html'])
    expect(ask('fullscreen', other)).toEqual([false, false]);
});
