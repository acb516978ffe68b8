import type { Page } from '@playwright/test';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { boxOf, copiedBy, expectOf, testBrowser } from '../../support/browser/browser';
import { upload } from '../../support/content';
import { fixture } from '../../support/fixtures';
import { tabTo } from '../../support/browser/keys';
import { testServer, type TestServer } from '../../support/server';
import type { TestPerson } from '../../support/service';

const browser = testBrowser();
let server: TestServer;
let ann: TestPerson;
let ben: TestPerson;
let count = 0;

beforeAll(async () => {
  server = await testServer();
  [ben] = (await server.people('Ben')) as [TestPerson];
});
afterAll(() => server.close());
beforeEach(async () => {
  [ann] = (await server.people(`Ann${++count}`)) as [TestPerson];
});

function put(filename: string, bytes: Buffer | string = filename, folder = '') {
  return upload(server.now.service, ann.session, 'files.upload', Buffer.from(bytes), {
    filename,
    ...(folder && { folder }),
  });
}

async function names(folder = ''): Promise<string[]> {
  const files = await ann.call('files.list', { folder, sort: 'name', limit: 100 });
  return files.map(({ Name }) => Name);
}

function rows(page: Page) {
  return page.getByRole('grid', { name: 'Files' }).locator('[data-key]');
}

function row(page: Page, name: string) {
  return rows(page).filter({ hasText: name });
}

