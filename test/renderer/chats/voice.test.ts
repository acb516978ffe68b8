import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { File } from '../../../shared/contract/records';
import { expectOf, testBrowser } from '../../support/browser/browser';
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

const open = async (person: TestPerson, { at = `#/chats/${yard}`, isTouched = false } = {}) => {
  const page = await browser.open(server, person, { at, changesProfile: true, isTouched, loadsAhead: true });
  // The headless shell has no microphone, not even Chromium's fake one: a tone takes its place.
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      const context = new AudioContext();
      const [tone, out] = [context.createOscillator(), context.createMediaStreamDestination()];
      const level = context.createGain();
      level.gain.linearRampToValueAtTime(0.1, context.currentTime + 2);
      tone.connect(level).connect(out);
      tone.start();
      await context.resume();
      return out.stream;
    };
  });
  return page;
};
const microphone = (page: Page) => page.getByRole('button', { name: 'Record voice message' });
const bar = (page: Page) => page.getByRole('group', { name: 'Recording voice message' });
const messages = (page: Page) => page.getByRole('group', { name: /^Voice message, / });

describe('voice messages', () => {
  it.each(['chat', 'post'])('play to their end after their %s was left', async (place) => {
    const { ID: dialog } = await ann.call('dialogs.create', { name: 'Porch', type: 'group' });
    const { ID: post } = await ann.call('posts.create', { user: '@me', content: 'Listen' });
    const page = await open(ann, { at: place === 'chat' ? `#/chats/${dialog}` : `#/posts/${post}` });
    await microphone(page).press('Enter');
    await expectOf(bar(page).getByRole('timer')).toHaveText('0:01');
    await bar(page).getByRole('button', { name: 'Send voice message' }).press('Enter');
    await page.evaluate(() => {
      const { play } = HTMLMediaElement.prototype;
      HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
        this.addEventListener('ended', () => Object.assign(window, { hasEnded: true }));
        // A message of a second would be over before a busy machine has looked at its bar.
        this.loop = true;
        Object.assign(window, { finish: () => (this.loop = false) });
        return play.call(this);
      };
    });
    await messages(page).getByRole('button', { name: 'Play voice message' }).click();
    await page.evaluate(() => (location.hash = '#/people'));
    await expectOf(messages(page)).toHaveCount(0);
    const player = page.getByRole('region', { name: 'Voice message' });
    await expectOf(player.getByRole('button', { name: 'Pause voice message' })).toBeVisible();
    await page.evaluate(() => (window as unknown as { finish: () => void }).finish());
    await page.waitForFunction(() => 'hasEnded' in window);
    await expectOf(player).toHaveCount(0);
  });

  it('ask before a reload while they are recorded, and record on if it is declined', async () => {
    const page = await open(ann);
    await microphone(page).press('Enter');
    await expectOf(bar(page).getByRole('timer')).toHaveText('0:01');
    const asked = page.waitForEvent('dialog');
    await page.evaluate(() => void setTimeout(() => location.reload()));
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await expectOf(bar(page).getByRole('timer')).toHaveText('0:02');
    await bar(page).getByRole('button', { name: 'Cancel' }).press('Enter');
  });

  it('are listened to before they are sent, also after a reload', async () => {
    const { ID: dialog } = await ann.call('dialogs.create', { name: 'Bench', type: 'group' });
    const page = await open(ann, { at: `#/chats/${dialog}` });
    await microphone(page).press('Enter');
    await expectOf(bar(page).getByRole('timer')).toHaveText('0:01');
    await bar(page).getByRole('button', { name: 'Stop and listen' }).press('Enter');
    const draft = page.getByRole('list', { name: 'Attachments' });
    await expectOf(page.getByRole('textbox', { name: 'Message' })).toBeFocused();
    await draft.getByRole('button', { name: 'Play voice message' }).click();
    await expectOf(draft).not.toContainText('.webm');
    await expectOf(draft.getByRole('progressbar')).toHaveCount(0);
    await page.reload();
    await expectOf(draft.getByRole('button', { name: 'Play voice message' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Message' }).press('Enter');
    await expectOf(draft).toHaveCount(0);
    await expectOf(messages(page)).toHaveCount(1);
  });

  it('are recorded, cancelled and sent by keyboard, marked as heard when played, and kept as drafts', async () => {
    const page = await open(ann);
    await microphone(page).press('Enter');
    await expectOf(bar(page).getByRole('timer')).toHaveText('0:01');
    await page.keyboard.press('Escape');
    await expectOf(bar(page)).toBeHidden();
    await expectOf(microphone(page)).toBeFocused();

    await microphone(page).press('Enter');
    await expectOf(bar(page).getByRole('timer')).toHaveText('0:02');
    await bar(page).getByRole('button', { name: 'Send voice message' }).press('Enter');
    await expectOf(messages(page)).toHaveCount(1);
    await expectOf(messages(page)).toHaveAccessibleName(/Not played yet/);
    const [message] = await ben.call('dialogs.messages', { dialog_id: yard });
    const { Voice, Type } = message?.Attachments[0]?.Item as File;
    expect(Type).toBe('audio/webm');
    expect(Voice?.Duration).toBeGreaterThan(1.5);
    expect(new Set(Voice?.Waveform).size).toBeGreaterThan(1);

    const other = await open(ben);
    await expectOf(messages(other)).toHaveAccessibleName(/Not played yet/);
    await messages(other).getByRole('button', { name: 'Play voice message' }).click();
    await expectOf(messages(other)).not.toHaveAccessibleName(/Not played yet/);
    await expectOf(messages(page)).not.toHaveAccessibleName(/Not played yet/);
    await other.close();

    await microphone(page).click();
    await expectOf(bar(page).getByRole('timer')).toHaveText('0:01');
    await page.evaluate(() => (location.hash = '#/people'));
    await expectOf(page.getByText('Recording saved as a draft')).toBeVisible();
    await page.evaluate((dialog) => (location.hash = `#/chats/${dialog}`), yard);
    await expectOf(page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toHaveCount(1);
  });

  it('are recorded hands-free after a tap on a touch screen, and shown without a file while they are sent', async () => {
    const page = await open(ben, { isTouched: true });
    await microphone(page).tap();
    await expectOf(bar(page).getByRole('timer')).toHaveText('0:01');
    await page.route('**/uploads**', () => undefined);
    await bar(page).getByRole('button', { name: 'Send voice message' }).tap();
    const sent = page.getByRole('group', { name: /^You,/ }).last();
    await expectOf(sent.getByRole('button', { name: 'Play voice message' })).toBeVisible();
    await expectOf(sent).not.toContainText('.webm');
    const row = page.getByRole('list', { name: 'Your chats' }).getByRole('link').filter({ hasText: 'Yard' });
    await expectOf(row).toContainText('You: Voice message');
    await expectOf(row).not.toContainText('.webm');
  });
});
