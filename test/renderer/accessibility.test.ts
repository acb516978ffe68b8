import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { COLOUR_RULES, seriousViolations, seriousViolationsInBothThemes } from '../support/browser/axe';
import { expectOf, testBrowser, type WindowOptions } from '../support/browser/browser';
import { fixture } from '../support/fixtures';
import { upload } from '../support/content';
import { testServer, type TestServer } from '../support/server';
import { sine } from '../support/media/sounds';
import type { TestPerson } from '../support/service';

// Many places are looked at in one window, one after the other.
vi.setConfig({ testTimeout: 240_000 });

const browser = testBrowser();
let server: TestServer;
let empty: TestServer;
let olena: TestPerson;
let group: number;
let invitation: string;
let playlist: number;
let file: number;
let video: number;
let post: number;

beforeAll(async () => {
  [server, empty] = await Promise.all([testServer(), testServer()]);
  const everybody = await server.people('Olena', 'Taras', 'Iryna');
  const [, taras, iryna] = everybody as [TestPerson, TestPerson, TestPerson];
  olena = everybody[0]!;
  await olena.call('community.update', { name: 'Lisova 14', registration: 'open' });
  await olena.call('account.updateProfile', { link: 'olena' });
  await taras.call('account.updateProfile', { link: 'taras', about: 'Carpenter', worksAt: 'Workshop' });
  group = (await olena.call('dialogs.create', { name: 'Yard', type: 'group', description: 'All of us' })).ID;
  for (const person of [taras, iryna])
    await olena.call('dialogs.join', { dialog_id: group, user_id: String(person.id) });
  const first = await taras.call('dialogs.send', {
    dialog_id: group,
    text: '**Bold**, `code`, https://example.org and @olena\n> a quote\n```\na block\n```',
  });
  await olena.call('dialogs.react', { message_id: first.ID, emoji: '👍' });
  await olena.call('dialogs.send', { dialog_id: group, text: 'An answer', replyTo: first.ID });
  await olena.call('dialogs.pinMessage', { message_id: first.ID });
  const poll = { options: ['Yes', 'No'], anonymous: false };
  const asked = await taras.call('dialogs.send', { dialog_id: group, text: 'A new bench?', poll });
  await olena.call('dialogs.vote', { message_id: asked.ID, options: [0] });
  await taras.call('dialogs.send', { dialog_id: group, text: 'Where?', poll: { ...poll, multiple: true } });
  const starts = Math.floor(Date.now() / 1000) + 60;
  const event = { starts, ends: starts + 30 * 24 * 3600, place: 'Yard' };
  const planned = await taras.call('dialogs.send', { dialog_id: group, text: 'Garden day', event });
  await olena.call('dialogs.answerEvent', { message_id: planned.ID, answer: 'going' });
  await iryna.call('dialogs.send', { dialog_id: group, text: 'News for @olena' });
  const { ID: other } = await taras.call('dialogs.create', { name: 'Workshop', type: 'channel' });
  await olena.call('dialogs.join', { dialog_id: other, user_id: '@me' });
  await taras.call('dialogs.send', { dialog_id: other, text: 'Open today' });
  await olena.call('dialogs.mute', { dialog_id: other });
  await taras.call('people.subscribe', { user: 'olena', value: true });
  await olena.call('people.subscribe', { user: 'taras', value: true });
  await iryna.call('people.subscribe', { user: 'olena', value: true });
  const written = await taras.call('posts.create', {
    user: 'taras',
    content: 'New **bench** by @olena',
    language: 1,
  });
  post = written.ID;
  await taras.call('posts.create', { user: 'olena', content: 'Look at this', repost: post });
  await taras.call('posts.create', { user: 'taras', content: 'They all lived', nsfw: true });
  await olena.call('posts.comment', { post_id: post, content: 'A fine one' });
  await olena.call('posts.like', { post_id: post });
  const { ID: track_id } = await upload(server.now.service, olena.session, 'music.upload', sine(0, 1), {
    name: 'Evening song',
    release: 'Dusk',
  });
  playlist = (await olena.call('music.createPlaylist', { name: 'Slow' })).ID;
  await olena.call('music.addTrack', { playlist_id: playlist, track_id });
  const put = <N extends 'files.upload' | 'videos.upload'>(name: N, bytes: Buffer, filename: string) =>
    upload(server.now.service, olena.session, name, bytes, { filename } as never);
  file = (await put('files.upload', Buffer.from('The plan'), 'plan.txt')).ID;
  video = (await put('videos.upload', fixture('long.webm'), 'Bench film')).ID;
  invitation = (await olena.call('admin.createInvite', { maxUses: 9 })).Code;
});
afterAll(() => Promise.all([server.close(), empty.close()]));

/** Every rule, in both themes, in the wide window; in the narrow one those whose result can differ there. */
const faultsIn = (page: Page, { width }: WindowOptions, without: string[] = []): Promise<string[]> =>
  width === NARROW
    ? seriousViolations(page, WIDTH_RULES, without)
    : seriousViolationsInBothThemes(page, undefined, without);

