import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { clickWhenStill, expectOf, testBrowser } from '../../support/browser/browser';
import { upload } from '../../support/content';
import { fixture } from '../../support/fixtures';
import { testServer, type TestServer } from '../../support/server';
import type { TestPerson } from '../../support/service';

const browser = testBrowser();
let server: TestServer;

beforeAll(async () => {
  server = await testServer();
  await server.people('Owner');
});
afterAll(() => server.close());

/** People used by this test only. */
async function people<N extends string[]>(...names: N) {
  return (await server.people(...names)) as { [K in keyof N]: TestPerson };
}

const card = (page: Page, text: string) =>
  page.getByRole('article', { name: /^Post by/ }).filter({ hasText: text });
const photo = (name: string) => ({ name, mimeType: 'image/jpeg', buffer: fixture('turned.jpg') });
const wallOf = async (person: TestPerson) => person.call('posts.list', { user: '@me' });

describe('writing on a wall', () => {
  it('sends text with photos and attachments in the chosen order', async () => {
    const [ada] = await people('Ada');
    const page = await browser.open(server, ada, { at: `#/people/${ada.id}` });
    await page.getByRole('textbox', { name: 'Write something on your wall' }).fill('First **post**');
    const box = page.getByRole('group', { name: 'Write something on your wall' });
    await box
      .getByLabel('Add photos')
      .last()
      .setInputFiles([photo('one.jpg'), photo('two.jpg')]);
    await expectOf(box.getByRole('img', { name: 'Photo 2 of 2: two.jpg' })).toBeVisible();
    await box.getByRole('button', { name: 'Move photo 2 forward' }).click();
    await expectOf(box.getByRole('img', { name: 'Photo 1 of 2: two.jpg' })).toBeVisible();
    await expectOf(box.getByRole('button', { name: 'Move photo 1 back' })).toBeFocused();
    await box
      .getByLabel('Add files')
      .last()
      .setInputFiles([
        { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n') },
        { name: 'song.mp3', mimeType: 'audio/mpeg', buffer: fixture('track.mp3') },
      ]);
    await page.route('**/user/*/post', (route) =>
      route.fulfill({ status: 507, json: { detail: 'upload_error', message: 'no room' } }),
    );
    await box.getByRole('textbox').press('Control+Enter');
    await expectOf(page.getByRole('alert')).toBeVisible();
    await expectOf(box.getByRole('textbox')).toHaveValue('First **post**');
    await page.unroute('**/user/*/post');
    // Wherever the focus is in the composer.
    await box.getByRole('button', { name: 'Add photos' }).press('Control+Enter');
    const post = card(page, 'First post');
    await expectOf(post.getByRole('group', { name: '2 photos' })).toBeVisible();
    await expectOf(post.getByRole('link', { name: /^Download list.csv/ })).toBeVisible();
    await expectOf(box.getByRole('textbox')).toHaveValue('');
    await expectOf(box.getByRole('img', { name: /^Photo/ })).toHaveCount(0);
    const [made] = await wallOf(ada);
    expect(made?.Photos).toHaveLength(2);
    expect(made?.Attachments.map((one) => one.Type).sort()).toEqual(['file', 'track']);
  });

  it('stores the draft and its attachments over a reload', async () => {
    const [bohdan] = await people('Bohdan');
    const page = await browser.open(server, bohdan, { at: '#/feed' });
    await page.getByRole('button', { name: 'New post' }).first().click();
    const window = page.getByRole('dialog', { name: 'New post' });
    await window.getByRole('textbox').fill('Not yet');
    await window
      .getByLabel('Add photos')
      .last()
      .setInputFiles([photo('one.jpg')]);
    await expectOf(window.getByRole('progressbar')).toHaveCount(0);
    await expectOf(window.getByRole('img', { name: /one.jpg/ })).toBeVisible();
    await window.getByRole('button', { name: 'Hide as a spoiler' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'New post' }).first().click();
    await expectOf(window.getByRole('textbox')).toHaveValue('Not yet');
    await expectOf(window.getByRole('img', { name: /one.jpg/ })).toBeVisible();
    await window.getByRole('button', { name: 'Publish' }).click();
    await expectOf(window).toBeHidden();
    await expectOf
      .poll(async () => (await wallOf(bohdan))[0])
      .toMatchObject({ Content: 'Not yet', Nsfw: true });
    expect((await wallOf(bohdan))[0]?.Photos).toHaveLength(1);
  });

  it('chooses who sees a post, and closes its comments', async () => {
    const [lesia, vira] = await people('Lesia', 'Vira');
    for (const [one, other] of [
      [lesia, vira],
      [vira, lesia],
    ] as const)
      await one.call('people.subscribe', { user: other.id, value: true });
    const page = await browser.open(server, lesia, { at: `#/people/${lesia.id}` });
    await page
      .getByRole('textbox', { name: 'Write something on your wall' })
      .fill('The key is under the mat');
    await page.getByRole('combobox', { name: 'Who can see it' }).click();
    await page.getByRole('option', { name: 'For friends' }).click();
    await page.getByRole('button', { name: 'Publish' }).click();
    const post = card(page, 'The key is under the mat');
    await expectOf(post.getByText('for friends')).toBeVisible();
    const theirs = await browser.open(server, vira, { at: `#/people/${lesia.id}` });
    await expectOf(card(theirs, 'The key is under the mat')).toBeVisible();
    await page.getByRole('button', { name: 'View as someone else' }).click();
    await expectOf(post).toHaveCount(0);
    await page.getByRole('button', { name: 'Back', exact: true }).first().click();
    await post.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Close comments' }).click();
    await card(theirs, 'The key is under the mat').getByRole('button', { name: 'Comments' }).click();
    await expectOf(theirs.getByText('Lesia has closed the comments on this post.')).toBeVisible();
    await post.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit post' });
    await dialog.getByRole('combobox', { name: 'Who can see it' }).click();
    await page.getByRole('option', { name: 'Only for me' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectOf(post.getByText('only for you')).toBeVisible();
    await expectOf(card(theirs, 'The key is under the mat')).toHaveCount(0);
  });

  it("posts on another person's wall, who sees it live behind a pill", async () => {
    const [klara, marko] = await people('Klara', 'Marko');
    const theirs = await browser.open(server, marko, { at: `#/people/${marko.id}` });
    await expectOf(theirs.getByText('Nothing on this wall yet')).toBeVisible();
    const page = await browser.open(server, klara, { at: `#/people/${marko.id}` });
    await page.getByRole('textbox', { name: 'Write something on Marko’s wall' }).fill('Hello, neighbour');
    await page.getByRole('button', { name: 'Publish' }).click();
    await expectOf(card(page, 'Hello, neighbour')).toBeVisible();
    await theirs.getByRole('button', { name: '1 new post' }).click();
    await expectOf(card(theirs, 'Hello, neighbour').getByRole('link', { name: 'Klara' })).toBeVisible();
  });
});

describe('an existing post', () => {
  it("shows a stranger's new, edited and deleted posts while it is open, also after a lost connection", async () => {
    const host = await testServer();
    onTestFinished(() => host.close());
    const [yara, zeno] = await host.people('Yara', 'Zeno');
    const { ID: old } = await yara!.call('posts.create', { user: '@me', content: 'Long ago' });
    const page = await browser.open(host, zeno!, { at: `#/people/${yara!.id}` });
    await expectOf(card(page, 'Long ago')).toBeVisible();
    const pill = page.getByRole('button', { name: '1 new post' });
    const { ID } = await yara!.call('posts.create', { user: '@me', content: 'Fresh news' });
    await pill.click();
    await expectOf(card(page, 'Fresh news')).toBeVisible();
    await yara!.call('posts.edit', { post_id: ID, content: 'Said better' });
    await expectOf(card(page, 'Said better')).toBeVisible();
    await yara!.call('posts.remove', { post_id: old });
    await expectOf(card(page, 'Long ago')).toHaveCount(0);
    await host.stop();
    await host.restart();
    await host.now.as(yara!.session, yara!).call('posts.edit', { post_id: ID, content: 'Best of all' });
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expectOf(card(page, 'Best of all')).toBeVisible();
  });

  it('can be edited by its author, with its photos', async () => {
    const [uliana] = await people('Uliana');
    const { ID } = await upload(server.now.service, uliana.session, 'photos.upload', fixture('turned.jpg'));
    await uliana.call('posts.create', { user: '@me', content: 'Once', photos_list: [ID] });
    const page = await browser.open(server, uliana, { at: `#/people/${uliana.id}` });
    await card(page, 'Once').getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const window = page.getByRole('dialog', { name: 'Edit post' });
    await expectOf(window.getByRole('textbox')).toHaveValue('Once');
    await window.getByRole('textbox').fill('Twice');
    await window.getByRole('button', { name: 'Remove Photo' }).click();
    await window.getByRole('button', { name: 'Save' }).click();
    await expectOf(card(page, 'Twice')).toContainText('edited');
    await expectOf(card(page, 'Twice').getByRole('group', { name: /photo/ })).toHaveCount(0);
    expect((await wallOf(uliana))[0]).toMatchObject({ Content: 'Twice', Photos: [] });
  });
});

describe('a profile', () => {
  it('shows its tabs by address, and says what is hidden', async () => {
    const [zoia, danylo] = await people('Zoia', 'Danylo');
    const { service } = server.now;
    await upload(service, danylo.session, 'photos.upload', fixture('turned.jpg'), { caption: 'Mine' });
    await upload(service, danylo.session, 'music.upload', fixture('track.mp3'), { name: 'Rain' });
    await danylo.call('account.updateProfile', { viewFriendsState: 2 });
    const page = await browser.open(server, zoia, { at: `#/people/${danylo.id}` });
    const parts = page.getByRole('navigation', { name: 'Profile sections' });
    await parts.getByRole('link', { name: 'Photos' }).click();
    await expectOf(page.getByRole('button', { name: /^Photo .*: Mine$/ })).toBeVisible();
    await parts.getByRole('link', { name: 'Music' }).click();
    await expectOf(page.getByRole('group', { name: /Rain/ })).toBeVisible();
    await parts.getByRole('link', { name: 'Friends' }).click();
    await expectOf(page.getByRole('main').getByText('Danylo’s friends are private').first()).toBeVisible();
    expect(page.url()).toMatch(/\/friends$/);
    await parts.getByRole('link', { name: 'Wall' }).click();
    await expectOf(page.getByText('Nothing on this wall yet')).toBeVisible();
  });

  it('counts mutual friends next to the wall', async () => {
    const [hanna, ivan, orest] = await people('Hanna', 'Ivan', 'Orest');
    for (const [one, other] of [
      [hanna, orest],
      [ivan, orest],
    ] as const) {
      await one.call('people.subscribe', { user: String(other.id), value: true });
      await other.call('people.subscribe', { user: String(one.id), value: true });
    }
    const page = await browser.open(server, hanna, { at: `#/people/${ivan.id}` });
    const friends = page.getByRole('region', { name: 'Friends' });
    await expectOf(friends.getByRole('link', { name: '1 · 1 mutual' })).toBeVisible();
    await friends.getByRole('link', { name: 'Orest' }).click();
    await expectOf(page.getByRole('heading', { name: 'Orest' })).toBeVisible();
  });

  it('shows a bar at the top when its header is scrolled away', async () => {
    const [sofia, roman] = await people('Sofia', 'Roman');
    for (let count = 1; count <= 9; count++) {
      await roman.call('posts.create', { user: '@me', content: `Number ${count}` });
    }
    await roman.call('account.updateProfile', {
      link: 'roman',
      status: 'Planting trees',
      about: 'I plant trees and write down which ones have come up. '.repeat(8),
      cityNative: 'Kyiv',
      worksAt: 'The garden',
    });
    const page = await browser.open(server, sofia, { at: `#/people/${roman.id}` });
    const parts = page.getByRole('navigation', { name: 'Profile sections' });
    await expectOf(card(page, 'Number 1')).toBeVisible();
    await expectOf(parts).toHaveCount(1);
    const header = page.locator('main .head');
    expect((await header.boundingBox())?.height).toBeLessThan(280);
    await clickWhenStill(header.getByRole('button', { name: 'Show more' }));
    await expectOf.poll(async () => (await header.boundingBox())?.height).toBeGreaterThan(280);
    await card(page, 'Number 1').scrollIntoViewIfNeeded();
    await expectOf(parts).toHaveCount(2);
    await expectOf(parts.first()).toBeInViewport();
    await expectOf(page.getByRole('button', { name: 'Message' }).first()).toBeInViewport();
    await parts.first().getByRole('link', { name: 'Photos' }).click();
    await expectOf(page.getByText('No photos yet')).toBeVisible();
  });
});

describe('the own profile', () => {
  it('can be edited in place', async () => {
    const [nadia] = await people('Nadia');
    const page = await browser.open(server, nadia, { at: `#/people/${nadia.id}` });
    await page.getByRole('button', { name: 'Edit profile' }).click();
    const status = page.getByRole('textbox', { name: 'Status' });
    await status.fill('Up since four');
    await status.press('Enter');
    await expectOf(page.getByText('Saved')).toBeVisible();
    await page.getByRole('textbox', { name: 'Work or school' }).fill('Bakery');
    await page.getByRole('textbox', { name: 'Website' }).fill('not a website at all');
    await page.getByRole('textbox', { name: 'Website' }).press('Enter');
    await expectOf(page.getByText('Enter a web address')).toBeVisible();
    const done = page.getByRole('button', { name: 'Done' });
    await done.click();
    await expectOf(page.getByRole('textbox', { name: 'Website' })).toBeFocused();
    await page.getByRole('textbox', { name: 'Website' }).press('Escape');
    await page.getByRole('textbox', { name: 'About' }).fill('Bread. '.repeat(150));
    await done.click();
    await expectOf(page.getByText('Use 1,000 characters or fewer')).toBeVisible();
    await page.getByRole('textbox', { name: 'About' }).fill('Bread.');
    await done.click();
    await expectOf(page.getByText('Up since four')).toBeVisible();
    await expectOf(page.getByText('Bakery')).toBeVisible();
    const me = await nadia.call('people.me', {});
    expect(me).toMatchObject({
      ...{ Status: 'Up since four', About: 'Bread.', WorksAt: 'Bakery', Website: '' },
    });
  });

  it('gets an avatar cropped by pointer and by keyboard, and rejects files that are not pictures', async () => {
    const [borys] = await people('Borys');
    const page = await browser.open(server, borys, { at: `#/people/${borys.id}` });
    await page.getByRole('button', { name: 'Edit profile' }).click();
    await page
      .getByLabel('Change profile photo')
      .last()
      .setInputFiles([photo('me.jpg')]);
    const window = page.getByRole('dialog', { name: 'Profile photo' });
    const stage = window.getByRole('application');
    await expectOf(stage).toBeFocused();
    const image = stage.locator('img');
    await expectOf.poll(() => image.evaluate((img: HTMLImageElement) => img.style.inlineSize)).not.toBe('');
    const before = await image.getAttribute('style');
    for (let press = 0; press < 10; press++) await stage.press('+');
    await expectOf(window.getByRole('slider')).toHaveAttribute('aria-valuetext', /^200/);
    expect(await image.getAttribute('style')).not.toBe(before);
    // From the style: the browser's own box of what is transformed may be that of the frame before.
    const left = () => image.evaluate((img) => new DOMMatrixReadOnly(getComputedStyle(img).transform).e);
    let near = NaN;
    // The style may be a frame behind the slider: where it stands is known once two looks agree.
    const isStill = async () => {
      const before = near;
      near = await left();
      return near === before;
    };
    await expectOf.poll(isStill, { intervals: [100] }).toBe(true);
    await stage.press('ArrowRight');
    await expectOf.poll(left).toBeCloseTo(near - 8, 0);
    await stage.hover();
    await page.mouse.down();
    await page.mouse.move(0, 0);
    await page.mouse.up();
    // However far it is drawn, the window stays full.
    const over = () =>
      stage.evaluate((frame) => {
        const [image, within] = [frame.querySelector('img')!, frame.getBoundingClientRect()];
        return image.getBoundingClientRect().right - within.right;
      });
    await expectOf.poll(over).toBeCloseTo(0, 0);
    await window.getByRole('button', { name: 'Save' }).click();
    await expectOf(window).toBeHidden();
    const { Avatar } = await borys.call('people.me', {});
    const cut = await borys.call('photos.get', { photo_id: Avatar });
    expect(cut.Width).toBe(cut.Height);
    await page.getByRole('button', { name: 'Remove profile photo' }).click();
    await expectOf.poll(async () => (await borys.call('people.me', {})).Avatar).toBe(0);

    const file = { name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') };
    await page.getByLabel('Change banner').last().setInputFiles([file]);
    const banner = page.getByRole('dialog', { name: 'Banner' });
    await expectOf(banner.getByRole('alert')).toContainText('isn’t a picture');
    await expectOf(banner.getByRole('button', { name: 'Save' })).toBeDisabled();
  });

  it('can be previewed as a stranger', async () => {
    const [daria] = await people('Daria');
    const values = {
      birthday: '1990-03-12',
      worksAt: 'Library',
      postState: 2,
      viewBirthdayState: 1,
    } as const;
    await daria.call('account.updateProfile', values);
    const page = await browser.open(server, daria, { at: `#/people/${daria.id}` });
    await expectOf(page.getByText('12 March 1990')).toBeVisible();
    await page.getByRole('button', { name: 'View as someone else' }).click();
    await expectOf(
      page.getByText('This is how people who aren’t your friends see your profile.'),
    ).toBeVisible();
    await expectOf(page.getByText('12 March 1990')).toHaveCount(0);
    await expectOf(page.getByText('Library')).toBeVisible();
    await expectOf(page.getByText('Only Daria can post on this wall.')).toBeVisible();
    await expectOf(page.getByRole('textbox', { name: /^Write something/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'Back', exact: true }).first().click();
    await expectOf(page.getByText('12 March 1990')).toBeVisible();
  });
});