describe('files', () => {
  it('has its filters below the search field in a narrow window, also without files', async () => {
    const page = await browser.open(server, ann, { at: '#/files', width: 390, height: 700 });
    await expectOf(page.getByText('No files yet')).toBeVisible();
    const find = await boxOf(page.getByRole('searchbox', { name: 'Filter by name' }));
    const sort = await boxOf(page.getByRole('button', { name: /Sort/ }));
    expect(sort.y).toBeGreaterThanOrEqual(find.y + find.height);
  });

  it('are listed after folders, which open and return by the path, and can be filtered', async () => {
    await put('loose.txt');
    await put('roof.pdf', '%PDF-1.4\n', 'Yard/Benches');
    const page = await browser.open(server, ann, { at: '#/files' });
    await expectOf(rows(page)).toHaveCount(2);
    await expectOf(rows(page).first()).toContainText('Yard');
    await rows(page).first().click();
    await row(page, 'Benches').click();
    await expectOf(row(page, 'roof.pdf')).toBeVisible();
    await expectOf(page.getByRole('heading', { name: 'Benches' })).toBeVisible();
    const path = page.getByRole('navigation', { name: 'Current folder' });
    await path.getByRole('link', { name: 'Yard' }).click();
    await expectOf(row(page, 'Benches')).toBeVisible();
    await path.getByRole('link', { name: 'Files' }).click();
    await expectOf(row(page, 'loose.txt')).toBeVisible();

    await page.getByRole('searchbox', { name: 'Filter by name' }).fill('roof');
    await expectOf(rows(page)).toHaveCount(1);
    await expectOf(row(page, 'roof.pdf')).toBeVisible();
    await page.getByRole('button', { name: 'Images' }).click();
    await expectOf(page.getByText('Nothing found')).toBeVisible();
    await page.getByRole('button', { name: 'Show all' }).click();
    await expectOf(row(page, 'loose.txt')).toBeVisible();
  });

  it('can be opened from the rail, moved into a folder and sorted there, all by keyboard', async () => {
    const page = await browser.open(server, ann, { at: '#/chats' });
    const keys = page.keyboard;
    await tabTo(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Files' }));
    await keys.press('Enter');
    await tabTo(page, page.getByRole('button', { name: 'New folder' }));
    await keys.press('Enter');
    await expectOf(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
    await keys.type('Yard');
    await keys.press('Enter');
    await expectOf(page.getByRole('heading', { name: 'Yard' })).toBeVisible();
    await expectOf(page.getByRole('button', { name: 'New folder' })).toBeFocused();

    // Asked for early: the browser is told of it while the focus moves.
    const asked = page.waitForEvent('filechooser');
    await tabTo(page, page.getByRole('button', { name: 'Upload', exact: true }));
    await keys.press('Enter');
    const chosenFiles = ['a.txt', 'b.txt', 'c.txt'].map((name) => ({
      name,
      mimeType: 'text/plain',
      buffer: Buffer.from(`In ${name}`),
    }));
    await (await asked).setFiles(chosenFiles);
    await expectOf(rows(page)).toHaveCount(3);
    await tabTo(page, page.getByRole('columnheader', { name: 'Name' }).getByRole('button'));
    await keys.press('Enter');
    await expectOf(rows(page).first()).toContainText('a.txt');

    await tabTo(page, rows(page).first());
    await keys.press('Shift+ArrowDown');
    await expectOf(page.locator('[data-key][aria-selected=true]')).toHaveText([/a\.txt/, /b\.txt/]);
    await expectOf(page.getByRole('checkbox', { name: 'Select all' })).toHaveAttribute(
      'aria-checked',
      'mixed',
    );
    await keys.press('Delete');
    await expectOf(rows(page)).toHaveCount(1);
    await keys.press('Control+z');
    await expectOf(rows(page)).toHaveCount(3);
    const chosen = page.getByRole('grid', { name: 'Files' }).locator('[aria-selected=true]');
    await keys.press('Control+a');
    await expectOf(chosen).toHaveCount(3);
    await keys.press('Escape');
    await expectOf(chosen).toHaveCount(0);
    await keys.press('Home');
    await keys.press('Space');
    await expectOf(chosen).toHaveText([/a\.txt/]);
    await keys.press('Escape');
    await keys.press('End');
    await keys.press('F2');
    await expectOf(page.getByRole('textbox', { name: 'New name for c.txt' })).toBeFocused();
    await keys.type('last');
    await keys.press('Enter');
    await expectOf(row(page, 'last.txt')).toBeFocused();

    await keys.press('Enter');
    const preview = page.getByRole('complementary', { name: 'Preview' });
    await expectOf(preview.getByText('In c.txt')).toBeVisible();
    await keys.press('ArrowUp');
    await expectOf(preview.getByText('In b.txt')).toBeVisible();
    await tabTo(page, preview.getByRole('button', { name: 'Close preview' }));
    await keys.press('Enter');
    await expectOf(preview).toBeHidden();

    await keys.press('Backspace');
    await expectOf(row(page, 'Yard')).toBeFocused();
    await keys.press('Enter');
    await expectOf(row(page, 'a.txt')).toBeFocused();
    await expectOf(row(page, 'last.txt')).toBeVisible();
    expect(await names('Yard')).toEqual(['a.txt', 'b.txt', 'last.txt']);

    await keys.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    for (const words of ['Undo', 'Go to parent folder', 'Rename'])
      await expectOf(sheet.getByText(words)).toBeVisible();
  });

  it('can be selected with a rectangle drawn from empty space', async () => {
    for (const name of ['a.txt', 'b.txt', 'c.txt']) await put(name);
    const page = await browser.open(server, ann, { at: '#/files' });
    await page.getByRole('button', { name: 'Tiles' }).click();
    const boxes = () => Promise.all([boxOf(rows(page).first()), boxOf(rows(page).last())]);
    await expectOf
      .poll(async () => {
        const [first, last] = await boxes();
        return first.y === last.y && last.x > first.x;
      })
      .toBe(true);
    const [first, last] = await boxes();
    const below = first.y + first.height + 60;
    await page.mouse.move(first.x + 20, below);
    await page.mouse.down();
    await page.mouse.move(last.x - 20, first.y + 20, { steps: 5 });
    await page.mouse.up();
    await expectOf(page.getByRole('toolbar').getByText('2 selected')).toBeVisible();
    await page.mouse.click(last.x + 20, below);
    await expectOf(page.getByRole('toolbar')).toBeHidden();
  });

  it('can be dragged into a folder with the rest of the selection, and back by the path', async () => {
    for (const name of ['a.txt', 'b.txt', 'c.txt']) await put(name);
    await put('last.txt', 'x', 'Yard');
    const page = await browser.open(server, ann, { at: '#/files' });
    for (const name of ['a.txt', 'b.txt'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).click();
    await row(page, 'b.txt').dragTo(row(page, 'Yard'));
    await expectOf(page.getByText('2 files moved to Yard')).toBeVisible();
    await expectOf.poll(() => names('Yard')).toEqual(['a.txt', 'b.txt', 'last.txt']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectOf.poll(() => names('Yard')).toEqual(['last.txt']);
    await expectOf(rows(page)).toHaveCount(4);

    await row(page, 'Yard').click();
    await row(page, 'last.txt').dragTo(
      page.getByRole('navigation', { name: 'Current folder' }).getByRole('link', { name: 'Files' }),
    );
    await expectOf.poll(() => names()).toEqual(['a.txt', 'b.txt', 'c.txt', 'last.txt']);
  });

  it('keep the keyboard in the list after the selection is cleared or moved', async () => {
    for (const name of ['a.txt', 'b.txt']) await put(name);
    await put('deep.txt', '1', 'Attic');
    const page = await browser.open(server, ann, { at: '#/files' });
    const bar = page.getByRole('toolbar', { name: 'Selection' });
    await row(page, 'a.txt').focus();
    await page.keyboard.press('Space');
    await bar.getByRole('button', { name: 'Clear selection' }).press('Enter');
    await expectOf(row(page, 'a.txt')).toBeFocused();
    await page.keyboard.press('Space');
    await bar.getByRole('button', { name: 'Move' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Attic' }).press('Enter');
    await expectOf(row(page, 'a.txt')).toHaveCount(0);
    await expectOf(row(page, 'b.txt')).toBeFocused();
  });

  it('are selected with Shift from the last click, and with Ctrl together with the previewed one', async () => {
    for (const name of ['a.txt', 'b.txt', 'c.txt']) await put(name);
    const page = await browser.open(server, ann, { at: '#/files' });
    const chosen = page.locator('[data-key][aria-selected=true]');
    await rows(page).nth(0).click();
    await rows(page)
      .nth(2)
      .click({ modifiers: ['Shift'] });
    await expectOf(chosen).toHaveCount(3);
    await page.keyboard.press('Escape');
    await expectOf(chosen).toHaveCount(0);
    await rows(page)
      .nth(2)
      .click({ modifiers: ['Control'] });
    await expectOf(chosen).toHaveCount(2);
  });

  it('can be renamed by a pattern and moved to a folder, several at once', async () => {
    for (const name of ['x.txt', 'y.png']) await put(name);
    await put('deep.txt', '1', 'Attic/Left');
    const page = await browser.open(server, ann, { at: '#/files' });
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    const bar = page.getByRole('toolbar', { name: 'Selection' });
    await bar.getByRole('button', { name: 'Rename' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Pattern' }).fill('Roof');
    await expectOf(dialog.getByText(/^Include # or \*/)).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Pattern' }).fill('Roof #');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await expectOf.poll(() => names()).toEqual(['Roof 1.png', 'Roof 2.txt']);
    await bar.getByRole('button', { name: 'Move' }).click();
    // Also those that hold nothing but folders.
    await expectOf(dialog.getByRole('list').getByRole('listitem')).toHaveText(['Attic', 'Attic / Left']);
    // A move that is cancelled leaves the selection.
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expectOf(bar.getByText('2 selected')).toBeVisible();
    await bar.getByRole('button', { name: 'Move' }).click();
    await dialog.getByRole('textbox', { name: 'New folder' }).fill('Roof');
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await expectOf.poll(() => names('Roof')).toEqual(['Roof 1.png', 'Roof 2.txt']);
    await expectOf(rows(page)).toHaveCount(2);
    await expectOf(bar).toBeHidden();
  });

  it('preview pictures and text, and say when there is no preview', async () => {
    await put('notes.txt', 'Bring a shovel <b>please</b>');
    await put('yard.png', fixture('picture.png'));
    await put('bill.pdf', '%PDF-1.4\n');
    const page = await browser.open(server, ann, { at: '#/files' });
    const preview = page.getByRole('complementary', { name: 'Preview' });
    await row(page, 'notes.txt').click();
    await expectOf(preview.getByText('Bring a shovel <b>please</b>')).toBeVisible();
    await row(page, 'yard.png').click();
    const picture = preview.getByRole('img', { name: 'yard.png' });
    await expectOf
      .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(0);
    await preview.getByRole('button', { name: 'Previous file' }).click();
    await expectOf(preview.getByText(/^No preview for this file type/)).toBeVisible();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      preview.getByRole('link', { name: 'Download' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('bill.pdf');
    await page.keyboard.press('Escape');
    await expectOf(preview).toBeHidden();
  });

  it('can be sent to a chat, shown next to the file, and opened there by link', async () => {
    const { ID } = await put('plan.txt', 'The plan');
    const { ID: dialog_id } = await ann.call('dialogs.createPrivate', { user_id: ben.id });
    const page = await browser.open(server, ann, { at: `#/files?file=${ID}` });
    await page.getByRole('complementary').getByRole('button', { name: 'Send to chat' }).click();
    const asked = page.getByRole('dialog', { name: 'Send to' });
    // Nobody has written in their chat yet: the person is found.
    await asked.getByLabel('Search chats and people').fill('Ben');
    await asked.getByRole('button', { name: 'Ben' }).click();
    await asked.getByRole('textbox', { name: 'Add a message' }).fill('As agreed');
    await asked.getByRole('button', { name: 'Send', exact: true }).click();
    await expectOf(page.getByText('Sent to Ben')).toBeVisible();
    await expectOf(row(page, 'plan.txt').getByRole('img', { name: 'Ben' })).toBeVisible();
    expect(await ben.call('dialogs.messages', { dialog_id })).toMatchObject([
      { Text: 'As agreed', Attachments: [{ Type: 'file', Item: { Name: 'plan.txt' } }] },
    ]);
    const copy = page.getByRole('button', { name: 'Copy link' });
    const link = await copiedBy(page, () => copy.click());
    const other = await browser.open(server, ben, { at: link.slice(link.indexOf('#')) });
    await expectOf(other.getByText('The plan')).toBeVisible();
  });

  it('stay hidden after deletion when switching folders and returning', async () => {
    await put('old.txt');
    await put('kept.txt');
    await put('roof.txt', '1', 'Yard');
    const page = await browser.open(server, ann, { at: '#/files' });
    await page.getByRole('checkbox', { name: 'Select old.txt' }).click();
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
    // Its time stands still under the pointer.
    await page.getByRole('button', { name: 'Undo' }).hover();
    await row(page, 'Yard').press('Enter');
    await expectOf(row(page, 'roof.txt')).toBeVisible();
    await page.goBack();
    await expectOf(row(page, 'kept.txt')).toBeVisible();
    await page.getByRole('button', { name: 'Tiles' }).press('Enter');
    await expectOf(rows(page)).toHaveText([/Yard/, /kept/]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectOf(row(page, 'old.txt')).toBeVisible();
  });

  it('are all deleted although the page is left before the deletion can no longer be undone', async () => {
    const all = Array.from({ length: 8 }, (_, index) => `old ${index}.txt`);
    for (const name of all) await put(name);
    const page = await browser.open(server, ann, { at: '#/files' });
    await rows(page).first().focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await expectOf(page.getByText('8 files deleted')).toBeVisible();
    await page.reload();
    await expect.poll(() => names()).toEqual([]);
  });

  it('are not opened by the second half of a double click on their folder', async () => {
    await put('roof.txt', '1', 'Yard/Benches');
    const page = await browser.open(server, ann, { at: '#/files' });
    const { x, y } = await boxOf(row(page, 'Yard'));
    await page.mouse.click(x + 200, y + 20);
    await expectOf(row(page, 'Benches')).toBeVisible();
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await page.mouse.click(x + 200, y - 20);
    await expectOf(page.getByRole('heading', { name: 'Yard' })).toBeVisible();
    await page.mouse.click(x + 200, y + 20);
    await expectOf(row(page, 'roof.txt')).toBeVisible();
  });

  it('can be uploaded into a new folder whose name was typed with extra spaces and slashes', async () => {
    const page = await browser.open(server, ann, { at: '#/files?in=Yard' });
    await page.getByRole('button', { name: 'New folder' }).click();
    const name = page.getByRole('dialog').getByRole('textbox');
    await name.fill(' / ');
    await expectOf(page.getByRole('dialog').getByRole('button', { name: 'Create' })).toBeDisabled();
    await name.fill('/ Benches // Old /');
    await name.press('Enter');
    await expectOf(page.getByRole('heading', { name: 'Old', exact: true })).toBeVisible();
    await put('roof.txt', '1', 'Yard/Benches/Old');
    await expectOf(row(page, 'roof.txt')).toBeVisible();
    await row(page, 'roof.txt').press('F2');
    await page.getByRole('textbox', { name: 'New name for roof.txt' }).fill('floor.txt');
    await page.keyboard.press('Enter');
    await expectOf(row(page, 'floor.txt')).toBeVisible();
    await expectOf(page).toHaveURL(`${server.url}/#/files?in=Yard%2FBenches%2FOld`);
  });

  it('are all downloaded, however many are selected', async () => {
    for (let one = 1; one <= 12; one++) await put(`${one}.txt`);
    const page = await browser.open(server, ann, { at: '#/files' });
    const downloaded = new Set<string>();
    page.on('download', (download) => downloaded.add(download.suggestedFilename()));
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await page.getByRole('toolbar').getByRole('button', { name: 'Download' }).click();
    await expectOf.poll(() => downloaded.size).toBe(12);
  });

  it('can be dropped or pasted into the open folder, and dragged out of it', async () => {
    const page = await browser.open(server, ann, { at: '#/files?in=Yard' });
    await expectOf(page.getByText('This folder is empty')).toBeVisible();
    await page.evaluate(() => {
      const dropped = new DataTransfer();
      dropped.items.add(new File(['dropped'], 'dropped.txt'));
      const ground = document.querySelector('main section')!;
      ground.dispatchEvent(new DragEvent('dragenter', { bubbles: true, dataTransfer: dropped }));
      ground.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: dropped }));
      const pasted = new DataTransfer();
      pasted.items.add(new File(['pasted'], 'pasted.png'));
      document.body.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, clipboardData: pasted }));
    });
    await expectOf(rows(page)).toHaveCount(2);
    expect(await names('Yard')).toEqual(['dropped.txt', 'pasted.png']);

    await put('a: b.txt', 'a: b.txt', 'Yard');
    await expectOf(row(page, 'a: b.txt')).toBeVisible();
    const [type, ...address] = await row(page, 'a: b.txt').evaluate((line) => {
      const dataTransfer = new DataTransfer();
      line.dispatchEvent(new DragEvent('dragstart', { bubbles: true, cancelable: true, dataTransfer }));
      return dataTransfer.getData('DownloadURL').split(':a_ b.txt:');
    });
    expect(type).toBe('text/plain');
    expect(await (await fetch(address.join(''))).text()).toBe('a: b.txt');
  });
});
