import { mkdtempSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { RedirectServer } from '../../../electron/standby/succession/redirect-server';
import { seriousViolationsInBothThemes } from '../../support/browser/axe';
import { copiedBy, expectOf, testBrowser, type WindowOptions } from '../../support/browser/browser';
import { testServer, type TestServer } from '../../support/server';
import type { TestPerson } from '../../support/service';
import { standbyInProcess } from '../../standby/in-process';
import { witnessInProcess } from '../../standby/witness/in-process';

const browser = testBrowser();
let server: TestServer;
let olena: TestPerson;
let taras: TestPerson;

beforeAll(async () => {
  server = await testServer();
  const [first, second] = await server.people('Olena', 'Taras');
  olena = first!;
  taras = second!;
  await olena.call('admin.setRole', { user_id: taras.id, role: 'admin' });
});
afterAll(() => server.close());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const open = (person: TestPerson, options: WindowOptions = {}) =>
  browser.open(server, person, { ...options, at: '#/settings/standby' });

it('makes another computer the standby with a link, shows its progress, and removes it', async () => {
  const page = await open(olena);
  await expectOf(page.getByText('No standby', { exact: true })).toBeVisible();
  await button(page, 'Create link').click();
  const link = await copiedBy(page, () => button(page, 'Copy link').click());
  expect(await copiedBy(page, () => button(page, 'Copy command').click())).toBe(
    `npm run serve -- --data DIR --standby '${link}'`,
  );
  expect(await seriousViolationsInBothThemes(page)).toEqual([]);

  const folder = mkdtempSync(join(tmpdir(), 'courtyard-standby-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const standby = await standbyInProcess(folder, link);
  await expectOf(page.getByText('Up to date', { exact: true })).toBeVisible();
  await expectOf(page.getByText(hostname(), { exact: true })).toBeVisible();
  await expectOf(page.getByText(link, { exact: true })).toHaveCount(0);

  const others = await open(taras);
  await expectOf(others.getByText('Up to date', { exact: true })).toBeVisible();
  await expectOf(button(others, 'Create link')).toHaveCount(0);
  await expectOf(button(others, 'Remove')).toHaveCount(0);

  await page.getByRole('switch', { name: 'Wait for the standby' }).click();
  await expect.poll(async () => (await olena.call('admin.standby', {})).Wait).toBe(true);
  const shown = others.getByRole('switch', { name: 'Wait for the standby' });
  await expectOf(shown).toBeChecked();
  await expectOf(shown).toBeDisabled();

  await button(page, 'Create witness link').click();
  const third = await copiedBy(page, () => button(page, 'Copy link').click());
  const witness = witnessInProcess(join(folder, 'witness'), third);
  await witness.ready;
  await expectOf(page.getByText('Connected', { exact: true })).toBeVisible();
  await expectOf(page.getByText('the standby takes over within 15 seconds')).toBeVisible();
  await expectOf(others.getByText('Connected', { exact: true })).toBeVisible();
  await expectOf(button(others, 'Remove witness')).toHaveCount(0);
  await button(page, 'Remove witness').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove witness' }).click();
  await expectOf(page.getByText('No witness', { exact: true })).toBeVisible();

  await standby.stop();
  await expectOf(page.getByText('Offline', { exact: true })).toBeVisible();
  await button(page, 'Remove').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expectOf(page.getByText('No standby', { exact: true })).toBeVisible();
  await expectOf(others.getByText('No standby', { exact: true })).toBeVisible();
});

it('leads open pages to the new host, unless they have unsent messages', async () => {
  const former = await testServer();
  onTestFinished(() => former.close());
  const [ann] = await former.people('Ann');
  const { ID: dialog_id } = await ann!.call('dialogs.create', { name: 'Yard', type: 'group' });
  const following = await browser.open(former, ann!, { at: '#/feed', leadsTo: server.url, loadsAhead: true });
  const writing = await browser.open(former, ann!, { at: `#/chats/${dialog_id}`, leadsTo: server.url });
  await writing.getByRole('textbox', { name: 'Message' }).fill('Half a sentence');

  await former.stop();
  const pages = new RedirectServer(
    () => ({ machine: 'new-box', urls: ['not a URL', 'https://127.0.0.1:1', server.url] }),
    pino({ enabled: false }),
  );
  await pages.open(former.data, {
    host: '127.0.0.1',
    port: Number(new URL(former.url).port),
    sharePort: null,
  });
  onTestFinished(() => pages.close());
  await following.waitForURL(`${server.url}/#/**`);
  await expectOf(writing.getByText('The community has moved to another computer')).toBeVisible();
  expect(writing.url()).toContain(former.url);
  await button(writing, 'Open it there').click();
  await writing.waitForURL(`${server.url}/#/**`);
});
