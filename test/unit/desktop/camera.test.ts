import type { IpcMainInvokeEvent, WebContents } from 'electron';
import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { Camera, type CameraOptions } from '../../../electron/desktop/window/camera';

/** A page as the program sees it; `url` is its address. */
class TestContents extends EventEmitter {
  readonly mainFrame: { url: string };

  constructor(url = 'courtyard-app://main/#/joining') {
    super();
    this.mainFrame = { url };
  }
}

/** The camera of a computer whose system lets the program use it, unless told. */
function testCamera(platform: NodeJS.Platform = 'linux', system: Partial<CameraOptions['system']> = {}) {
  const camera = new Camera({
    platform,
    system: { askForMediaAccess: async () => true, getMediaAccessStatus: () => 'granted', ...system },
  });
  return {
    ask: async (sender: TestContents, act: unknown, senderFrame: object = sender.mainFrame) =>
      camera.handlers.camera({ sender, senderFrame } as unknown as IpcMainInvokeEvent, act),
    isOpenTo: (contents: TestContents | null) => camera.isAllowedFor(contents as WebContents | null),
  };
}

it('is available to the window that requested it until released', async () => {
  const { ask, isOpenTo } = testCamera();
  const [page, other] = [new TestContents(), new TestContents()];
  expect([isOpenTo(page), isOpenTo(null)]).toEqual([false, false]);
  expect(await ask(page, 'open')).toBe(true);
  expect([isOpenTo(page), isOpenTo(other), isOpenTo(null)]).toEqual([true, false, false]);
  await ask(other, 'close');
  expect(isOpenTo(page)).toBe(true);
  await ask(page, 'close');
  expect(isOpenTo(page)).toBe(false);
});

it('is denied to foreign pages, frames and unknown requests', async () => {
  const { ask, isOpenTo } = testCamera();
  const strange = new TestContents('https://example.org/');
  await expect(ask(strange, 'open')).rejects.toThrow();
  const page = new TestContents();
  await expect(ask(page, 'open', { url: page.mainFrame.url })).rejects.toThrow();
  for (const act of ['listen', undefined, { act: 'open' }]) await expect(ask(page, act)).rejects.toThrow();
  expect([isOpenTo(strange), isOpenTo(page)]).toEqual([false, false]);
});

it.each<[string, unknown[]]>([
  ['is left', ['did-start-navigation', { isMainFrame: true, isSameDocument: false }]],
  ['breaks down', ['render-process-gone']],
  ['is gone', ['destroyed']],
])('is released when its page %s', async (_how, [event, ...given]) => {
  const { ask, isOpenTo } = testCamera();
  const page = new TestContents();
  await ask(page, 'open');
  page.emit('did-start-navigation', { isMainFrame: true, isSameDocument: true });
  page.emit('did-start-navigation', { isMainFrame: false, isSameDocument: false });
  expect(isOpenTo(page)).toBe(true);
  page.emit(String(event), ...given);
  expect(isOpenTo(page)).toBe(false);
});

it('asks the person on macOS and stays off when denied', async () => {
  const asked: string[] = [];
  const askForMediaAccess = async (kind: string) => asked.push(kind) > 1;
  const { ask, isOpenTo } = testCamera('darwin', { askForMediaAccess });
  const page = new TestContents();
  expect([await ask(page, 'open'), isOpenTo(page)]).toEqual([false, false]);
  expect([await ask(page, 'open'), isOpenTo(page)]).toEqual([true, true]);
  expect(asked).toEqual(['camera', 'camera']);
});

it('stays off for a page that released it before the person answered', async () => {
  const answer = Promise.withResolvers<boolean>();
  const { ask, isOpenTo } = testCamera('darwin', { askForMediaAccess: () => answer.promise });
  const page = new TestContents();
  const opening = ask(page, 'open');
  await ask(page, 'close');
  answer.resolve(true);
  await opening;
  expect(isOpenTo(page)).toBe(false);
});

it.each([
  ['denied', false],
  ['restricted', false],
  ['not-determined', true],
  ['granted', true],
] as const)('obeys the switch of Windows: %s', async (status, isLet) => {
  const { ask, isOpenTo } = testCamera('win32', { getMediaAccessStatus: () => status });
  const page = new TestContents();
  expect([await ask(page, 'open'), isOpenTo(page)]).toEqual([isLet, isLet]);
});