/** What is the same on all pages, and checked with the first. */
const SAME_EVERYWHERE = ['nav[aria-label="Main"]', 'nav[aria-label="Settings"]'];

/** What stays as it is behind the menus, dialogs and panels of a chat, and is checked with the first of them. */
const BEHIND_OVERLAYS = [...SAME_EVERYWHERE, '[aria-label="Your chats"]', '[aria-label^="Messages in"]'];

/** Sizes and scrolling; and the names of controls, since a narrow window has some of its own. */
const WIDTH_RULES = [
  'target-size',
  'scrollable-region-focusable',
  'aria-hidden-focus',
  'nested-interactive',
  'button-name',
  'link-name',
  'aria-command-name',
  'aria-input-field-name',
  'aria-toggle-field-name',
  'label',
  'select-name',
];

const NARROW = 390;

/** Every window that the pages must do well in. */
const windows: [string, WindowOptions][] = [
  ['wide', { width: 1280, height: 800 }],
  ['narrow', { width: NARROW, height: 844 }],
];

it('says which invitation or letter each of several equal buttons is for', async () => {
  const page = await browser.open(server, olena, { at: '#/settings/invitations' });
  for (const name of ['Copy code', 'Copy link', 'Show QR code'])
    await expectOf(page.getByRole('button', { name })).toHaveAccessibleDescription(`Code ${invitation}`);
  await page.goto(`${server.url}/#/settings/mail`);
  const read = page.getByRole('button', { name: 'Show email' });
  await expectOf(read.first()).toHaveAccessibleDescription(/To .*@/);
});

it('has readable colours on the controls of a narrow window alone, in both themes', async () => {
  const page = await browser.open(server, olena, { width: NARROW, height: 844 });
  const faults: string[] = [];
  for (const [at, shown] of [
    ['#/chats', 'Workshop'],
    [`#/chats/${group}`, 'An answer'],
    ['#/settings', 'Settings'],
    ['#/settings/profile', 'Profile'],
  ] as const) {
    await page.goto(`${server.url}/${at}`);
    await expectOf(page.getByText(shown).filter({ visible: true }).first()).toBeVisible();
    await expectOf(page.locator('.skeleton')).toHaveCount(0);
    faults.push(
      ...(await seriousViolationsInBothThemes(page, COLOUR_RULES)).map((found) => `${at}: ${found}`),
    );
  }
  expect(faults).toEqual([]);
});

