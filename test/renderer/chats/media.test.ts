import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boxOf, clickWhenStill, expectOf, testBrowser } from '../../support/browser/browser';
import { upload } from '../../support/content';
import { fixture } from '../../support/fixtures';
import { sendMany } from '../../support/messages';
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

const bubble = (page: Page, text: string) => page.getByRole('group', { name: /,/ }).filter({ hasText: text });
const photo = async (caption: string) =>
  (await upload(server.now.service, ben.session, 'photos.upload', fixture('turned.jpg'), { caption })).ID;

describe('message attachments', () => {
  it('show photos as one gallery, which opens a lightbox with keyboard navigation', async () => {
    const photos_list = [await photo('The gate'), await photo('The bench'), await photo('The lime tree')];
    await ben.call('dialogs.send', { dialog_id: yard, text: 'From the yard', photos_list });
    const page = await browser.open(server, ann, { at: `#/chats/${yard}` });
    const picture = bubble(page, 'From the yard').getByRole('group', { name: '3 photos' });
    await expectOf(picture.getByRole('button')).toHaveCount(3);
    const first = picture.getByRole('button', { name: 'Photo 1 of 3: The gate' });
    await expectOf
      .poll(() => first.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(0);
    await first.click();
    const box = page.getByRole('dialog');
    await expectOf(box.getByRole('img', { name: 'The gate' })).toBeVisible();
    await expectOf(box.getByText('Ben')).toBeVisible();
    await expectOf(box.getByRole('link', { name: 'Download' })).toHaveAttribute(
      'download',
      /^photo-.*\.jpe?g$/,
    );
    await page.keyboard.press('ArrowRight');
    await expectOf(box.getByText('2 / 3')).toBeVisible();
    await page.keyboard.press('Escape');
    await expectOf(box).toBeHidden();
    await expectOf(first).toBeFocused();
    await first.click();
    await expectOf(box).toBeVisible();
    await page.evaluate(() => (location.hash = '#/people'));
    await expectOf(page.getByRole('heading', { name: 'People' })).toBeVisible();
    await expectOf(box).toBeHidden();

    await ben.call('dialogs.send', { dialog_id: yard, photos_list: [await photo(''), await photo('')] });
    await page
      .getByRole('link', { name: /^Chats/ })
      .first()
      .click();
    await expectOf(page.getByRole('link', { name: /Yard/ }).getByText('Ben: 2 photos')).toBeVisible();
  });

  it('step in the lightbox from an old photo to those of messages that are not loaded', async () => {
    const { ID: walk } = await ann.call('dialogs.create', { name: 'Walk', type: 'group' });
    const share = async (caption: string) =>
      ben.call('dialogs.send', { dialog_id: walk, text: caption, photos_list: [await photo(caption)] });
    await ann.call('dialogs.join', { dialog_id: walk, user_id: String(ben.id) });
    const { ID: start } = await share('The start');
    const steps = Array.from({ length: 80 }, (_, index) => `Step ${index + 1}`);
    await sendMany(server, ann, walk, steps);
    await share('The lake');
    await share('The way home');
    const page = await browser.open(server, ann, { at: `#/chats/${walk}/${start}` });
    await bubble(page, 'The start')
      .getByRole('button', { name: /^Photo/ })
      .click();
    const box = page.getByRole('dialog');
    for (const [key, caption] of [
      ['ArrowRight', 'The lake'],
      ['ArrowRight', 'The way home'],
      ['ArrowLeft', 'The lake'],
      ['ArrowLeft', 'The start'],
    ] as const) {
      await expectOf(
        box.getByRole('button', { name: key === 'ArrowRight' ? 'Next' : 'Previous' }),
      ).toBeVisible();
      await page.keyboard.press(key);
      await expectOf(box.locator('.caption')).toHaveText(caption);
      await expectOf(box.getByRole('img', { name: caption })).toBeInViewport({ ratio: 0.9 });
    }
    await expectOf(box.getByText('1 / 3')).toBeVisible();
  });

  it('leave the text of a message readable when all its photos are deleted', async () => {
    const gone = await photo('Gone');
    await ben.call('dialogs.send', { dialog_id: yard, text: 'Here is the fence', photos_list: [gone] });
    await ben.call('dialogs.send', { dialog_id: yard, photos_list: [gone] });
    await ben.call('photos.remove', { photo_id: gone });
    const page = await browser.open(server, ann, { at: `#/chats/${yard}` });
    const text = bubble(page, 'Here is the fence');
    await expectOf(text.getByText('Deleted')).toBeVisible();
    expect((await boxOf(text)).width).toBeGreaterThan(200);
    const bare = bubble(page, 'Deleted').last();
    await expectOf(bare).toBeVisible();
    expect((await boxOf(bare)).width).toBeGreaterThan(200);
  });

  it('show files by kind and size, download them by name, and mark deleted ones', async () => {
    const { ID } = await upload(server.now.service, ben.session, 'files.upload', Buffer.from('a,b\n1,2\n'), {
      filename: 'Хто що приносить на толоку в неділю о десятій.csv',
    });
    await ben.call('dialogs.send', {
      dialog_id: yard,
      text: 'The list',
      attachments: [{ Type: 'file', Item: ID }],
    });
    const page = await browser.open(server, ann, { at: `#/chats/${yard}` });
    const link = bubble(page, 'The list').getByRole('link', { name: /^Download Хто що приносить/ });
    await expectOf(link).toContainText('8 bytes');
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toBe('Хто що приносить на толоку в неділю о десятій.csv');
    await ben.call('files.remove', { file_id: ID });
    await expectOf(bubble(page, 'The list').getByText('Deleted')).toBeVisible();
  });
});

describe('players and reposts in messages', () => {
  it('show a track, a video and a post by name', async () => {
    const { service } = server.now;
    const track = await upload(service, ben.session, 'music.upload', fixture('track.mp3'), {
      name: 'Rain',
      author: 'The Yard',
    });
    const video = await upload(service, ben.session, 'videos.upload', fixture('video.mp4'), {
      filename: 'Bench.mp4',
    });
    const post = await ben.call('posts.create', {
      user: '@me',
      content: 'The **bench** is up',
      photos_list: [await photo('')],
    });
    const attachments = [
      { Type: 'track' as const, Item: track.ID },
      { Type: 'video' as const, Item: video.ID },
    ];
    await ben.call('dialogs.send', {
      dialog_id: yard,
      text: 'Look and listen',
      photos_list: [await photo('')],
      attachments,
      repost: post.ID,
    });
    const page = await browser.open(server, ann, { at: `#/chats/${yard}` });
    const message = bubble(page, 'Look and listen');
    await expectOf(message.getByRole('group', { name: 'Track: The Yard – Rain' })).toBeVisible();
    await expectOf(message.getByRole('group', { name: '1 photo and 1 video' })).toBeVisible();
    const showing = message.locator('video');
    await expectOf.poll(() => showing.evaluate((one: HTMLVideoElement) => one.videoWidth)).toBe(video.Width);
    const card = message.getByRole('article', { name: 'Post: Ben' });
    await expectOf(card).toContainText('The bench is up');
    await ben.call('posts.edit', { post_id: post.ID, nsfw: true });
    await expectOf(card.getByText('The bench is up')).toBeHidden();
    await clickWhenStill(card.getByRole('button', { name: 'Show' }));
    await expectOf(card.getByText('The bench is up')).toBeVisible();
    await ben.call('posts.remove', { post_id: post.ID });
    await expectOf(card).toBeHidden();
  });
});

describe('an avatar', () => {
  it('is shown wherever the person is named, until they remove it', async () => {
    const avatar = await photo('');
    await ben.call('account.updateProfile', { avatar });
    const page = await browser.open(server, ann, { at: '#/people?list=find' });
    const face = page.getByRole('listitem').filter({ hasText: 'Ben' }).locator('img');
    await expectOf.poll(() => face.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    await ben.call('account.updateProfile', { avatar: 0 });
    await expectOf(face).toHaveCount(0);
  });
});
