import Database from 'better-sqlite3';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DATABASE_FILE } from '../../../electron/database/open';
import { seriousViolations } from '../../support/browser/axe';
import { expectOf, testBrowser } from '../../support/browser/browser';
import { testServer, type TestServer } from '../../support/server';
import type { TestPerson } from '../../support/service';

const browser = testBrowser();
let server: TestServer;
let olena: TestPerson;
let iryna: TestPerson;

beforeAll(async () => {
  server = await testServer();
  const [first, second] = await server.people('Olena', 'Iryna');
  olena = first!;
  iryna = second!;
  await olena.call('admin.createBackup', {});
  await server.stop();
  harmReactions(server.data);
  await server.restart();
});
afterAll(() => server.close());

it('shows members that a damaged community is read-only', async () => {
  const page = await browser.open(server, iryna, { at: '#/people' });
  await expectOf(
    page.getByText('This community is read-only: its database is damaged', { exact: true }),
  ).toBeVisible();
  await expectOf(page.getByText('The admins have been notified', { exact: true })).toBeVisible();
});

it('shows admins what is damaged, with the commands to fix it', async () => {
  const page = await browser.open(server, olena);
  await expectOf(page.getByText(/^Affected: messages · Newest good backup: /)).toBeVisible();
  await page.getByRole('button', { name: 'What to do', exact: true }).click();
  await expectOf(page.getByRole('heading', { name: 'The database is damaged' })).toBeVisible();
  await expectOf(page.getByText(`npm run serve -- --data ${server.data} --repair`)).toBeVisible();
  await expectOf(page.getByText(/--restore \d{4}-/)).toBeVisible();
  expect(await seriousViolations(page)).toEqual([]);
});

it('says at a former host that the community is hosted on another computer', async () => {
  const page = await browser.open(server, null);
  const reason = 'This community is read-only here: it is now hosted on another computer.';
  await page.route('**/community', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ReadOnly: 'superseded' } });
  });
  await page.reload();
  await expectOf(page.getByText(`${reason} Connect to the new host to continue.`)).toBeVisible();
});

/** Damages a table of which no page needs anything. */
function harmReactions(data: string): void {
  const path = join(data, DATABASE_FILE);
  const raw = new Database(path, { readonly: true });
  const page = raw
    .prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'reaction'")
    .pluck()
    .get() as number;
  raw.close();
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(8, 0xee), 0, 8, (page - 1) * 4096);
  closeSync(file);
}
