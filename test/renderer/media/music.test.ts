import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boxOf, expectOf, testBrowser } from '../../support/browser/browser';
import { fixture } from '../../support/fixtures';
import { tabTo } from '../../support/browser/keys';
import { testServer, type TestServer } from '../../support/server';
import { upload } from '../../support/content';
import { sine } from '../../support/media/sounds';
import type { TestPerson } from '../../support/service';

const browser = testBrowser();
let server: TestServer;
let ann: TestPerson;
let ben: TestPerson;
const NAMES = ['Rain', 'Bench', 'Gate'];

beforeAll(async () => {
  server = await testServer();
  [ann, ben] = (await server.people('Ann', 'Ben')) as [TestPerson, TestPerson];
  for (const name of NAMES)
    await upload(server.now.service, ann.session, 'music.upload', sine(0, 60, { rate: 8_000 }), {
      name,
      author: 'The Yard',
      release: 'Evenings',
    });
});
afterAll(() => server.close());

const list = (page: Page, name: string) => page.getByRole('list', { name, exact: true });
const rows = (page: Page, name: string) => list(page, name).getByRole('group');
const row = (page: Page, of: string, name: string) => rows(page, of).filter({ hasText: name });
const bar = (page: Page) => page.getByRole('region', { name: 'Player' });