describe.each(windows)('a %s window', (_, options) => {
  it('has no accessibility problems in any view', async () => {
    const page = await browser.open(server, olena, options);
    const faults: Record<string, string[]> = {};
    for (const [at, shown] of [
      ['#/chats', 'Workshop'],
      [`#/chats/${group}`, 'An answer'],
      ['#/people', 'Taras'],
      ['#/people?list=incoming', 'Iryna'],
      ['#/people?list=find', 'Iryna'],
      ['#/people/taras', 'Carpenter'],
      ['#/people/olena', 'Look at this'],
      ['#/people/taras/photos', 'No photos yet'],
      ['#/people/taras/friends', 'Olena'],
      ['#/people/nobody.here', 'Profile not found'],
      ['#/feed', 'New bench'],
      [`#/posts/${post}`, 'A fine one'],
      ['#/posts/1234567', 'Post not found'],
      ['#/music', 'Evening song'],
      ['#/music/albums', 'Dusk'],
      ['#/music/albums/Dusk', 'Evening song'],
      [`#/music/playlists/${playlist}`, 'Evening song'],
      ['#/files', 'plan.txt'],
      [`#/files?file=${file}`, 'The plan'],
      [`#/videos/${video}`, 'Bench film'],
      ['#/discover', 'Discover'],
      ['#/calendar', 'Garden day'],
      ['#/notifications', 'sent you a friend request'],
      ['#/search', 'Places'],
      ['#/search?q=answer', 'An answer'],
      ['#/no/such/place', 'Page not found'],
      ['#/join/NOSUCHCODE', 'Invalid invitation'],
      ['#/states', 'Component states'],
    ] as const) {
      await page.goto(`${server.url}/${at}`);
      await expectOf(page.getByText(shown).filter({ visible: true }).first()).toBeVisible();
      faults[at] = await faultsIn(page, options, at === '#/chats' ? [] : SAME_EVERYWHERE);
    }
    // Of all style sheets at once: each view has added its own.
    faults['orientation'] = await seriousViolations(page, ['css-orientation-lock']);
    expect(Object.fromEntries(Object.entries(faults).filter(([, found]) => found.length))).toEqual({});
  });

  it('has no accessibility problems on any settings page', async () => {
    const page = await browser.open(server, olena, { ...options, at: '#/settings' });
    await expectOf(page.getByRole('heading').filter({ visible: true }).first()).toBeVisible();
    const faults: Record<string, string[]> = { '#/settings': await faultsIn(page, options) };
    const links = page.locator('a[href^="#/settings/"]');
    const addresses = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')!));
    for (const at of new Set(addresses)) {
      await page.goto(`${server.url}/${at}`);
      await expectOf(page.getByRole('heading').filter({ visible: true }).first()).toBeVisible();
      await expectOf(page.locator('.skeleton')).toHaveCount(0);
      faults[at] = await faultsIn(page, options, SAME_EVERYWHERE);
    }
    faults['orientation'] = await seriousViolations(page, ['css-orientation-lock']);
    expect(Object.fromEntries(Object.entries(faults).filter(([, found]) => found.length))).toEqual({});
  });

  it('has no accessibility problems in menus, dialogs and panels', async () => {
    const page = await browser.open(server, olena, { ...options, at: `#/chats/${group}` });
    const bubble = page.getByRole('group').filter({ hasText: 'News for' });
    await expectOf(bubble).toBeVisible();
    const faults: Record<string, string[]> = {};
    const behind = options.width === NARROW ? [] : BEHIND_OVERLAYS;
    const look = async (name: string, without = behind) =>
      (faults[name] = await faultsIn(page, options, without));

    await bubble.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Reply R' }).waitFor();
    await look('the menu of a message', []);
    await page.getByRole('menuitem', { name: 'Reply R' }).click();
    await bubble.hover();
    await page.getByRole('button', { name: 'React', exact: true }).click();
    await page.getByRole('button', { name: 'More emoji' }).waitFor();
    await look('reactions', []);
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', { name: 'Message' }).fill('Ask @ta');
    await page.getByRole('option', { name: /Taras/ }).waitFor();
    await look('mentions');
    await page.getByRole('button', { name: 'Emoji', exact: true }).click();
    await page.getByRole('dialog', { name: 'Emoji' }).getByRole('combobox').waitFor();
    await look('emoji');
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: 'Messages in' }).getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Go to date' }).click();
    await page.getByRole('dialog', { name: 'Go to date' }).waitFor();
    await look('going to a date');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Yard' }).click();
    const panel = page.getByRole('complementary', { name: 'Chat info' });
    await panel.getByText('Iryna').waitFor();
    await look('the side panel');
    await panel.getByRole('button', { name: 'Invitations' }).click();
    await page.getByRole('button', { name: 'New invitation' }).click();
    await page.getByRole('button', { name: 'Show QR code' }).first().click();
    await look('invitations');
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await panel.getByRole('button', { name: 'Delete group' }).click();
    await page.getByRole('alertdialog').waitFor();
    await look('a question');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await look('the list of keys');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).fill('news');
    await page.getByRole('option', { name: /News for/ }).waitFor();
    await look('the search');
    expect(Object.fromEntries(Object.entries(faults).filter(([, found]) => found.length))).toEqual({});
  });

  it('has no accessibility problems in overlays of posts and of the own profile', async () => {
    const page = await browser.open(server, olena, { ...options, at: '#/feed' });
    const faults: Record<string, string[]> = {};
    const look = async (name: string) => (faults[name] = await faultsIn(page, options));
    await page.getByRole('button', { name: 'New post' }).first().click();
    await page.getByRole('dialog', { name: 'New post' }).getByRole('textbox').fill('Begun');
    await look('writing a post');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Repost' }).first().click();
    await page.getByRole('dialog', { name: 'Repost to your wall' }).waitFor();
    await look('passing a post on');
    await page.goto(`${server.url}/#/people/olena`);
    await page.getByRole('button', { name: 'Edit profile' }).click();
    await look('editing the own page');
    const file = { name: 'me.jpg', mimeType: 'image/jpeg', buffer: fixture('turned.jpg') };
    await page.getByLabel('Change profile photo').last().setInputFiles([file]);
    await page.getByRole('slider').waitFor();
    await look('cutting a picture');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'View as someone else' }).click();
    await look('the page as a stranger sees it');
    expect(Object.fromEntries(Object.entries(faults).filter(([, found]) => found.length))).toEqual({});
  });

  it('has no accessibility problems before sign-in', async () => {
    const page = await browser.open(server, null, { ...options, at: '#/sign-in' });
    const faults: Record<string, string[]> = {};
    for (const at of ['#/sign-in', '#/register', '#/confirm', '#/reset', `#/join/${invitation}`]) {
      await page.goto(`${server.url}/${at}`);
      await expectOf(page.getByRole('heading', { level: 1 })).toBeVisible();
      faults[at] = await faultsIn(page, options);
    }
    const first = await browser.open(empty, null, { ...options, at: '#/welcome?setup=CODE' });
    await first.getByRole('textbox', { name: 'Community name' }).fill('Here');
    await first.keyboard.press('Enter');
    await first.getByRole('button', { name: 'Continue' }).click();
    await expectOf(first.getByRole('textbox', { name: 'Your name' })).toBeFocused();
    faults['making a community'] = await faultsIn(first, options);
    expect(Object.fromEntries(Object.entries(faults).filter(([, found]) => found.length))).toEqual({});
  });
});
