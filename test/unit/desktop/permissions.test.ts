import type { Session } from 'electron';
import { expect, test } from 'vitest';
import { denyPermissions, type PermissionGrants } from '../../../electron/desktop/window/permissions';

type Request = (
  contents: object | null,
  permission: string,
  answer: (granted: boolean) => void,
  details: object,
) => void;
type Check = (contents: object | null, permission: string, origin: string, details: object) => boolean;

const OWN = 'courtyard-app://main/';
const WINDOW = {};

interface Asked {
  isMainFrame?: boolean;
  /** What is wanted of `media`. */
  media?: string[];
  window?: object;
}

/** What a page is answered, both where it asks and where Chromium looks by itself. */
function grantsOf(grants?: PermissionGrants) {
  let request: Request | undefined;
  let check: Check | undefined;
  const session = {
    setPermissionRequestHandler: (handler: Request) => (request = handler),
    setPermissionCheckHandler: (handler: Check) => (check = handler),
    setDevicePermissionHandler: () => undefined,
    setDisplayMediaRequestHandler: () => undefined,
  };
  denyPermissions(session as unknown as Session, grants);
  return (
    permission: string,
    page: string,
    { isMainFrame = true, media = [], window = WINDOW }: Asked = {},
  ) => {
    let answer: boolean | undefined;
    const asked = { isMainFrame, requestingUrl: page, ...(media.length && { mediaTypes: media }) };
    request?.(window, permission, (is) => (answer = is), asked);
    const mediaType = media.length > 1 ? 'unknown' : media[0];
    return [answer, check?.(window, permission, page, { isMainFrame, mediaType })];
  };
}

test('own pages may use full screen and write to the clipboard, and nothing else', () => {
  const ask = grantsOf();
  expect(ask('fullscreen', OWN)).toEqual([true, true]);
  expect(ask('clipboard-sanitized-write', OWN)).toEqual([true, true]);
  for (const other of ['media', 'geolocation', 'notifications', 'clipboard-read', 'pointerLock'])
    expect(ask(other, OWN)).toEqual([false, false]);
  expect(ask('loopback-network', OWN)).toEqual([false, false]);
  expect(grantsOf({ granted: ['loopback-network'] })('loopback-network', OWN)).toEqual([true, true]);
});

test('frames and foreign pages may do neither', () => {
  const ask = grantsOf();
  expect(ask('fullscreen', OWN, { isMainFrame: false })).toEqual([false, false]);
  for (const other of ['https://example.org/', 'http://localhost:3000/', 'file:///index.html'])
    expect(ask('fullscreen', other)).toEqual([false, false]);
});

test('the camera is for the window that requested it, its own pages and video only', () => {
  const ask = grantsOf({ canUseCamera: (contents) => contents === WINDOW });
  expect(ask('media', OWN, { media: ['video'] })).toEqual([true, true]);
  for (const media of [['video', 'audio'], ['audio', 'video'], ['video', 'video'], []])
    expect([media, ...ask('media', OWN, { media })]).toEqual([media, false, false]);
  expect(ask('media', OWN, { media: ['video'], isMainFrame: false })).toEqual([false, false]);
  expect(ask('media', OWN, { media: ['video'], window: {} })).toEqual([false, false]);
  for (const other of ['https://example.org/', 'http://127.0.0.1:8700/', 'file:///index.html'])
    expect(ask('media', other, { media: ['video'] })).toEqual([false, false]);
  expect(ask('display-capture', OWN, { media: ['video'] })).toEqual([false, false]);
  expect(ask('geolocation', OWN)).toEqual([false, false]);
});

test('the microphone alone is for our own pages', () => {
  const ask = grantsOf();
  expect(ask('media', OWN, { media: ['audio'] })).toEqual([true, true]);
  expect(ask('media', OWN, { media: ['audio'], isMainFrame: false })).toEqual([false, false]);
  for (const media of [
    ['audio', 'video'],
    ['audio', 'audio'],
  ])
    expect(ask('media', OWN, { media })).toEqual([false, false]);
  for (const other of ['https://example.org/', 'http://127.0.0.1:8700/', 'file:///index.html'])
    expect(ask('media', other, { media: ['audio'] })).toEqual([false, false]);
});

test('the camera is denied to everyone by default', () => {
  expect(grantsOf()('media', OWN, { media: ['video'] })).toEqual([false, false]);
});
