import type { Locator, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boxOf, expectOf, holdAnswers, testBrowser } from '../../support/browser/browser';
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

/** A reader and a writer they subscribed to, used by this test only. */
async function readerOf(reader: string, writer: string): Promise<[TestPerson, TestPerson]> {
  const [one, other] = (await server.people(reader, writer)) as [TestPerson, TestPerson];
  await one.call('people.subscribe', { user: String(other.id), value: true });
  return [one, other];
}

const write = (person: TestPerson, content: string) => person.call('posts.create', { user: '@me', content });
/** Drops a photo and another file on a text field. */
const dropPhoto = (box: Locator) =>
  box.evaluate(
    (element, bytes) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['Some words'], 'words.txt', { type: 'text/plain' }));
      dataTransfer.items.add(new File([new Uint8Array(bytes)], 'dropped.jpg', { type: 'image/jpeg' }));
      for (const kind of ['dragover', 'drop'])
        element.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer }));
    },
    [...fixture('turned.jpg')],
  );

/** Pastes a photo into a text field, and with it the text that was copied. */
const pastePhoto = (box: Locator, text = '') =>
  box.evaluate(
    (element, { bytes, text }) => {
      const clipboardData = new DataTransfer();
      const picture = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
      clipboardData.items.add(new File([picture], 'pasted.jpg', { type: 'image/jpeg' }));
      if (text) clipboardData.setData('text/plain', text);
      if (text) clipboardData.setData('text/html', `<b>${text}</b>`);
      element.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
    },
    { bytes: fixture('turned.jpg').toString('base64'), text },
  );
const card = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text }).first();
const pill = (page: Page) => page.getByRole('button', { name: /new posts?$/ });

