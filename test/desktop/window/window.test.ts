import { expect as playwrightExpect, type Page } from '@playwright/test';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openService } from '../../../electron/service';
import { DEMO_ID, type DraggedFile } from '../../../shared/bridge';
import type { Bridge } from '../../../shared/channels';
import type { Input, Name, Output } from '../../../shared/contract';
import { TEST_SETTINGS } from '../../support/service';
import { startInVain, stage, testDesktop, testDesktops } from '../desktop';
import { findBox, makeCommunity, sessionOf } from '../first-run';
import type { WebContents as StageContents } from '../stage/web-contents';

const expectOf = playwrightExpect.configure({ timeout: 30_000 });

const desktops = testDesktops();
const { open } = desktops;

/** Calls through the bridge of a page as another person than the one signed in there. */
async function callFrom<N extends Name>(
  page: Page,
  name: N,
  input: Input<N>,
  token?: string,
): Promise<Output<N>> {
  const answer = await page.evaluate(
    ([name, input, options]) =>
      (window as unknown as { courtyard: Bridge }).courtyard.call(name, input, options),
    [name, input as unknown, token === undefined ? {} : { token }] as const,
  );
  if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.error)}`);
  return answer.value as Output<N>;
}

/** Registers another person with an invitation from the person signed in; returns their token. */
async function invite(page: Page, name: string): Promise<{ id: number; token: string }> {
  const own = await sessionOf(page);
  const { Code: code } = await callFrom(page, 'admin.createInvite', {}, own?.token);
  const person = { name, email: `${name.toLowerCase()}@example.org`, password: 'another password' };
  await callFrom(page, 'account.register', { ...person, invite: code });
  const challenge = await callFrom(page, 'account.captcha', {});
  const solution = await solveChallenge({ challenge: challenge as never, deriveKey });
  const captcha = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
  await callFrom(page, 'account.confirm', { code, captcha });
  const { token } = await callFrom(page, 'account.login', person);
  const { ID } = await callFrom(page, 'people.me', {}, token);
  return { id: ID, token };
}

describe('a program on a new data folder', () => {
  const desktop = testDesktop();

  it("opens one window on the app's own scheme, with the setup link", async () => {
    const { page, inProgram } = desktop;
    const windows = await inProgram(
      ({ BrowserWindow }) =>
        BrowserWindow.getAllWindows().map((window) => ({
          address: window.webContents.getURL(),
          isVisible: window.isVisible(),
        })),
      null,
    );
    expect(windows).toEqual([
      { address: expect.stringMatching(/^courtyard-app:\/\/main\/#\/welcome\?setup=\w+$/), isVisible: true },
    ]);
    await expectOf(page.getByRole('heading', { name: 'Create a community' })).toBeVisible();
    await expectOf(page.getByLabel('Setup code')).toHaveCount(0);
  });

  it('allows dragging out only content of its own community', async () => {
    const { page, inProgram } = desktop;
    await inProgram(({ ipcMain }) => {
      const heard: unknown[] = [];
      Object.assign(globalThis, { heard });
      ipcMain.on('courtyard:drag-out', (_event, files) => heard.push(files));
    }, null);
    await page.evaluate(() => {
      const failures: string[] = [];
      Object.assign(window, { failures });
      (window as unknown as { courtyard: Bridge }).courtyard.onDragFailed((why) => failures.push(why));
    });
    const failures = () => page.evaluate(() => (window as unknown as { failures: string[] }).failures);
    const wrong: [unknown, string[]][] = [
      [[{ path: '/content/file/1/a?signature=none', name: '../../a.txt' }], ['failed']],
      [[{ path: '/index.html', name: 'index.html' }], ['failed']],
      [[{ path: 'file:///etc/passwd', name: 'passwd' }], []],
      [[{ path: '/../../../etc/passwd', name: 'passwd' }], ['failed']],
      ['all', []],
      [Array.from({ length: 101 }, () => ({ path: '/content/file/1/a', name: 'a.txt' })), ['too_many']],
    ];
    const expected: string[] = [];
    for (const [files, why] of wrong) {
      await page.evaluate(
        (files) => (window as unknown as { courtyard: Bridge }).courtyard.dragOut(files as DraggedFile[]),
        files,
      );
      expected.push(...why);
      await expectOf.poll(failures).toEqual(expected);
    }
    const heard = () => inProgram(() => (globalThis as unknown as { heard: unknown[] }).heard.length, null);
    await expectOf.poll(heard).toBe(wrong.length);
    const left = await readdir(join(desktop.path, 'desktop', 'dragged'), { recursive: true }).catch(() => []);
    expect(left.filter((path) => path.includes('.'))).toEqual([]);
  });

  it('a second start focuses the window and exits with 0', async () => {
    const { inProgram } = desktop;
    await inProgram(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize(), null);
    expect(await startInVain(desktop.path)).toMatchObject({ code: 0 });
    const look = () =>
      inProgram(
        ({ BrowserWindow }) =>
          BrowserWindow.getAllWindows().map((window) => ({
            isMinimized: window.isMinimized(),
            isFocused: window.isFocused(),
          })),
        null,
      );
    // On a real screen the window manager decides the focus.
    const isFocused: unknown = stage === 'Electron' ? expect.any(Boolean) : true;
    await expect.poll(look).toEqual([{ isMinimized: false, isFocused }]);
  });

  // Last, because the program has ended then.
  it('quits when its window is closed', async () => {
    const { inProgram, ended } = desktop;
    const close = ({ BrowserWindow, app }: Parameters<Parameters<typeof inProgram>[0]>[0]) => {
      for (const window of BrowserWindow.getAllWindows()) setImmediate(() => window.close());
      // On macOS a program keeps running without windows.
      if (process.platform === 'darwin') setImmediate(() => app.quit());
    };
    await inProgram(close, null);
    expect(await ended).toBe(0);
    expect(existsSync(join(desktop.path, 'desktop', 'dragged'))).toBe(false);
  });
});

describe('a program with a community', () => {
  const desktop = testDesktop();
  beforeAll(() => makeCommunity(desktop.page));

  it('lets its people chat live', async () => {
    const { page } = desktop;
    const taras = await invite(page, 'Taras');

    await findBox(page).fill('tara');
    await page.getByRole('list', { name: 'People' }).getByRole('button', { name: /Taras/ }).click();
    const box = page.getByRole('textbox', { name: 'Message' });
    await box.fill('Hello from the window');
    await box.press('Enter');

    const conversation = page.getByRole('region', { name: /^Messages in/ });
    const own = conversation.getByRole('group').filter({ hasText: 'Hello from the window' });
    await expectOf(own.getByText('Sent', { exact: true })).toBeAttached();
    const [dialog] = await callFrom(page, 'dialogs.list', {}, taras.token);
    expect(dialog?.LastMessage?.Text).toBe('Hello from the window');

    const dialog_id = dialog?.ID ?? 0;
    const answer = { dialog_id, text: 'Hello to the window' };
    const { ID: message } = await callFrom(page, 'dialogs.send', answer, taras.token);
    await expectOf(conversation.getByRole('group').filter({ hasText: 'Hello to the window' })).toBeVisible();
    await callFrom(page, 'dialogs.read', { dialog_id, message }, taras.token);
    await expectOf(own.getByText('Read', { exact: true })).toBeAttached();
  });

  it('uploads a file from its pages in chunks, and returns it, also when dragged out', async () => {
    const { page, inProgram } = desktop;
    await page
      .getByRole('link', { name: /^Files/ })
      .first()
      .click();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Upload', exact: true }).click(),
    ]);
    await chooser.setFiles({
      name: 'plan.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('The plan\n'.repeat(200_000)),
    });
    const row = page.getByRole('row').filter({ hasText: 'plan.txt' });
    await expectOf(row).toContainText('1.8 MB');
    await row.click();
    await expectOf(page.getByRole('region', { name: 'plan.txt' })).toContainText('The plan');

    // Tests don't move the system's pointer, and what real Electron receives then is not under test.
    if (stage === 'Electron') return;
    await row.evaluate((row) =>
      row.dispatchEvent(new DragEvent('dragstart', { bubbles: true, cancelable: true })),
    );
    const dragged = () =>
      inProgram(
        ({ BrowserWindow }) =>
          (BrowserWindow.getAllWindows()[0]?.webContents as unknown as StageContents).dragged,
        null,
      );
    await expectOf.poll(dragged).toHaveLength(1);
    const [path = ''] = await dragged();
    expect(basename(path)).toBe('plan.txt');
    expect(await readFile(path, 'utf8')).toBe('The plan\n'.repeat(200_000));
  });

  it('saves what its pages download in the Downloads folder, and says where it is', async () => {
    const { page, inProgram } = desktop;
    const folder = join(desktop.path, 'Downloads');
    await inProgram(({ app, session, shell }, folder) => {
      app.setPath('downloads', folder);
      const told: Record<string, (event: object, state: string) => void> = {};
      const item = {
        getURL: () => 'courtyard-app://main/content/file/1/plan',
        getFilename: () => 'plan.txt',
        getTotalBytes: () => 8,
        getReceivedBytes: () => 4,
        setSavePath: () => undefined,
        cancel: () => told['done']?.({}, 'cancelled'),
        on: (name: string, listener: () => void) => (told[name] = listener),
        once: (name: string, listener: () => void) => (told[name] = listener),
      };
      shell.showItemInFolder = (path) => void Object.assign(globalThis, { revealed: path });
      session.defaultSession.emit('will-download', { preventDefault: () => undefined }, item);
      told['updated']?.({}, 'progressing');
      Object.assign(globalThis, { finish: () => told['done']?.({}, 'completed') });
    }, folder);
    const messages = page.getByRole('region', { name: 'Status messages' });
    await expectOf(messages).toContainText('Downloading plan.txt · 50%');
    await inProgram(() => (globalThis as unknown as { finish: () => void }).finish(), null);
    await expectOf(messages).toContainText('plan.txt is in your Downloads folder');
    await messages.getByRole('button', { name: 'Show in folder' }).click();
    const revealed = () => inProgram(() => (globalThis as { revealed?: string }).revealed, null);
    await expectOf.poll(revealed).toBe(join(folder, 'plan.txt'));
  });
});

it('shows a demo community on request, apart from the real one, and deletes it', async () => {
  const { page } = await open();
  const inTime = { timeout: 150_000 };
  await page.getByRole('button', { name: 'Look around first' }).click();
  await expectOf(page.getByRole('progressbar', { name: 'Creating the demo community' })).toBeVisible();
  const bar = page.getByRole('region', { name: 'Demo community' });
  await expectOf(bar).toBeVisible(inTime);
  await expectOf(
    page.getByRole('list', { name: 'Your chats' }).getByRole('link', { name: /Lypova 12/ }),
  ).toBeVisible();

  await bar.getByRole('button', { name: 'Leave demo' }).click();
  await expectOf(page.getByRole('heading', { name: 'Create a community' })).toBeVisible();
  await expectOf(page.getByLabel('Setup code')).toHaveCount(0);
  await page.getByRole('button', { name: 'Look around first' }).click();
  await expectOf(bar).toBeVisible(inTime);
  await bar.getByRole('button', { name: 'Delete demo' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete demo' }).click();
  await expectOf(page.getByRole('heading', { name: 'Create a community' })).toBeVisible();
  await expect.poll(() => existsSync(join(desktops.path, DEMO_ID))).toBe(false);
}, 240_000);

it('quits with 0 after closing its service, and restores everything on reopening', async () => {
  const first = await open();
  await makeCommunity(first.page);
  const { token } = await invite(first.page, 'Taras');
  await callFrom(first.page, 'dialogs.create', { name: 'Garden', type: 'group' }, token);
  expect(await first.quit()).toBe(0);

  // Throws if another process has the folder open.
  const service = await openService({ data: desktops.path, settings: TEST_SETTINGS });
  const session = { token, address: '', userAgent: 'test' };
  expect(await service.call(session, 'dialogs.list', {})).toMatchObject([
    { Name: 'Garden' },
    { Name: 'Commons' },
  ]);
  await service.close();

  const again = await open();
  expect(again.page.url()).not.toContain('setup');
  await expectOf(findBox(again.page)).toBeVisible();
});

// Electron shows a native dialog, which stays open until someone closes it.
