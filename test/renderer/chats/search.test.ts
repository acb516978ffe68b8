import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { expectOf, testBrowser } from '../../support/browser/browser';
import { upload } from '../../support/content';
import { fixture } from '../../support/fixtures';
import { testServer, type TestServer } from '../../support/server';
import type { TestPerson } from '../../support/service';

const browser = testBrowser();
let server: TestServer;
let olena: TestPerson;
let yard: number;
let message: number;

beforeAll(async () => {
  server = await testServer();
  const [first, stepan] = await server.people('Olena', 'Степан Пилка');
  if (!first || !stepan) throw new Error('there are two');
  olena = first;
  ({ ID: yard } = await olena.call('dialogs.create', { name: 'Двір', type: 'group' }));
  await olena.call('dialogs.create', { name: 'Пилка і дриль', type: 'group', description: 'Спільні речі' });
  await olena.call('dialogs.join', { dialog_id: yard, user_id: String(stepan.id) });
  ({ ID: message } = await stepan.call('dialogs.send', {
    dialog_id: yard,
    text: 'Дошки вже під навісом, потрібні дві пари рук і одна добра **пилка**.',
  }));
  for (let n = 0; n < 25; n++) await olena.call('dialogs.send', { dialog_id: yard, text: `Рядок ${n}` });
});
afterAll(() => server.close());

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const box = (page: Page) => page.getByRole('combobox', { name: 'Search' });
const hit = (page: Page, name: string | RegExp) => page.getByRole('option', { name });

