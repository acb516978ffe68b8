import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { PAGE_SIZES } from '../../../shared/limits';
import { expectOf, testBrowser } from '../../support/browser/browser';
import { upload } from '../../support/content';
import { fixture } from '../../support/fixtures';
import { testServer, type TestServer } from '../../support/server';
import type { TestPerson } from '../../support/service';

const browser = testBrowser();
let server: TestServer;
let ann: TestPerson;
let ben: TestPerson;
let yard: number;

beforeAll(async () => {
  server = await testServer();
  [ann, ben] = (await server.people('Ann', 'Ben')) as [TestPerson, TestPerson];
  ({ ID: yard } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' }));
  await ann.call('dialogs.join', { dialog_id: yard, user_id: String(ben.id) });
});
afterAll(() => server.close());

const photo = async (caption: string) =>
  (await upload(server.now.service, ben.session, 'photos.upload', fixture('turned.jpg'), { caption })).ID;

async function panelOf(page: Page) {
  await page.getByRole('button', { name: 'Chat info' }).click();
  return page.getByRole('complementary', { name: 'Chat info' });
}

describe('the side panel of a chat', () => {
  it('shows its shared media live', async () => {
    const { service } = server.now;
    const track = await upload(service, ben.session, 'music.upload', fixture('track.mp3'), { name: 'Rain' });
    const { ID: file } = await upload(service, ben.session, 'files.upload', Buffer.from('words'), {
      filename: 'Plan.txt',
    });
    const attachments = [
      { Type: 'track' as const, Item: track.ID },
      { Type: 'file' as const, Item: file },
    ];
    await ben.call('dialogs.send', { dialog_id: yard, text: 'https://example.org/plan', attachments });
    const page = await browser.open(server, ann, { at: `#/chats/${yard}` });
    const panel = await panelOf(page);
    await panel.getByRole('button', { name: 'Music 1' }).click();
    await expectOf(panel.getByRole('group', { name: /^Track: .*Rain/ })).toBeVisible();
    await panel.getByRole('button', { name: 'Back' }).click();
    await panel.getByRole('button', { name: 'Files 1' }).click();
    await expectOf(panel.getByRole('link', { name: /^Download Plan.txt/ })).toBeVisible();
    await panel.getByRole('button', { name: 'Back' }).click();
    await panel.getByRole('button', { name: 'Links 1' }).click();
    await expectOf(panel.getByRole('link', { name: 'example.org/plan' })).toHaveAttribute(
      'href',
      'https://example.org/plan',
    );
    await panel.getByRole('button', { name: 'Back' }).click();
    await expectOf(panel.getByRole('group', { name: 'Photos' })).toBeHidden();
    const { ID: sent } = await ben.call('dialogs.send', {
      dialog_id: yard,
      photos_list: [await photo('The gate')],
    });
    const shown = panel.getByRole('group', { name: 'Photos' });
    await shown.getByRole('button', { name: 'Photo: The gate' }).click();
    await expectOf(page.getByRole('dialog').getByRole('img', { name: 'The gate' })).toBeVisible();
    await page.keyboard.press('Escape');
    await ben.call('dialogs.deleteMessage', { message_id: sent });
    await expectOf(shown).toBeHidden();
  });

  it('shows all items of one kind, and opens the message of each', async () => {
    const { ID: garden } = await ben.call('dialogs.create', { name: 'Garden', type: 'group' });
    await ben.call('dialogs.join', { dialog_id: garden, user_id: String(ann.id) });
    const first = await ben.call('dialogs.send', {
      dialog_id: garden,
      text: 'Read https://example.org/first',
    });
    for (let index = 0; index < PAGE_SIZES.shared; index++)
      await ben.call('dialogs.send', { dialog_id: garden, text: `https://example.org/${index}` });
    const page = await browser.open(server, ann, { at: `#/chats/${garden}` });
    const panel = await panelOf(page);
    const links = panel.getByRole('list', { name: 'Links' });
    await panel.getByRole('button', { name: `Links ${PAGE_SIZES.shared + 1}` }).click();
    await expectOf(links.getByRole('listitem')).toHaveCount(PAGE_SIZES.shared);
    await panel.getByRole('button', { name: 'Show more' }).click();
    const last = links.getByRole('listitem').filter({ hasText: 'example.org/first' });
    await last.getByRole('link', { name: /^Go to message from/ }).click();
    await expectOf(page.getByRole('group').filter({ hasText: 'Read' }).first()).toBeInViewport();
    await expectOf(page).toHaveURL(new RegExp(`/${first.ID}$`));
    await panel.getByRole('button', { name: 'Back' }).click();
    await expectOf(links).toBeHidden();
  });

  it('makes way for the message to which a photo or a link in it leads on a phone', async () => {
    const { ID: lawn } = await ben.call('dialogs.create', { name: 'Lawn', type: 'group' });
    await ben.call('dialogs.join', { dialog_id: lawn, user_id: String(ann.id) });
    const text = 'Read https://example.org/lawn';
    await ben.call('dialogs.send', { dialog_id: lawn, text, photos_list: [await photo('The lawn')] });
    const page = await browser.open(server, ann, {
      at: `#/chats/${lawn}`,
      width: 390,
      height: 844,
      isTouched: true,
    });
    const panel = page.getByRole('complementary', { name: 'Chat info' });
    const message = page.getByRole('group').filter({ hasText: 'Read' }).first();
    const opener = page.getByRole('button', { name: /^Lawn/ });
    await opener.tap();
    await panel.getByRole('button', { name: 'Photo: The lawn' }).tap();
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /Show in chat/ })
      .tap();
    await expectOf(panel).toHaveCount(0);
    await expectOf(message).toBeFocused();
    await opener.tap();
    await panel.getByRole('button', { name: 'Links 1' }).tap();
    await panel.getByRole('link', { name: /^Go to message from/ }).tap();
    await expectOf(panel).toHaveCount(0);
    await expectOf(message).toBeFocused();
  });
});