describe('the music library', () => {
  it('creates a playlist, sorts it, plays it, and stays paused at its position after a reload', async () => {
    const page = await browser.open(server, ann, { at: '#/music' });
    await expectOf(rows(page, 'Tracks')).toHaveCount(3);
    await page.getByRole('button', { name: 'New playlist' }).first().click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Slow');
    await page.getByRole('button', { name: 'Create' }).click();
    await expectOf(page.getByRole('heading', { name: 'Slow' })).toBeVisible();
    await page.getByRole('link', { name: /^Tracks/ }).click();
    const added = async () => (await ann.call('music.playlists', { user: '@me' }))[0]?.Tracks.length;
    for (const name of NAMES) {
      await row(page, 'Tracks', name).hover();
      await row(page, 'Tracks', name)
        .getByRole('button', { name: `More for ${name}` })
        .click();
      await page.getByRole('menuitem', { name: 'Add to playlist' }).hover();
      await page.getByRole('menuitem', { name: 'Slow' }).click();
      await expectOf(page.getByText('Added to Slow').first()).toBeVisible();
      // Those words may be of the one before.
      await expectOf.poll(added).toBe(NAMES.indexOf(name) + 1);
    }
    await page.getByRole('link', { name: 'Slow' }).first().click();
    await expectOf(rows(page, 'Slow')).toHaveCount(3);
    await row(page, 'Slow', 'Gate').focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expectOf(row(page, 'Slow', 'Gate')).toBeFocused();
    await expectOf(rows(page, 'Slow')).toContainText(['Rain', 'Gate', 'Bench']);
    await page.keyboard.press('Enter');
    await expectOf(bar(page).getByText('Gate')).toBeVisible();
    await expectOf(bar(page).getByRole('button', { name: 'Pause' })).toBeVisible();
    const place = bar(page).getByRole('slider', { name: 'Position' });
    await expectOf(place).toBeEnabled();
    await place.focus();
    for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowRight');
    await bar(page).getByRole('button', { name: 'Pause' }).click();
    const at = Number(await place.inputValue());
    expect(at).toBeGreaterThan(15);
    await page.reload();
    await expectOf(bar(page).getByText('Gate')).toBeVisible();
    await expectOf.poll(async () => Number(await place.inputValue())).toBeGreaterThan(at - 1);
    await expectOf(bar(page).getByRole('button', { name: 'Play' })).toBeVisible();
    await bar(page).getByRole('button', { name: 'Queue' }).click();
    const queue = page.getByRole('complementary', { name: 'Queue' });
    await expectOf(queue.getByText('Then from Slow')).toBeVisible();
    await expectOf(queue.getByRole('button', { name: 'Play Bench, The Yard' })).toBeVisible();
  });

  it('plays and pauses by a click where a hovered row shows a sign, also if rows can be dragged', async () => {
    const { ID } = await ann.call('music.createPlaylist', { name: 'Walk' });
    for (const { ID: track } of await ann.call('music.tracks', {}))
      await ann.call('music.addTrack', { playlist_id: ID, track_id: track });
    const page = await browser.open(server, ann, { at: '#/music' });
    const clickNumber = async (of: string, name: string) => {
      await row(page, of, name).hover();
      const { x, y, width, height } = await boxOf(row(page, of, name).getByRole('button', { name }).first());
      await page.mouse.click(x + width / 2, y + height / 2);
    };
    for (const [of, name] of [
      ['Tracks', 'Bench'],
      ['Walk', 'Rain'],
    ] as const) {
      await page.getByRole('link', { name: of }).first().click();
      await clickNumber(of, name);
      await expectOf(bar(page).getByText(name)).toBeVisible();
      await expectOf(bar(page).getByRole('button', { name: 'Pause' })).toBeVisible();
      await clickNumber(of, name);
      await expectOf(bar(page).getByRole('button', { name: 'Play', exact: true })).toBeVisible();
    }
  });

  it("follows media keys and the system's media controls, and reports what plays", async () => {
    const page = await browser.open(server, ann, { at: '#/people' });
    // No test can press the system's keys: their handlers are kept as they are registered.
    await page.addInitScript(() => {
      const kept = new Map<string, MediaSessionActionHandler | null>();
      navigator.mediaSession.setActionHandler = (action, handler) => void kept.set(action, handler);
      Object.assign(window, {
        press: (details: MediaSessionActionDetails) => kept.get(details.action)?.(details),
      });
    });
    await page.goto(`${server.url}/#/music`);
    await page.reload();
    await row(page, 'Tracks', 'Gate').click({ button: 'right' });
    await expectOf(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible();
    await page.getByRole('menuitem', { name: 'Go to album' }).click();
    await expectOf(page.getByRole('heading', { name: 'Evenings' })).toBeVisible();
    await page.getByRole('button', { name: 'Play', exact: true }).first().click();
    await page.goto(`${server.url}/#/people`);
    const told = () =>
      page.evaluate(() => {
        const { metadata, playbackState } = navigator.mediaSession;
        return [metadata?.title, metadata?.artist, metadata?.album, playbackState];
      });
    await expectOf.poll(told).toEqual(['Rain', 'The Yard', 'Evenings', 'playing']);
    await expectOf(bar(page).getByRole('button', { name: 'Pause' })).toBeVisible();
    const press = (action: MediaSessionAction, more: Partial<MediaSessionActionDetails> = {}) =>
      page.evaluate(
        (details) =>
          (window as unknown as { press: (details: MediaSessionActionDetails) => void }).press(details),
        { action, ...more },
      );
    const at = async () => Number(await bar(page).getByRole('slider', { name: 'Position' }).inputValue());
    await press('pause');
    await expectOf(bar(page).getByRole('button', { name: 'Play', exact: true })).toBeVisible();
    await press('seekto', { seekTime: 30 });
    await expectOf.poll(at).toBe(30);
    await press('seekforward', { seekOffset: 12 });
    await expectOf.poll(at).toBe(42);
    await press('seekbackward', { seekOffset: 2 });
    await expectOf.poll(at).toBe(40);
    await press('seekbackward', { seekOffset: 900 });
    await expectOf.poll(at).toBe(0);
    await press('nexttrack');
    await expectOf.poll(told).toMatchObject(['Bench', 'The Yard', 'Evenings', expect.any(String)]);
    await press('previoustrack');
    await expectOf(bar(page)).toContainText('Rain');
    await press('play');
    await expectOf(bar(page).getByRole('button', { name: 'Pause' })).toBeVisible();
    await press('stop');
    await expectOf(bar(page).getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  });

  it('can be opened from the rail, played, queued and sorted into a playlist by keyboard', async () => {
    const [cleo] = (await server.people('Cleo')) as [TestPerson];
    const names = new Map<number, string>();
    for (const name of ['Dawn', 'Noon', 'Dusk', 'Night']) {
      // Long enough that none ends before the test does.
      const sound = sine(0, 240, { rate: 4_000 });
      const { ID } = await upload(server.now.service, cleo.session, 'music.upload', sound, { name });
      names.set(ID, name);
    }
    const page = await browser.open(server, cleo, { at: '#/chats' });
    const keys = page.keyboard;
    const shown = (of: string) => rows(page, of).locator('.name').allTextContents();
    await tabTo(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Music' }));
    await keys.press('Enter');
    await expectOf(rows(page, 'Tracks')).toHaveCount(4);
    const [first = '', second = '', third = '', fourth = ''] = await shown('Tracks');

    await tabTo(page, rows(page, 'Tracks').first());
    await keys.press('Enter');
    await expectOf(bar(page).getByRole('button', { name: 'Pause' })).toBeVisible();
    await expectOf(bar(page)).toContainText(first);
    await tabTo(page, bar(page).getByRole('button', { name: 'Pause' }));
    await keys.press('Enter');
    await expectOf(bar(page).getByRole('button', { name: 'Play', exact: true })).toBeFocused();
    await keys.press('Enter');
    const pause = bar(page).getByRole('button', { name: 'Pause' });
    await expectOf(pause).toBeFocused();
    // At once, before the element has told of its pause.
    await pause.evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });
    const position = bar(page).getByRole('slider', { name: 'Position' });
    const before = Number(await position.inputValue());
    await expectOf.poll(async () => Number(await position.inputValue())).toBeGreaterThan(before + 0.5);
    await expectOf(pause).toBeVisible();

    const opener = bar(page).getByRole('button', { name: 'Queue' });
    await tabTo(page, opener);
    await keys.press('Enter');
    const queue = page.getByRole('complementary', { name: 'Queue' });
    const inLine = queue.getByRole('button', { name: /^Play / });
    await expectOf(inLine).toHaveText([new RegExp(second), new RegExp(third), new RegExp(fourth)]);
    await tabTo(page, inLine.first(), 'Shift+Tab');
    await keys.press('End');
    await expectOf(inLine.last()).toBeFocused();
    await keys.press('Alt+ArrowUp');
    await expectOf(inLine).toHaveText([new RegExp(second), new RegExp(fourth), new RegExp(third)]);
    await expectOf(inLine.nth(1)).toBeFocused();
    await keys.press('Delete');
    await expectOf(inLine).toHaveText([new RegExp(second), new RegExp(third)]);
    await expectOf(inLine.last()).toBeFocused();
    await tabTo(page, queue.getByRole('button', { name: 'Close' }), 'Shift+Tab');
    await keys.press('Enter');
    await expectOf(queue).toBeHidden();
    await expectOf(opener).toBeFocused();

    await tabTo(page, page.getByRole('button', { name: 'New playlist' }));
    await keys.press('Enter');
    await expectOf(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await keys.type('By hand');
    await keys.press('Enter');
    await expectOf(page.getByRole('heading', { name: 'By hand' })).toBeVisible();
    await expectOf(page.getByRole('button', { name: 'New playlist' })).toBeFocused();
    await tabTo(page, page.getByRole('link', { name: /^Tracks/ }));
    await keys.press('Enter');
    await tabTo(page, row(page, 'Tracks', first));
    for (const key of [' ', 'ArrowDown', ' ', 'ArrowDown', ' ', 'ArrowDown', ' ', ' ', 'ArrowUp'])
      await keys.press(key);
    const addToFirst = async () => {
      await keys.press('Shift+F10');
      const add = page.getByRole('menuitem', { name: 'Add to playlist' });
      await expectOf(add).toBeVisible();
      await expectOf(page.locator('[role=menu]:focus-within')).toHaveCount(1);
      await keys.press('a');
      await expectOf(add).toBeFocused();
      await keys.press('ArrowRight');
      await expectOf(page.getByRole('menuitem', { name: 'New playlist' })).toBeFocused();
      await keys.press('ArrowDown');
      await keys.press('Enter');
    };
    await addToFirst();
    await expectOf(page.getByText('Added to By hand').first()).toBeVisible();
    await expectOf(row(page, 'Tracks', third)).toBeFocused();
    await addToFirst();
    await expectOf(page.getByText('Already in By hand').first()).toBeVisible();
    await expectOf(row(page, 'Tracks', third)).toBeFocused();

    await tabTo(page, page.getByRole('link', { name: 'By hand' }).first(), 'Shift+Tab');
    await keys.press('Enter');
    await expectOf(rows(page, 'By hand')).toContainText([first, second, third]);
    // The track that plays is the one that Tab comes to.
    await tabTo(page, row(page, 'By hand', first));
    await keys.press('Alt+ArrowDown');
    await expectOf(rows(page, 'By hand')).toContainText([second, first, third]);
    await keys.press('Alt+ArrowDown');
    await expectOf(rows(page, 'By hand')).toContainText([second, third, first]);
    await expectOf(row(page, 'By hand', first)).toBeFocused();
    await keys.press('ArrowUp');
    await keys.press('Delete');
    await expectOf(rows(page, 'By hand')).toHaveCount(2);
    await expectOf(row(page, 'By hand', first)).toBeFocused();
    await keys.press('Control+z');
    await expectOf(rows(page, 'By hand')).toContainText([second, third, first]);
    for (const key of [' ', 'ArrowUp', ' ', 'Delete']) await keys.press(key);
    await expectOf(rows(page, 'By hand')).toContainText([second]);
    await expectOf(rows(page, 'By hand')).toHaveCount(1);
    await expectOf(row(page, 'By hand', second)).toBeFocused();
    await keys.press('Control+z');
    await expectOf(rows(page, 'By hand')).toContainText([second, third, first]);
    const kept = async () => (await cleo.call('music.playlists', { user: '@me' }))[0]?.Tracks;
    await expectOf
      .poll(async () => (await kept())?.map((id) => names.get(id)))
      .toEqual([second, third, first]);
  });

  it('shows its controls once on a phone, and restores the focus', async () => {
    const page = await browser.open(server, ann, { at: '#/music', width: 390, height: 844 });
    await row(page, 'Tracks', 'Gate').dblclick();
    await bar(page)
      .getByRole('button', { name: /: Gate$/ })
      .press('Enter');
    await expectOf(page.getByRole('complementary', { name: 'Queue' })).toBeFocused();
    await expectOf(page.getByRole('button', { name: 'Pause', exact: true })).toHaveCount(1);
    await page.getByRole('button', { name: 'Close' }).press('Enter');
    await expectOf(bar(page).getByRole('button', { name: /: Gate$/ })).toBeFocused();
  });

  it('uploads several files at once, and reads their tags', async () => {
    const page = await browser.open(server, ben, { at: '#/music' });
    await expectOf(page.getByText('No music yet')).toBeVisible();
    await page.locator('input[type=file][multiple]').setInputFiles([
      { name: 'track.mp3', mimeType: 'audio/mpeg', buffer: fixture('track.mp3') },
      { name: 'track.flac', mimeType: 'audio/flac', buffer: fixture('track.flac') },
      { name: 'Evening.wav', mimeType: 'audio/wav', buffer: sine(0, 1) },
    ]);
    await expectOf(rows(page, 'Tracks')).toHaveCount(3);
    await expectOf(row(page, 'Tracks', 'Evening')).toBeVisible();
  });

  it('moves a track of a playlist when its row is dragged with the mouse', async () => {
    const { ID } = await ann.call('music.createPlaylist', { name: 'Dragged' });
    for (const { ID: track_id } of await ann.call('music.tracks', {}))
      await ann.call('music.addTrack', { playlist_id: ID, track_id });
    const page = await browser.open(server, ann, { at: `#/music/playlists/${ID}` });
    await expectOf(rows(page, 'Dragged')).toHaveCount(3);
    const names = () => rows(page, 'Dragged').evaluateAll((all) => all.map((one) => one.ariaLabel));
    const [first, second, third] = await names();
    const from = await boxOf(rows(page, 'Dragged').nth(2));
    const to = await boxOf(rows(page, 'Dragged').nth(0));
    await page.mouse.move(from.x + 200, from.y + 20);
    await page.mouse.down();
    await page.mouse.move(to.x + 200, to.y + 4, { steps: 5 });
    await page.mouse.up();
    await expectOf.poll(names).toEqual([third, first, second]);
    await expectOf(rows(page, 'Dragged').first()).toBeFocused();
  });

  it('passes the focus to the next track when one is deleted by keyboard', async () => {
    for (const [place, name] of ['Lower', 'Upper'].entries())
      await upload(server.now.service, ben.session, 'music.upload', sine(0, 4 + place), { name });
    const page = await browser.open(server, ben, { at: '#/music' });
    await row(page, 'Tracks', 'Upper').press('Shift+F10');
    await expectOf(page.getByRole('menuitem', { name: 'Play next' })).toBeFocused();
    await page.keyboard.press('End');
    await expectOf(page.getByRole('menuitem', { name: 'Delete track' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expectOf(row(page, 'Tracks', 'Upper')).toHaveCount(0);
    await expectOf(row(page, 'Tracks', 'Lower')).toBeFocused();
  });

  it('changes the tags of one or several tracks, and deletes with undo', async () => {
    const page = await browser.open(server, ben, { at: '#/music' });
    await upload(server.now.service, ben.session, 'music.upload', sine(0, 2), { name: 'One' });
    await upload(server.now.service, ben.session, 'music.upload', sine(0, 3), { name: 'Two' });
    await expectOf(row(page, 'Tracks', 'Two')).toBeVisible();
    await row(page, 'Tracks', 'One').click();
    await row(page, 'Tracks', 'Two').click({ modifiers: ['Control'] });
    await row(page, 'Tracks', 'Two').getByRole('button', { name: 'More for Two' }).click();
    await page.getByRole('menuitem', { name: 'Edit tags of 2 tracks' }).click();
    await page.getByRole('textbox', { name: 'Artist' }).fill('Choir');
    await page.getByRole('button', { name: 'Save' }).click();
    await expectOf(row(page, 'Tracks', 'Choir')).toHaveCount(2);
    await row(page, 'Tracks', 'One').click();
    await row(page, 'Tracks', 'One').getByRole('button', { name: 'More for One' }).click();
    await page.getByRole('menuitem', { name: 'Delete track' }).click();
    await expectOf(row(page, 'Tracks', 'One')).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectOf(row(page, 'Tracks', 'One')).toHaveCount(1);
    await page.getByRole('searchbox', { name: 'Search in your music' }).fill('cho tw');
    await expectOf(rows(page, 'Tracks')).toHaveCount(1);
  });
});
