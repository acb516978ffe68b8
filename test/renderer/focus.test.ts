import { afterAll, beforeAll, describe, it } from 'vitest';
import { expectOf, testBrowser } from '../support/browser/browser';
import { testServer, type TestServer } from '../support/server';
import type { TestPerson } from '../support/service';

const browser = testBrowser();
let server: TestServer;
let olena: TestPerson;
let taras: TestPerson;

beforeAll(async () => {
  server = await testServer();
  [olena, taras] = (await server.people('Olena', 'Taras')) as [TestPerson, TestPerson];
});
afterAll(() => server.close());

describe('the keyboard focus', () => {
  it('stays in the settings when what had it is removed', async () => {
    const page = await browser.open(server, olena, { at: '#/settings/sessions' });
    const revoke = (name: string) => page.getByRole('button', { name: `Revoke ${name}`, exact: true });
    for (const name of ['First', 'Second']) {
      await page.getByRole('button', { name: 'Create token' }).press('Enter');
      const field = page.getByRole('dialog').getByRole('textbox', { name: 'Name' });
      await field.fill(name);
      await field.press('Enter');
      await page.getByRole('button', { name: 'Done' }).press('Enter');
      await expectOf(revoke(name)).toBeVisible();
    }
    for (const [gone, focused] of [
      ['First', revoke('Second')],
      ['Second', page.getByRole('button', { name: 'Create token' })],
    ] as const) {
      await revoke(gone).press('Enter');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).press('Enter');
      await expectOf(revoke(gone)).toHaveCount(0);
      await expectOf(focused).toBeFocused();
    }
  });

  it('moves to the first notification once all are read', async () => {
    await taras.call('people.subscribe', { user: String(olena.id) });
    const page = await browser.open(server, olena, { at: '#/notifications' });
    const all = page.getByRole('button', { name: 'Mark all as read' });
    await all.press('Enter');
    await expectOf(all).toHaveCount(0);
    await expectOf(page.getByRole('main').getByRole('link').first()).toBeFocused();
  });
});
