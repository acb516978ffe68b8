import { expect as playwrightExpect, type Page } from '@playwright/test';
import { expect, it, vi } from 'vitest';
import { upload } from '../../support/content';
import { fixture } from '../../support/fixtures';
import { testDesktops } from '../desktop';
import { guestOf, replicaFilled } from '../guests';

vi.setConfig({ testTimeout: 180_000 });
const expectOf = playwrightExpect.configure({ timeout: 40_000 });

const desktops = testDesktops();

async function goTo(page: Page, route: string): Promise<void> {
  await page.evaluate((hash) => (location.hash = hash), route);
}

it('shows every view while the host is offline, and sends all changes once it is back', async () => {
  const { there, taras, dialog_id, page } = await guestOf(desktops);
  const { owner } = there;
  await taras.call('people.subscribe', { user: owner.id, value: true });
  await owner.call('people.subscribe', { user: taras.id, value: true });
  await owner.call('dialogs.send', { dialog_id, text: 'Before the cut' });
  const { ID: post } = await owner.call('posts.create', { user: '@me', content: 'The gate is mended' });
  const audio = fixture('track.mp3');
  await upload(there.now.service, taras.session, 'music.upload', audio, {
    name: 'Own song',
    author: 'Taras',
  });
  await upload(there.now.service, taras.session, 'files.upload', Buffer.from('plan'), {
    filename: 'plan.txt',
  });
  const messages = page.getByRole('region', { name: /^Messages in/ });
  const card = (text: string) => page.getByRole('article').filter({ hasText: text }).first();
  await goTo(page, `#/chats/${dialog_id}`);
  await expectOf(messages.getByText('Before the cut')).toBeVisible();
  await replicaFilled(desktops);

  await there.stop();
  await expectOf(page.getByText(/^Lypova 12 is offline/)).toBeVisible();
  await page.reload();
  await expectOf(messages.getByText('Before the cut')).toBeVisible();
  for (const [route, text] of [
    ['#/feed', 'The gate is mended'],
    [`#/posts/${post}`, 'The gate is mended'],
    [`#/people/${owner.id}`, 'The gate is mended'],
    ['#/people', 'Olena'],
    ['#/music', 'Own song'],
    ['#/files', 'plan.txt'],
    ['#/videos', 'No videos'],
    ['#/notifications', 'Notifications'],
    ['#/discover', 'Discover'],
    ['#/settings/profile', 'Profile'],
    ['#/chats', 'Garden'],
  ] as const) {
    await goTo(page, route);
    await expectOf(page.getByText(text).first(), route).toBeVisible();
    await expectOf(page.getByRole('alert'), route).toHaveCount(0);
  }

  await goTo(page, `#/chats/${dialog_id}`);
  const box = page.getByRole('textbox', { name: 'Message' });
  await box.fill('Written while away');
  await box.press('Enter');
  const bubble = messages.getByRole('group').filter({ hasText: 'Written while away' });
  await expectOf(bubble.getByText('Waiting to be sent')).toBeAttached();
  await goTo(page, '#/feed');
  await card('The gate').getByRole('button', { name: 'Like', exact: true }).click();
  await expectOf(card('The gate').getByRole('button', { name: 'Like: 1 like' })).toBeVisible();
  await goTo(page, `#/people/${taras.id}`);
  await page.getByRole('textbox', { name: 'Write something on your wall' }).fill('A post from afar');
  await page.getByRole('textbox', { name: 'Write something on your wall' }).press('Control+Enter');
  await expectOf(card('A post from afar')).toBeVisible();
  await goTo(page, '#/settings/outbox');
  await expectOf(
    page
      .getByRole('main')
      .getByText(/A post from afar/)
      .first(),
  ).toBeVisible();

  // What waits outlives the page.
  await page.reload();

  await there.restart();
  await owner.call('dialogs.send', { dialog_id, text: 'Said meanwhile' });
  await expectOf(page.getByText('Everything has been sent')).toBeVisible();
  await goTo(page, `#/chats/${dialog_id}`);
  await expectOf(messages.getByText('Said meanwhile')).toBeVisible();
  await expectOf(messages.getByRole('group').filter({ hasText: 'Written while away' })).toHaveCount(1);
  const texts = (await owner.call('dialogs.messages', { dialog_id })).map((message) => message.Text);
  expect(texts.filter((text) => text === 'Written while away')).toHaveLength(1);
  expect(await owner.call('posts.get', { post_id: post })).toMatchObject({ Likes: { Likes: 1 } });
  const wall = await owner.call('posts.list', { user: taras.id });
  expect(wall.map((one) => one.Content)).toEqual(['A post from afar']);
});
