import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Track } from '../../../shared/contract/records';
import { boxOf, expectOf, testBrowser } from '../../support/browser/browser';
import { upload } from '../../support/content';
import { testServer, type TestServer } from '../../support/server';
import { breakInSine, heardSound, longestSilence, sine, tapSound } from '../../support/media/sounds';
import type { TestPerson } from '../../support/service';

const browser = testBrowser();
let server: TestServer;
let ann: TestPerson;
let ben: TestPerson;
let yard: number;
let first: Track;
let second: Track;
let long: Track;

beforeAll(async () => {
  server = await testServer();
  [ann, ben] = (await server.people('Ann', 'Ben')) as [TestPerson, TestPerson];
  ({ ID: yard } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' }));
  await ann.call('dialogs.join', { dialog_id: yard, user_id: String(ben.id) });
  // What comes after the first one is made ready while that plays.
  first = await store('Half one', sine(0, 9), 'One sine');
  second = await store('Half two', sine(9, 12), 'One sine');
  long = await store('Rain', sine(0, 90, { rate: 8_000 }), '');
  const attachments = [first, second, long].map(({ ID }) => ({ Type: 'track' as const, Item: ID }));
  await ben.call('dialogs.send', { dialog_id: yard, text: 'Listen', attachments });
});
afterAll(() => server.close());

function store(name: string, bytes: Buffer, release: string): Promise<Track> {
  return upload(server.now.service, ben.session, 'music.upload', bytes, {
    name,
    author: 'The Yard',
    release,
  });
}

const card = (page: Page, name: string) => page.getByRole('group', { name: `Track: The Yard – ${name}` });
const bar = (page: Page) => page.getByRole('region', { name: 'Player' });
const place = (page: Page) => bar(page).getByRole('slider', { name: 'Position' });
const at = async (page: Page) => Number(await place(page).inputValue());

describe('a track in a message', () => {
  it('plays in the shared player, which stays below every view, and shows its state', async () => {
    const page = await browser.open(server, ann, { at: `#/chats/${yard}` });
    await expectOf(card(page, 'Rain')).toBeVisible();
    await expectOf(bar(page)).toBeHidden();
    const { height } = await boxOf(card(page, 'Rain'));
    await card(page, 'Rain').getByRole('button', { name: 'Play Rain' }).click();
    await expectOf(bar(page).getByText('Rain')).toBeVisible();
    await expectOf.poll(() => at(page)).toBeGreaterThan(0);
    await expectOf.poll(() => boxOf(card(page, 'Rain'))).toMatchObject({ height });
    await card(page, 'Rain').getByRole('slider').focus();
    await page.keyboard.press('ArrowRight');
    await expectOf.poll(() => at(page)).toBeGreaterThan(5);
    await page
      .getByRole('link', { name: /^People/ })
      .first()
      .click();
    await bar(page).getByRole('button', { name: 'Pause' }).click();
    await page.goBack();
    await expectOf(card(page, 'Rain').getByRole('button', { name: 'Play Rain' })).toBeVisible();
  });

  it('is followed by the next one of the message', async () => {
    const page = await browser.open(server, ann, { at: `#/chats/${yard}` });
    await card(page, 'Half one').getByRole('button', { name: 'Play Half one' }).click();
    await expectOf(bar(page).getByText('Half one')).toBeVisible();
    await bar(page).getByRole('button', { name: 'Next' }).click();
    await expectOf(bar(page).getByText('Half two')).toBeVisible();
  });

  it('can be added to My Music, and removed', async () => {
    const page = await browser.open(server, ann, { at: `#/chats/${yard}` });
    const mine = async () => {
      const { TrackList = 0 } = await ann.call('people.me', {});
      return TrackList ? (await ann.call('music.playlist', { playlist_id: TrackList })).Tracks : [];
    };
    await card(page, 'Rain').getByRole('button', { name: 'Add to my music: Rain' }).click();
    await expectOf.poll(mine).toEqual([long.ID]);
    await card(page, 'Rain').getByRole('button', { name: 'Remove from my music: Rain' }).click();
    await expectOf.poll(mine).toEqual([]);
  });
});

describe('the player', () => {
  it('tells whether it shuffles', async () => {
    const page = await browser.open(server, ann, { at: `#/chats/${yard}` });
    await card(page, 'Rain').getByRole('button', { name: 'Play Rain' }).click();
    const shuffle = (pressed: boolean) => bar(page).getByRole('button', { name: 'Shuffle', pressed });
    await shuffle(false).click();
    await expectOf(shuffle(true)).toBeVisible();
  });

  it('leads the keyboard into the queue, and Escape back to the button that opened it', async () => {
    const page = await browser.open(server, ann, { at: `#/chats/${yard}` });
    await card(page, 'Rain').getByRole('button', { name: 'Play Rain' }).click();
    const opener = bar(page).getByRole('button', { name: 'Queue' });
    const queue = page.getByRole('complementary', { name: 'Queue' });
    await opener.focus();
    await page.keyboard.press('Enter');
    await expectOf(queue).toBeFocused();
    await page.keyboard.press('Tab');
    await expectOf(queue.getByRole('button', { name: 'Close' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expectOf(opener).toBeFocused();
    await expectOf(queue).toHaveCount(0);
  });

  it('keeps the keyboard focus in the queue when that is cleared', async () => {
    const page = await browser.open(server, ann, { at: `#/chats/${yard}` });
    await card(page, 'Half one').getByRole('button', { name: 'Play Half one' }).click();
    await bar(page).getByRole('button', { name: 'Queue' }).press('Enter');
    const queue = page.getByRole('complementary', { name: 'Queue' });
    const clear = queue.getByRole('button', { name: 'Clear', exact: true });
    await clear.press('Enter');
    await expectOf(clear).toHaveCount(0);
    await expectOf(queue).toBeFocused();
  });

  it('shows the name of a track without an artist in the middle', async () => {
    const about = { name: 'Memo', author: '', release: '' };
    await upload(server.now.service, ben.session, 'music.upload', sine(0, 9), about);
    const page = await browser.open(server, ben, { at: '#/music' });
    await page.getByRole('button', { name: 'Play Memo' }).click();
    const name = await boxOf(bar(page).getByText('Memo'));
    const pause = await boxOf(bar(page).getByRole('button', { name: 'Pause' }));
    expect(name.y + name.height / 2).toBeCloseTo(pause.y + pause.height / 2, 0);
  });

  it('plays in one of two tabs: where it starts last', async () => {
    const one = await browser.open(server, ann, { at: `#/chats/${yard}` });
    const other = await one.context().newPage();
    await other.goto(one.url());
    for (const [page, quiet] of [
      [one, other],
      [other, one],
      [one, other],
    ] as const) {
      await page.bringToFront();
      await card(page, 'Rain').getByRole('button', { name: 'Play Rain' }).click();
      await expectOf(bar(page).getByRole('button', { name: 'Pause' })).toBeVisible();
      await expectOf(card(quiet, 'Rain').getByRole('button', { name: 'Play Rain' })).toBeVisible();
    }
    await expectOf(bar(other).getByRole('status')).toHaveText('Playing in another window');
  });

  it('plays two halves of a sine without a gap', async () => {
    const page = await browser.open(server, ben, { at: '#/notifications' });
    await tapSound(page);
    const [one, two] = [first, second].map(({ ID }, index) => [index + 1, ID]);
    const queue = { current: one, chosen: [], order: [one, two], at: 0, unshuffled: null };
    const kept = { ...queue, source: { key: 'sine', name: 'Sine' }, repeat: 'off', lastKey: 2 };
    await page.evaluate(
      ([key, value]) => localStorage.setItem(key!, value!),
      [`courtyard.player.queue.${ben.id}`, JSON.stringify(kept)],
    );
    await page.reload();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expectOf(bar(page).getByText('Half two')).toBeVisible();
    await expectOf(bar(page).getByRole('button', { name: 'Play' })).toBeVisible();
    const heard = await heardSound(page, 4.5);
    expect(heard.isWhole).toBe(true);
    expect(heard.samples.length / heard.rate).toBeGreaterThan(4.4);
    expect(longestSilence(heard)).toBeLessThan(20);
    // Where the halves meet it goes on as the same sine: one sample beside it is 0.02 already.
    expect(breakInSine(heard, heard.samples.length - 3 * heard.rate)).toBeLessThan(0.02);
  });
});
