import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectOf, testBrowser } from '../../support/browser/browser';
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

const box = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const chooser = (page: Page) => page.getByLabel('Attach').last();
const tray = (page: Page) => page.getByRole('list', { name: 'Attachments' });
const bubble = (page: Page, text: string) => page.getByRole('group', { name: /,/ }).filter({ hasText: text });
const photo = (name: string) => ({ name, mimeType: 'image/jpeg', buffer: fixture('turned.jpg') });
const words = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('Words') });

/** Drops files over an element, or pastes them into it, as a person's hand would. */
async function give(page: Page, over: string, event: 'drop' | 'paste', name: string): Promise<void> {
  await page.locator(over).evaluate(
    (element, { event, name }) => {
      const data = new DataTransfer();
      data.items.add(new File(['Some words'], name, { type: 'text/plain' }));
      const options = { bubbles: true, cancelable: true };
      if (event === 'paste') {
        element.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }));
      } else {
        for (const kind of ['dragenter', 'dragover', 'drop'])
          element.dispatchEvent(new DragEvent(kind, { ...options, dataTransfer: data }));
      }
    },
    { event, name },
  );
}

describe('message attachments', () => {
  it('are listed in the composer and sent with the message, each by its kind', async () => {
    const page = await browser.open(server, ann, { at: `#/chats/${yard}` });
    await page.getByRole('button', { name: 'Attach' }).focus();
    await chooser(page).setInputFiles([
      photo('gate.jpg'),
      { name: 'rain.mp3', mimeType: 'audio/mpeg', buffer: fixture('track.mp3') },
      { name: 'bench.mp4', mimeType: 'video/mp4', buffer: fixture('video.mp4') },
      words('План.txt'),
    ]);
    await expectOf(tray(page).getByRole('listitem')).toHaveCount(4);
    await expectOf(box(page)).toBeFocused();
    await tray(page).getByRole('button', { name: 'Remove rain.mp3' }).click();
    await box(page).fill('From the yard');
    await box(page).press('Enter');
    const sent = bubble(page, 'From the yard');
    await expectOf(sent.getByRole('button', { name: /^Photo/ })).toBeVisible();
    // Behind a transparent photo, its preview would be seen.
    await expectOf(sent.locator('.ground')).toHaveCount(0);
    await expectOf(sent.getByRole('link', { name: 'Download План.txt, Document · 5 bytes' })).toBeVisible();
    await expectOf(tray(page)).toBeHidden();
    const [message] = await ben.call('dialogs.messages', { dialog_id: yard });
    expect(message?.Photos).toHaveLength(1);
    expect(message?.Attachments.map(({ Type }) => Type)).toEqual(['video', 'file']);
    expect(await ben.call('photos.of', { user: `u${ann.id}` })).toEqual([]);
  });

  it('can be dropped or pasted, and sent without text', async () => {
    const page = await browser.open(server, ann, { at: `#/chats/${yard}` });
    await expectOf(box(page)).toBeVisible();
    await give(page, 'textarea', 'drop', 'dropped.txt');
    await give(page, 'textarea', 'paste', 'pasted.txt');
    await expectOf(tray(page).getByRole('listitem')).toHaveCount(2);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const list = page.getByRole('region', { name: 'Messages in Yard' });
    await expectOf(list.getByRole('link', { name: /^Download dropped.txt/ })).toBeVisible();
    await expectOf(list.getByRole('link', { name: /^Download pasted.txt/ })).toBeVisible();
  });

  it('that are pasted during an edit go to a new message, and the edit can be brought back', async () => {
    const { ID: own } = await ann.call('dialogs.create', { name: 'Pasted', type: 'group' });
    await ann.call('dialogs.send', { dialog_id: own, text: 'The plan' });
    const page = await browser.open(server, ann, { at: `#/chats/${own}` });
    await expectOf(bubble(page, 'The plan')).toBeVisible();
    await box(page).press('ArrowUp');
    await expectOf(box(page)).toHaveValue('The plan');
    await box(page).pressSequentially(' is here');
    await give(page, 'textarea', 'paste', 'plan.txt');
    await expectOf(tray(page).getByRole('listitem')).toHaveCount(1);
    await expectOf(box(page)).toHaveValue('');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectOf(box(page)).toHaveValue('The plan is here');
    await expectOf(tray(page)).toHaveCount(0);
  });

  it('are part of the draft, survive a reload and are named in the list of chats', async () => {
    const { ID: other } = await ann.call('dialogs.create', { name: 'Garden', type: 'group' });
    const page = await browser.open(server, ann, { at: `#/chats/${yard}` });
    await chooser(page).setInputFiles([photo('one.jpg'), photo('two.jpg')]);
    await expectOf(tray(page).getByRole('progressbar')).toHaveCount(0);
    await page.goto(`${server.url}/#/chats/${other}`);
    const row = page.getByRole('list', { name: 'Your chats' }).getByRole('link').filter({ hasText: 'Yard' });
    await expectOf(row).toContainText('Draft: 2 photos');
    await page.reload();
    await row.click();
    await expectOf(tray(page).getByRole('listitem')).toHaveCount(2);
    await box(page).press('Enter');
    await expectOf(page.getByRole('group', { name: '2 photos' }).last()).toBeVisible();
    await expectOf(tray(page)).toBeHidden();
  });

  it('are kept by a reload while they are being uploaded, also when the message was sent meanwhile', async () => {
    // A chat of its own, also for another try: what was attached there stays on the device.
    const { ID: shed } = await ann.call('dialogs.create', { name: 'Shed', type: 'group' });
    const page = await browser.open(server, ann, { at: `#/chats/${shed}` });
    await page.route('**/uploads', () => undefined);
    await chooser(page).setInputFiles([photo('soon.jpg'), words('soon.txt')]);
    await expectOf(tray(page).getByRole('progressbar')).toHaveCount(2);
    await page.reload();
    await expectOf(tray(page).getByRole('progressbar', { name: /^Uploading soon/ })).toHaveCount(2);
    await box(page).fill('Left too early');
    await box(page).press('Enter');
    await expectOf(tray(page)).toBeHidden();
    await page.reload();
    await expectOf(page.getByText('Some attachments were not uploaded.')).toBeVisible();
    await expectOf(tray(page).getByRole('listitem')).toHaveCount(2);
    await page.unroute('**/uploads');
    await page.reload();
    await expectOf(tray(page).getByRole('listitem')).toHaveCount(2);
    await expectOf(tray(page).getByRole('progressbar')).toHaveCount(0);
    await page.getByRole('alert').getByRole('button', { name: 'Edit' }).click();
    await box(page).press('Enter');
    await expectOf(bubble(page, 'Left too early').getByRole('link', { name: /soon.txt/ })).toBeVisible();
    await expectOf(tray(page)).toBeHidden();
    await page.reload();
    await expectOf(bubble(page, 'Left too early')).toBeVisible();
    await expectOf(tray(page)).toBeHidden();
  });

  it('resume when the host is unreachable during the upload, and then the message is sent', async () => {
    const page = await browser.open(server, ann, { at: `#/chats/${yard}` });
    await expectOf(box(page)).toBeVisible();
    await server.stop();
    await chooser(page).setInputFiles([words('later.txt')]);
    await box(page).fill('When you are back');
    await box(page).press('Enter');
    await expectOf(
      bubble(page, 'When you are back').getByRole('progressbar', { name: 'Uploading later.txt' }),
    ).toBeVisible();
    await expectOf(box(page)).toHaveValue('');
    await server.restart();
    // As when the network is back: it does not wait for its next attempt.
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expectOf(bubble(page, 'When you are back').getByRole('link', { name: /later.txt/ })).toBeVisible();
  });

  it('show why the host rejected them, and can be removed or retried', async () => {
    const page = await browser.open(server, ann, { at: `#/chats/${yard}` });
    await chooser(page).setInputFiles([
      { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no') },
    ]);
    await expectOf(tray(page).getByRole('alert')).toContainText('This file type isn’t supported.');
    await box(page).fill('Look');
    await box(page).press('Enter');
    await expectOf(page.getByText('Some files couldn’t be uploaded.')).toBeVisible();
    await tray(page).getByRole('button', { name: 'Remove broken.jpg' }).click();
    await box(page).press('Enter');
    await expectOf(bubble(page, 'Look')).toBeVisible();
  });
});
