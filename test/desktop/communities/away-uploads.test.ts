import { expect as playwrightExpect, type Page } from '@playwright/test';
import { expect, it, vi } from 'vitest';
import { fixture } from '../../support/fixtures';
import { testDesktops } from '../desktop';
import { guestOf, replicaFilled } from '../guests';

vi.setConfig({ testTimeout: 180_000 });
const expectOf = playwrightExpect.configure({ timeout: 40_000 });

const desktops = testDesktops();

const picture = { name: 'gate.png', mimeType: 'image/png', buffer: fixture('picture.png') };
const plan = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('Lanterns first') };

const bubbleOf = (page: Page) =>
  page
    .getByRole('region', { name: /^Messages in/ })
    .getByRole('group')
    .filter({ hasText: 'Look at this' })
    .first();

/** Waits until the picture of the message is drawn from its own bytes: the chosen file's, or those that were kept. */
const expectPicture = (page: Page) =>
  expectOf
    .poll(() =>
      bubbleOf(page)
        .locator('img[src^="blob:"], img[src*="/content/photo/"]')
        .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth > 0)),
    )
    .toEqual([true]);

/** Opens the outbox and waits until it lists both uploads. */
async function expectOutbox(page: Page): Promise<void> {
  await page.evaluate((hash) => (location.hash = hash), '#/settings/outbox');
  await expectOf(page.getByRole('main').getByText('Photo upload')).toBeVisible();
  await expectOf(page.getByRole('main').getByText('plan.txt')).toBeVisible();
}

it('stores a message with a photo and a file over a restart while the host is offline, and sends it completely', async () => {
  const { there, dialog_id, desktop, page } = await guestOf(desktops);
  await page.evaluate((hash) => (location.hash = hash), `#/chats/${dialog_id}`);
  await expectOf(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await replicaFilled(desktops);
  await there.stop();
  await expectOf(page.getByText(/^Lypova 12 is offline/)).toBeVisible();
  await page.getByLabel('Attach').last().setInputFiles([picture, plan]);
  const box = page.getByRole('textbox', { name: 'Message' });
  await box.fill('Look at this');
  await box.press('Enter');
  await expectOf(bubbleOf(page).getByText('Waiting to be sent')).toBeAttached();
  await expectPicture(page);
  // The program has the bytes, and the message that follows them.
  await expectOutbox(page);
  await expectOf(page.getByRole('main').getByText('Look at this')).toBeVisible();
  await desktop.quit();

  const { page: again } = await desktops.open();
  await again.evaluate((hash) => (location.hash = hash), `#/chats/${dialog_id}`);
  await expectOf(bubbleOf(again).getByText('plan.txt')).toBeVisible();
  await expectPicture(again);
  await expectOutbox(again);

  await there.restart();
  await expectOf(again.getByText('Everything has been sent')).toBeVisible();
  const [message, ...others] = (await there.owner.call('dialogs.messages', { dialog_id })).filter(
    (one) => one.Type === 'message',
  );
  expect(others).toEqual([]);
  expect(message).toMatchObject({
    Text: 'Look at this',
    Photos: [expect.any(Number)],
    Attachments: [{ Type: 'file', Item: { Name: 'plan.txt', Size: plan.buffer.length } }],
  });
  await again.evaluate((hash) => (location.hash = hash), `#/chats/${dialog_id}`);
  await expectPicture(again);
});
