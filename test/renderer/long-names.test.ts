import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boxOf, expectOf, testBrowser } from '../support/browser/browser';
import { messageWith } from '../support/browser/chat';
import { upload } from '../support/content';
import { fixture } from '../support/fixtures';
import { testServer, type TestServer } from '../support/server';
import type { TestPerson } from '../support/service';

const browser = testBrowser();
const PHONE = { width: 390, height: 844, isTouched: true };
const NAME = 'Bartholomew'.repeat(9);
/** Pixels: more than one line of text, less than two. */
const LINE = 24;
let server: TestServer;
let ann: TestPerson;
let ben: TestPerson;
let yard: number;
let video: number;

beforeAll(async () => {
  server = await testServer();
  [ann, ben] = (await server.people('Ann', 'Ben')) as [TestPerson, TestPerson];
  await ben.call('account.updateProfile', { name: NAME });
  await ben.call('people.subscribe', { user: String(ann.id), value: true });
  ({ ID: yard } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' }));
  await ann.call('dialogs.join', { dialog_id: yard, user_id: String(ben.id) });
  const { ID } = await ben.call('dialogs.send', { dialog_id: yard, text: 'Hi' });
  await ann.call('dialogs.send', { dialog_id: yard, forward: ID });
  ({ ID: video } = await upload(server.now.service, ann.session, 'videos.upload', fixture('video.mp4'), {
    filename: `${'Garden'.repeat(30)}.mp4`,
  }));
});
afterAll(() => server.close());

describe('a long name', () => {
  it('takes one line over a message and in the note of a forwarded one', async () => {
    const page = await browser.open(server, ann, { at: `#/chats/${yard}`, ...PHONE });
    const name = messageWith(page, 'Hi').getByRole('link', { name: NAME });
    expect((await boxOf(name)).height).toBeLessThan(LINE);
    const forwarded = messageWith(page, 'Forwarded from').getByRole('link', { name: NAME });
    expect((await boxOf(forwarded)).height).toBeLessThan(LINE);
  });

  it('leaves visible in a notification what the person did', async () => {
    const page = await browser.open(server, ann, { at: '#/notifications', ...PHONE });
    const link = page.getByRole('link', { name: NAME });
    await expectOf(link).toContainText('sent you a friend request');
    expect((await boxOf(link.locator('strong'))).height).toBeLessThan(LINE);
  });

  it('of a video is as wide as a phone', async () => {
    const page = await browser.open(server, ann, { at: `#/videos/${video}`, ...PHONE });
    expect((await boxOf(page.getByRole('heading', { name: /^Garden/ }).last())).width).toBeGreaterThan(300);
  });
});