describe('the global search', () => {
  it('opens with Ctrl+K over any view, finds all kinds while typing, and opens a message in its chat', async () => {
    const page = await browser.open(server, olena, { at: '#/people' });
    await expectOf(page.getByRole('heading', { name: 'People', level: 1 })).toBeVisible();
    await page.keyboard.press('Control+k');
    await box(page).fill('пилк');
    await expectOf(page.getByRole('status').filter({ hasText: '3 results' })).toBeVisible();
    await expectOf(hit(page, /Степан Пилка/).first()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowDown');
    await expectOf(hit(page, /Пилка і дриль/)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowDown');
    await expectOf(hit(page, /добра пилка/)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expectOf(page).toHaveURL(new RegExp(`#/chats/${yard}/${message}$`));
    await expectOf(palette(page)).toBeHidden();
    await expectOf(page.getByRole('group').filter({ hasText: 'добра пилка' })).toBeVisible();
  });

  it('stores recent searches, offers views, and restores the focus', async () => {
    const page = await browser.open(server, olena, { at: '#/settings/about' });
    const glass = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Search' });
    await glass.click();
    await box(page).fill('дриль');
    await hit(page, /Пилка і дриль/).click();
    await expectOf(page).toHaveURL(/#\/chats\/\d+$/);
    await glass.click();
    await hit(page, 'дриль').click();
    await expectOf(box(page)).toHaveValue('дриль');
    await expectOf(hit(page, /Пилка і дриль/)).toBeVisible();
    await box(page).fill('');
    await hit(page, 'Clear recent searches').click();
    await expectOf(hit(page, 'дриль')).toBeHidden();
    await hit(page, /Notifications/).click();
    await expectOf(page).toHaveURL(/#\/notifications$/);
    await glass.click();
    await page.keyboard.press('Escape');
    await expectOf(palette(page)).toBeHidden();
    await expectOf(glass).toBeFocused();
  });

  it('searches in one chat or one kind, page by page', async () => {
    const page = await browser.open(server, olena, { at: `#/chats/${yard}` });
    await expectOf(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await box(page).fill('рядок');
    await expectOf(page.getByRole('status').filter({ hasText: '5+ results' })).toBeVisible();
    await hit(page, 'All messages').click();
    await expectOf(page.getByRole('status').filter({ hasText: '20+ results' })).toBeVisible();
    await hit(page, 'Show more').click();
    await expectOf(page.getByRole('status').filter({ hasText: '25 results' })).toBeVisible();
    await page.getByRole('radio', { name: 'People' }).click();
    await expectOf(page.getByText('Try fewer words')).toBeVisible();
    await page.route('**/search/**', (route) =>
      route.fulfill({ status: 500, json: { detail: 'server_error', message: 'No.' } }),
    );
    await page.getByRole('radio', { name: 'In this chat' }).click();
    const again = palette(page).getByRole('button', { name: 'Try again' });
    await expectOf(again).toBeVisible();
    await page.unroute('**/search/**');
    await again.click();
    await expectOf(page.getByRole('status').filter({ hasText: '20+ results' })).toBeVisible();
  });

  it('finds library items, and opens each where it belongs', async () => {
    await upload(server.now.service, olena.session, 'music.upload', fixture('sound.mp3'), {
      filename: 'a.mp3',
      name: 'Вечірня пісня',
    });
    await upload(server.now.service, olena.session, 'photos.upload', fixture('picture.png'), {
      caption: 'Вечірній двір',
    });
    const file = { filename: 'Вечірній розклад.txt' };
    await upload(server.now.service, olena.session, 'files.upload', Buffer.from('Розклад'), file);
    await olena.call('music.createPlaylist', { name: 'Вечірнє' });
    const page = await browser.open(server, olena, { at: `#/chats/${yard}` });
    await page.keyboard.press('Control+k');
    await box(page).fill('вечір');
    await expectOf(hit(page, /Вечірнє/)).toBeVisible();
    await hit(page, /Вечірній двір/).click();
    await expectOf(page.getByRole('dialog').locator('img').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await box(page).fill('вечір пісня');
    await expectOf(hit(page, /Вечірня пісня/)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expectOf(palette(page)).toBeHidden();
    await expectOf(page.getByRole('region', { name: 'Player' })).toContainText('Вечірня пісня');
    await page.keyboard.press('Control+k');
    await box(page).fill('розклад');
    await hit(page, /розклад/).click();
    await expectOf(page.getByRole('complementary', { name: 'Preview' })).toContainText('розклад');
  });

  it('accepts filters typed or from the menu, suggests their values, and removes them by keyboard', async () => {
    const page = await browser.open(server, olena, { at: '#/search' });
    await box(page).pressSequentially('пилка from:степ');
    await expectOf(hit(page, /Степан Пилка/)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    const chip = (name: string | RegExp) => page.getByRole('button', { name });
    await expectOf(chip('Remove filter from: Степан Пилка')).toBeVisible();
    await expectOf(hit(page, /добра пилка/)).toBeVisible();
    await expectOf(page).toHaveURL(/from%3A/);
    await box(page).pressSequentially(' before:2026-02-30 ');
    await expectOf(page.getByRole('alert')).toContainText('isn’t a date');
    await box(page).fill('');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Contains' }).click();
    await expectOf(box(page)).toBeFocused();
    await hit(page, 'link has:link').click();
    await expectOf(page.getByText('Try fewer words or filters')).toBeVisible();
    await page.keyboard.press('Backspace');
    await expectOf(chip(/has: link/)).toBeHidden();
    await expectOf(hit(page, /добра пилка/)).toBeVisible();
    await page.reload();
    await expectOf(chip('Remove filter from: Степан Пилка')).toBeVisible();
    await chip('Remove filter from: Степан Пилка').press('Enter');
    await expectOf(hit(page, /Notifications/)).toBeVisible();
    await expectOf(box(page)).toBeFocused();
  });

  it('has an address of its own that includes the query', async () => {
    const page = await browser.open(server, olena, { at: '#/search?q=навісом', width: 390, height: 844 });
    await expectOf(hit(page, /навісом/)).toBeVisible();
    await box(page).fill('дриль');
    await expectOf(hit(page, /дриль/)).toBeVisible();
    await expectOf(page).toHaveURL(`${server.url}/#/search?q=${encodeURIComponent('дриль')}`);
    await hit(page, /дриль/).click();
    await expectOf(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
    await page.goBack();
    await expectOf(box(page)).toHaveValue('дриль');
  });
});
