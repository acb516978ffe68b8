import { expect as playwrightExpect } from '@playwright/test';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { testBrowser } from '../../support/browser/browser';
import { endPrograms, startProgram, type Program } from '../../support/program';
import { testServer, type TestServer } from '../../support/server';
import { startDesktop, temporaryFolder } from '../desktop';

const expectOf = playwrightExpect.configure({ timeout: 30_000 });
const browser = testBrowser();
let server: TestServer;
let program: Program;
let address = '';

beforeAll(async () => {
  server = await testServer();
  program = startProgram(process.execPath, [join(import.meta.dirname, '../../../electron/dev.ts')], {
    env: { COURTYARD_DEV_SERVICE: server.url },
  });
  address = (await program.line(0)).replace('Courtyard is ready at ', '');
});

afterAll(async () => {
  await endPrograms([program]);
  await server.close();
});

it('npm run dev serves pages from source, live over the given service', async () => {
  const [ann, bob] = await server.people('Ann', 'Bob');
  if (!ann || !bob) throw new Error('there are two');
  const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Garden', type: 'group' });
  await ann.call('dialogs.join', { dialog_id, user_id: String(bob.id) });

  const page = await browser.open({ ...server, url: address }, ann, { at: `#/chats/${dialog_id}` });
  page.setDefaultTimeout(30_000);
  const box = page.getByRole('textbox', { name: 'Message' });
  await expectOf(box).toBeVisible();
  await bob.call('dialogs.send', { dialog_id, text: 'Through the socket' });
  await expectOf(page.getByRole('group').filter({ hasText: 'Through the socket' })).toBeVisible();
  await box.fill('Through a call');
  await box.press('Enter');
  await expectOf(page.getByRole('group').filter({ hasText: 'Through a call' })).toBeVisible();
  expect(await page.evaluate(async () => (await fetch('/views/Rail.svelte')).text())).toContain('hot');
});

it('npm run dev -- --desktop shows them in the window, on its own scheme', async () => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const { page, inProgram, quit } = await startDesktop(folder.path, { COURTYARD_DEV_PAGES: address });
  onTestFinished(async () => expect(await quit()).toBe(0));
  await expectOf(page.getByRole('heading', { name: 'Create a community' })).toBeVisible();
  const url = await inProgram(
    ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getURL(),
    null,
  );
  expect(url).toMatch(/^courtyard-app:\/\/main\/#\/welcome\?setup=/);
  expect(await page.evaluate(async () => (await fetch('/views/Rail.svelte')).text())).toContain('hot');
});