describe('a post', () => {
  it('can be liked with an optimistic update, and its author sees it live', async () => {
    const [ada, bohdan] = await readerOf('Ada', 'Bohdan');
    await write(bohdan, 'The **gate** is mended');
    const page = await browser.open(server, ada, { at: '#/feed' });
    const theirs = await browser.open(server, bohdan, { at: '#/feed' });
    await expectOf(card(page, 'The gate is mended').locator('strong')).toHaveText('gate');
    await expectOf(card(theirs, 'The gate is mended')).toBeVisible();
    await card(page, 'The gate').getByRole('button', { name: 'Like', exact: true }).click();
    const like = card(page, 'The gate').getByRole('button', { name: 'Like: 1 like' });
    await expectOf(like).toHaveAttribute('aria-pressed', 'true');
    await expectOf(card(theirs, 'The gate').getByRole('button', { name: 'Like: 1 like' })).toHaveAttribute(
      'aria-pressed',
      'false',
    );
    await like.click();
    await expectOf(card(theirs, 'The gate').getByRole('button', { name: 'Like', exact: true })).toBeVisible();
  });

  it('is written and commented on without the mouse', async () => {
    const [solomiia, orest] = await readerOf('Solomiia', 'Orest');
    await write(orest, 'The bench needs paint');
    const page = await browser.open(server, solomiia, { at: '#/feed' });
    const opener = page.getByRole('button', { name: 'New post' });
    await opener.press('Enter');
    await expectOf(page.getByRole('textbox', { name: 'What’s new?' })).toBeFocused();
    await page.keyboard.insertText('Painted it');
    await page.keyboard.press('Control+Enter');
    await expectOf(card(page, 'Painted it')).toBeVisible();
    await expectOf(opener).toBeFocused();

    await card(page, 'Painted it').getByRole('button', { name: 'Comments' }).press('Enter');
    const box = card(page, 'Painted it').getByRole('textbox', { name: 'Write a comment' });
    await expectOf(box).toBeFocused();
    await page.keyboard.insertText('Wet until noon');
    await page.keyboard.press('Enter');
    await expectOf(card(page, 'Painted it')).toContainText('Wet until noon');
    const comments = card(page, 'Painted it').getByRole('button', { name: /^Comments/ });
    await comments.click();
    await comments.click();
    await expectOf(comments).toBeFocused();
  });

  it('hides its content as a spoiler everywhere until it is revealed', async () => {
    const [klara, marko] = await readerOf('Klara', 'Marko');
    const photo = await upload(server.now.service, marko.session, 'photos.upload', fixture('turned.jpg'));
    const post = { user: '@me', content: 'They all lived', photos_list: [photo.ID], nsfw: true };
    const { ID } = await marko.call('posts.create', post);
    const page = await browser.open(server, klara, { at: `#/posts/${ID}` });
    const show = page.getByRole('button', { name: 'Show' });
    await expectOf(show).toBeVisible();
    const hidden = page.locator('[inert]').filter({ hasText: 'They all lived' });
    await expectOf(hidden).toHaveAttribute('aria-hidden', 'true');
    await expectOf(page.getByRole('button', { name: 'Photo', exact: true })).toHaveCount(0);
    await show.press('Enter');
    await expectOf(hidden).toHaveCount(0);
    await expectOf(page.getByRole('button', { name: 'Photo', exact: true })).toBeVisible();
  });

  it('that was scheduled in the feed can be found on the own wall', async () => {
    const [mila] = await readerOf('Mila', 'Maks');
    const page = await browser.open(server, mila, { at: '#/feed' });
    await page.getByRole('button', { name: 'New post' }).first().click();
    await page.getByRole('textbox', { name: 'What’s new?' }).fill('Good morning');
    await page.getByRole('button', { name: 'Schedule…' }).click();
    await page.getByRole('button', { name: 'In an hour' }).click();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByRole('button', { name: 'Scheduled posts: 1' }).click();
    await expectOf(page.getByRole('dialog', { name: 'Scheduled posts' })).toContainText('Good morning');
  });

  it('can be reposted with text and opened from there until it is deleted', async () => {
    const [lesia, petro] = await readerOf('Lesia', 'Petro');
    await write(petro, 'Apples are ripe');
    const page = await browser.open(server, lesia, { at: '#/feed' });
    await card(page, 'Apples').getByRole('button', { name: 'Repost' }).click();
    const window = page.getByRole('dialog', { name: 'Repost to your wall' });
    await window.getByRole('textbox', { name: 'Add a comment' }).fill('Bring baskets');
    await page.keyboard.press('Escape');
    await card(page, 'Apples').getByRole('button', { name: 'Repost' }).click();
    await expectOf(window.getByRole('textbox', { name: 'Add a comment' })).toHaveValue('Bring baskets');
    await page.keyboard.press('Control+Enter');
    await expectOf(window).toBeHidden();
    await expectOf(card(page, 'Bring baskets')).toContainText('Apples are ripe');
    // It leads there by its button only, not by the keys for Undo.
    await page.keyboard.press('Control+z');
    await page.getByRole('button', { name: 'View' }).click();
    await expectOf(page.getByRole('heading', { name: 'Post' })).toBeVisible();
    await expectOf(card(page, 'Bring baskets')).toBeVisible();
    const [made] = await lesia.call('posts.list', { user: '@me' });
    expect(made).toMatchObject({ Content: 'Bring baskets', Repost: { Content: 'Apples are ripe' } });

    const { ID } = await lesia.call('posts.create', { user: '@me', repost: made?.Repost?.ID });
    await page.goto(`${server.url}/#/posts/${ID}`);
    const post = page.getByRole('article', { name: 'Post by Lesia' });
    await expectOf(post).toContainText('Apples are ripe');
    await expectOf(post).not.toContainText('Bring baskets');
    await petro.call('posts.remove', { post_id: made?.Repost?.ID ?? 0 });
    await expectOf(post).toContainText('The original post was deleted, or you don’t have access to it.');
  });

  it('mentions people with autocompletion, also when edited or reposted', async () => {
    const [hlib, orysia] = await readerOf('Hlib', 'Orysia');
    await orysia.call('account.updateProfile', { link: 'orysia' });
    const page = await browser.open(server, hlib, { at: `#/people/u${hlib.id}` });
    const listed = page.getByRole('listbox', { name: 'Mention suggestions' }).getByRole('option');
    const box = page.getByRole('textbox', { name: 'Write something on your wall' });
    await box.pressSequentially('Thanks to @orys');
    await expectOf(listed).toHaveText([/@orysia/]);
    await box.press('Tab');
    await expectOf(box).toHaveValue('Thanks to @orysia ');
    await box.pressSequentially('and nobody else');
    await box.press('Control+Enter');
    await expectOf(card(page, 'Thanks to').getByRole('link', { name: '@orysia' })).toBeVisible();

    await card(page, 'Thanks to').getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const window = page.getByRole('dialog');
    await window.getByRole('textbox').press('Control+End');
    await window.getByRole('textbox').pressSequentially(' but @hli');
    await window.getByRole('textbox').pressSequentially('@ory');
    await expectOf(listed).toHaveCount(0);
    await window.getByRole('textbox').pressSequentially(' @ory');
    await expectOf(listed).toHaveCount(1);
    await window.getByRole('textbox').press('Escape');
    await expectOf(listed).toHaveCount(0);
    await expectOf(window).toBeVisible();
    await window.getByRole('textbox').press('Escape');
    await expectOf(window).toBeHidden();

    await card(page, 'Thanks to').getByRole('button', { name: 'Repost' }).click();
    const words = page.getByRole('textbox', { name: 'Add a comment' });
    await words.pressSequentially('@orys');
    await listed.first().click();
    await expectOf(words).toHaveValue('@orysia ');
    expect(await orysia.call('posts.list', { user: '@me' })).toEqual([]);
  });

  it('can be deleted by its author, with undo', async () => {
    const [taras] = await readerOf('Taras', 'Uliana');
    await write(taras, 'Written too soon');
    const page = await browser.open(server, taras, { at: '#/feed' });
    const remove = async () => {
      await card(page, 'Written too soon').getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await expectOf(card(page, 'Written too soon')).toBeHidden();
    };
    await remove();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectOf(card(page, 'Written too soon')).toBeVisible();
    await remove();
    // Leaving the place is done with it.
    await page.goto(`${server.url}/#/people`);
    await expectOf.poll(async () => (await taras.call('posts.list', { user: '@me' })).length).toBe(0);
  });

  it('passes the focus to the post below it when it is deleted by keyboard', async () => {
    const [zorian] = await readerOf('Zorian', 'Tymko');
    for (const text of ['The lower post', 'The upper post']) await write(zorian, text);
    const page = await browser.open(server, zorian, { at: '#/feed' });
    await card(page, 'The upper post').getByRole('button', { name: 'More' }).press('Enter');
    await expectOf(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expectOf(card(page, 'The upper post')).toHaveCount(0);
    await expectOf(card(page, 'The lower post').getByRole('button', { name: 'More' })).toBeFocused();
  });

  it('can be reported by people who may not delete it', async () => {
    const [vira, yurko] = await readerOf('Vira', 'Yurko');
    await write(yurko, 'Cheap pills');
    const page = await browser.open(server, vira, { at: '#/feed' });
    await card(page, 'Cheap pills').getByRole('button', { name: 'More' }).click();
    await expectOf(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0);
    await page.getByRole('menuitem', { name: 'Report' }).click();
    const window = page.getByRole('dialog', { name: 'Report post' });
    await window.getByRole('textbox', { name: 'What happened?' }).fill('It is an advertisement');
    await window.getByRole('button', { name: 'Report' }).click();
    await expectOf(page.getByText('Reported. Thank you.')).toBeVisible();
  });

  it('shows that it was deleted, and an empty feed offers first steps', async () => {
    const [zoia] = await readerOf('Zoia', 'Danylo');
    const page = await browser.open(server, zoia, { at: '#/posts/123456789' });
    await expectOf(page.getByText('Post not found')).toBeVisible();
    await page.getByRole('link', { name: 'Go to feed' }).click();
    await expectOf(page.getByRole('heading', { name: 'Feed' })).toBeVisible();
    await page.getByRole('link', { name: 'Find people' }).click();
    await expectOf(page.getByRole('heading', { name: 'People' })).toBeVisible();
  });
});

describe('comments', () => {
  it('are sent with Enter, appear live, and can be liked and deleted', async () => {
    const [hanna, ivan] = await readerOf('Hanna', 'Ivan');
    const { ID } = await write(ivan, 'Who has a ladder?');
    const page = await browser.open(server, hanna, { at: '#/feed' });
    const theirs = await browser.open(server, ivan, { at: `#/posts/${ID}` });
    const [stranger] = (await server.people('Zakhar')) as [TestPerson];
    const elsewhere = await browser.open(server, stranger, { at: `#/posts/${ID}` });
    await expectOf(elsewhere.getByRole('textbox', { name: 'Write a comment' })).toBeVisible();
    await card(page, 'ladder').getByRole('button', { name: 'Comments' }).click();
    const box = page.getByRole('textbox', { name: 'Write a comment' });
    await box.fill('Two lines');
    await box.press('Shift+Enter');
    await box.pressSequentially('of them');
    await box.press('Enter');
    const comment = theirs.getByRole('article', { name: 'Comment by Hanna' });
    await expectOf(comment).toContainText('Two lines');
    await expectOf(elsewhere.getByRole('article', { name: 'Comment by Hanna' })).toBeVisible();
    await expectOf(box).toHaveValue('');
    await expectOf(card(page, 'ladder').getByRole('button', { name: 'Comments: 1 comment' })).toBeVisible();
    await comment.getByRole('button', { name: 'Like' }).click();
    await expectOf(
      page.getByRole('article', { name: 'Comment by Hanna' }).getByRole('button', { name: 'Like: 1 like' }),
    ).toBeVisible();
    await comment.getByRole('button', { name: 'More' }).click();
    await theirs.getByRole('menuitem', { name: 'Delete' }).click();
    await expectOf(comment).toHaveCount(0);
    await theirs.goto(`${server.url}/#/people`);
    await expectOf(page.getByRole('article', { name: 'Comment by Hanna' })).toHaveCount(0);
  });

  it('mention people with autocompletion, by keys and by a click', async () => {
    const [severyn, ihor] = await readerOf('Severyn', 'Ihor');
    const named = (await server.people('Melania', 'Melisa')) as [TestPerson, TestPerson];
    for (const [index, link] of ['melania', 'melisa'].entries())
      await named[index]?.call('account.updateProfile', { link });
    const { ID } = await write(ihor, 'Who was at the gate?');
    const page = await browser.open(server, severyn, { at: `#/posts/${ID}` });
    const box = page.getByRole('textbox', { name: 'Write a comment' });
    const listed = page.getByRole('listbox', { name: 'Mention suggestions' }).getByRole('option');
    await box.pressSequentially('It was @mel');
    await expectOf(listed).toHaveCount(2);
    const [first = '', second = ''] = await listed.locator('.tag').allTextContents();
    await expectOf(listed.first()).toHaveAttribute('aria-selected', 'true');
    await box.press('ArrowDown');
    await expectOf(listed.last()).toHaveAttribute('aria-selected', 'true');
    await expectOf(box).toHaveAttribute(
      'aria-activedescendant',
      (await listed.last().getAttribute('id')) ?? '',
    );
    await box.press('Enter');
    await expectOf(box).toHaveValue(`It was ${second} `);
    await expectOf(listed).toHaveCount(0);
    await box.press('Control+z');
    await expectOf(box).toHaveValue('It was @mel');
    await expectOf(listed).toHaveCount(2);
    await box.press('ArrowDown');
    await box.press('Enter');
    await expectOf(box).toHaveValue(`It was ${second} `);
    await box.pressSequentially('and @mel');
    await listed.first().click();
    await expectOf(box).toHaveValue(`It was ${second} and ${first} `);
    await expectOf(box).toBeFocused();
    expect(await severyn.call('posts.comments', { post_id: ID })).toEqual([]);
    await box.press('Enter');
    const comment = page.getByRole('article', { name: 'Comment by Severyn' });
    await expectOf(comment.getByRole('link', { name: second })).toBeVisible();

    await box.pressSequentially('@mel');
    await expectOf(listed).toHaveCount(2);
    await box.press('Escape');
    await expectOf(listed).toHaveCount(0);
    await box.press('Enter');
    await expectOf(comment.last()).toContainText('@mel');
    await expectOf(box).toHaveValue('');
  });

  it('stay as drafts after a reload, and while comments are turned off', async () => {
    const [roman, nadia] = await readerOf('Roman', 'Nadia');
    const { ID } = await write(nadia, 'Rain again');
    const page = await browser.open(server, roman, { at: `#/posts/${ID}` });
    const box = page.getByRole('textbox', { name: 'Write a comment' });
    await box.fill('Half a thou');
    await page.reload();
    await expectOf(box).toHaveValue('Half a thou');
    await nadia.call('account.updateProfile', { commentsState: 2 });
    await expectOf(page.getByText('Nadia has turned off comments.')).toBeVisible();
    await nadia.call('account.updateProfile', { commentsState: 1 });
    await expectOf(page.getByText('Only friends of Nadia can comment.')).toBeVisible();
    await expectOf(box).toHaveCount(0);
    await nadia.call('account.updateProfile', { commentsState: 0 });
    await expectOf(box).toHaveValue('Half a thou');
  });

  it('keep photos added for the next comment while one is being sent', async () => {
    const [yaryna, zenoviy] = await readerOf('Yaryna', 'Zenoviy');
    const { ID } = await write(zenoviy, 'And then?');
    const page = await browser.open(server, yaryna, { at: `#/posts/${ID}` });
    const box = page.getByRole('textbox', { name: 'Write a comment' });
    const { taken, letGo } = await holdAnswers(page, new RegExp(`/posts/${ID}/comment$`));
    await box.fill('One');
    await box.press('Enter');
    await taken;
    await page
      .getByLabel('Add photos')
      .last()
      .setInputFiles([{ name: 'next.jpg', mimeType: 'image/jpeg', buffer: fixture('turned.jpg') }]);
    const next = page.getByRole('img', { name: /next.jpg/ });
    await expectOf(next).toBeVisible();
    letGo();
    await expectOf(box).toHaveValue('');
    await expectOf(next).toBeVisible();
    await expectOf(page.getByRole('progressbar')).toHaveCount(0);
    await box.fill('Two');
    await box.press('Enter');
    const second = page.getByRole('article', { name: 'Comment by Yaryna' }).filter({ hasText: 'Two' });
    await expectOf(second.getByRole('button', { name: /^Photo/ })).toBeVisible();
    await expectOf(next).toHaveCount(0);
    await pastePhoto(box, 'copied text');
    await expectOf(page.getByRole('img', { name: /pasted.jpg/ })).toHaveCount(0);
    await pastePhoto(box);
    await expectOf(page.getByRole('img', { name: /pasted.jpg/ })).toBeVisible();
  });

  it('take pictures that are dropped on their field, and nothing else', async () => {
    const [vsevolod, hryhorii] = await readerOf('Vsevolod', 'Hryhorii');
    const { ID } = await write(hryhorii, 'Show me');
    const page = await browser.open(server, vsevolod, { at: `#/posts/${ID}` });
    const box = page.getByRole('textbox', { name: 'Write a comment' });
    await dropPhoto(box);
    await expectOf(page.getByRole('img', { name: /dropped.jpg/ })).toBeVisible();
    await expectOf(page.getByText('words.txt')).toHaveCount(0);
    await expectOf(page.getByRole('progressbar')).toHaveCount(0);
    await box.fill('Here');
    await box.press('Enter');
    const comment = page.getByRole('article', { name: 'Comment by Vsevolod' });
    await expectOf(comment.getByRole('button', { name: /^Photo/ })).toBeVisible();
  });
});

describe('the feed', () => {
  it('holds new posts behind a pill, and moves nothing until it is pressed', async () => {
    const [olha, stepan] = await readerOf('Olha', 'Stepan');
    for (let count = 1; count <= 12; count++) await write(stepan, `Old ${count}`);
    const page = await browser.open(server, olha, { at: '#/feed' });
    const read = card(page, 'Old 4');
    await read.scrollIntoViewIfNeeded();
    const before = await boxOf(read);
    await write(stepan, 'New 1');
    await expectOf(pill(page)).toHaveText('1 new post');
    await write(stepan, 'New 2');
    await expectOf(pill(page)).toHaveText('2 new posts');
    await expectOf.poll(() => boxOf(read)).toEqual(before);
    await expectOf(page.getByText('New 2')).toHaveCount(0);
    await pill(page).click();
    await expectOf(page.getByText('New 2')).toBeInViewport();
    await expectOf(pill(page)).toHaveCount(0);
  });

  it('restores its scroll position on return, and goes to its newest post by a second click', async () => {
    const [zlata, tymofii] = await readerOf('Zlata', 'Tymofii');
    for (let count = 1; count <= 45; count++) await write(tymofii, `Page ${count} of the book`);
    const page = await browser.open(server, zlata, { at: '#/feed' });
    const far = card(page, 'Page 9 of');
    await expectOf
      .poll(async () => {
        await page.getByRole('article').last().scrollIntoViewIfNeeded();
        return far.count();
      })
      .toBe(1);
    // Away from the header, under which its link would be: the click would scroll first.
    await far.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const before = await boxOf(far);
    await far.getByRole('link', { name: /ago|now|:/ }).click();
    await expectOf(page.getByRole('heading', { name: 'Post', exact: true })).toBeVisible();
    await far.getByRole('button', { name: 'Like', exact: true }).click();
    await expectOf(far.getByRole('button', { name: 'Like: 1 like' })).toBeVisible();
    await write(tymofii, 'Written meanwhile');
    await page.getByRole('button', { name: 'Back' }).click();
    await expectOf(pill(page)).toHaveText('1 new post');
    await expectOf(far.getByRole('button', { name: 'Like: 1 like' })).toBeInViewport();
    await expectOf.poll(() => boxOf(far)).toEqual(before);

    await page.getByRole('link', { name: 'People' }).first().click();
    await expectOf(page.getByRole('heading', { name: 'People' })).toBeVisible();
    const feed = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Feed' });
    await feed.click();
    await expectOf(far.getByRole('button', { name: 'Like: 1 like' })).toBeInViewport();
    await expectOf(pill(page)).toHaveText('1 new post');
    await feed.click();
    await expectOf(card(page, 'Written meanwhile')).toBeInViewport();
  });

  it('draws a line below posts that are new', async () => {
    const [ruslan, tamara] = await readerOf('Ruslan', 'Tamara');
    await write(tamara, 'Seen on Monday');
    const page = await browser.open(server, ruslan, { at: '#/feed' });
    await expectOf(page.getByText('Seen on Monday')).toBeVisible();
    await page.goto(`${server.url}/#/people`);
    await expectOf(page.getByRole('heading', { name: 'People' })).toBeVisible();
    await write(tamara, 'Unseen till Tuesday');
    await page.goto(`${server.url}/#/feed`);
    const items = page.locator('ol > li');
    await expectOf(items.nth(0)).toContainText('Unseen till Tuesday');
    await expectOf(items.nth(0)).not.toContainText('You’re all caught up');
    await expectOf(items.nth(1)).toContainText('You’re all caught up');
    await expectOf(items.nth(1)).toContainText('Seen on Monday');
  });

  it('shows only friends or only subscriptions, by address', async () => {
    const [ostap, iryna] = await readerOf('Ostap', 'Iryna');
    const [lev] = (await server.people('Lev')) as [TestPerson];
    await ostap.call('people.subscribe', { user: String(lev.id), value: true });
    await lev.call('people.subscribe', { user: String(ostap.id), value: true });
    await write(iryna, 'By one followed');
    await write(lev, 'By a friend');
    const page = await browser.open(server, ostap, { at: '#/feed' });
    await expectOf(page.getByRole('article')).toHaveCount(2);
    await expectOf(page.getByText('You’re all caught up')).toBeVisible();
    await page.getByRole('radio', { name: 'Friends' }).click();
    await expectOf(page.getByRole('article')).toHaveCount(1);
    await expectOf(card(page, 'By a friend')).toBeVisible();
    await page.getByRole('radio', { name: 'Following' }).click();
    await expectOf(card(page, 'By one followed')).toBeVisible();
    await page.goBack();
    await expectOf(card(page, 'By a friend')).toBeVisible();
  });
});

describe('links to posts', () => {
  it('open the post or its comment from a notification', async () => {
    const [solomia, vasyl] = await readerOf('Solomia', 'Vasyl');
    const { ID } = await write(solomia, 'Who is in the garden?');
    await vasyl.call('posts.like', { post_id: ID });
    const { ID: comment } = await vasyl.call('posts.comment', { post_id: ID, content: 'It is the **cat**' });
    const page = await browser.open(server, solomia, { at: '#/notifications' });
    await page.getByRole('link', { name: /commented on your post.*It is the cat/ }).click();
    await expectOf(page.getByRole('article', { name: 'Comment by Vasyl' })).toBeInViewport();
    expect(page.url()).toContain(`#/posts/${ID}/${comment}`);
    await page.goBack();
    await page.getByRole('link', { name: /liked your post/ }).click();
    await expectOf(card(page, 'Who is in the garden?')).toBeVisible();
    expect(page.url()).toContain(`#/posts/${ID}`);
  });

  it('open the post from the search, which does not reveal spoilers', async () => {
    const [yana, artem] = await readerOf('Yana', 'Artem');
    await write(artem, 'A hedgehog under the stairs');
    await artem.call('posts.create', { user: '@me', content: 'The hedgehog dies', nsfw: true });
    const page = await browser.open(server, yana, { at: '#/search?q=hedgehog' });
    const posts = page.getByRole('group', { name: 'Posts' });
    await expectOf(posts.getByRole('option')).toHaveCount(2);
    await expectOf(posts.getByRole('option', { name: 'Spoiler' })).not.toContainText('dies');
    await posts.getByRole('option', { name: /under the stairs/ }).click();
    await expectOf(page.getByRole('heading', { name: 'Post' })).toBeVisible();
    await expectOf(card(page, 'A hedgehog under the stairs')).toBeVisible();
  });
});
