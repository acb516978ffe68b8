// @vitest-environment happy-dom
import { describe, expect, onTestFinished, test } from 'vitest';
import { Chats } from '../../../../renderer/chats/dialogs/own-chats.svelte';
import { dialogMenu } from '../../../../renderer/chats/dialogs/dialog-menu';
import { isShown } from '../../../../renderer/chats/folders/dialog-filter';
import { DialogFolders } from '../../../../renderer/chats/folders/folders.svelte';
import { Screen } from '../../../../renderer/chats/screen.svelte';
import { toasts } from '../../../../renderer/ui';
import { DialogFolder, DialogModel } from '../../../../shared/contract/records';
import { AppError } from '../../../../shared/errors';
import { LIMITS } from '../../../../shared/limits';
import { fakeHost } from '../../../support/hosts/fake-host';
import { recordOf } from '../../record-of';
import { ME, openPage, settled, toastTexts, undo } from '../page';

const folder = (part: Partial<DialogFolder>) => recordOf(DialogFolder, part);

/** Two folders of a signed-in person. */
async function twoFolders() {
  await openPage();
  fakeHost.answer('dialogs.folders', () => [
    folder({ ID: 1, Name: 'Work', Position: 0 }),
    folder({ ID: 2, Name: 'Home', Position: 1, Dialogs: [5] }),
  ]);
  const folders = new DialogFolders();
  const stop = folders.follow();
  await expect.poll(() => folders.all.length).toBe(2);
  const names = () => folders.all.map(({ Name }) => Name);
  return { folders, names, stop };
}

test('folders follow what another device did', async () => {
  const { folders, names, stop } = await twoFolders();
  fakeHost.send({
    Type: 'dialog_folder',
    ID: 3,
    Folder: folder({ ID: 3, Name: 'News', Position: 2 }),
    Seq: 1,
  });
  fakeHost.send({
    Type: 'dialog_folder',
    ID: 2,
    Folder: folder({ ID: 2, Name: 'Family', Position: -1 }),
    Seq: 2,
  });
  await expect.poll(names).toEqual(['Family', 'Work', 'News']);
  fakeHost.send({ Type: 'dialog_folder', ID: 1, Folder: null, Seq: 3 });
  await expect.poll(names).toEqual(['Family', 'News']);
  expect(folders.find(2)?.Dialogs).toEqual([]);
  stop();
});

test('saving a form keeps what another device has changed since it was opened', async () => {
  const { folders, stop } = await twoFolders();
  fakeHost.answer('dialogs.updateFolder', () => folder({ ID: 2 }));
  const opened = folders.find(2);
  if (!opened) throw new Error('no folder');
  const elsewhere = folder({ ID: 2, Name: 'Family', Position: 1, Types: ['group'], Dialogs: [5, 6] });
  fakeHost.send({ Type: 'dialog_folder', ID: 2, Folder: elsewhere, Seq: 4 });
  await expect.poll(() => folders.find(2)?.Name).toBe('Family');
  await folders.update(opened, { Name: 'Home', Types: ['channel'], Dialogs: [7] });
  await folders.update(opened, opened);
  expect(fakeHost.inputsOf('dialogs.updateFolder')).toEqual([
    { folder_id: 2, types: ['group', 'channel'], dialogs: [6, 7] },
  ]);
  stop();
});

test('a change is shown at once and undone if it fails', async () => {
  const { folders, names, stop } = await twoFolders();
  const fail = () => {
    throw new AppError('conflict');
  };
  fakeHost.answer('dialogs.orderFolders', () => ({ ok: true as const }));
  const [work] = folders.all;
  if (!work) throw new Error('no folder');
  const moved = folders.move(work, 1);
  expect(names()).toEqual(['Home', 'Work']);
  await moved;
  fakeHost.answer('dialogs.putInFolder', fail);
  const put = folders.set(work, 7, true);
  expect(folders.find(1)?.Dialogs).toEqual([7]);
  await expect(put).rejects.toThrow();
  expect(folders.find(1)?.Dialogs).toEqual([]);
  fakeHost.answer('dialogs.removeFolder', fail);
  const removal = folders.remove(work);
  expect(names()).toEqual(['Home']);
  await expect(removal).rejects.toThrow();
  expect(names()).toEqual(['Home', 'Work']);
  stop();
});

describe('deleting a folder', () => {
  async function threeFolders() {
    await openPage();
    fakeHost.answer('dialogs.list', () => []);
    fakeHost.answer('dialogs.folders', () =>
      ['Work', 'Home', 'News'].map((Name, Position) => folder({ ID: Position + 1, Name, Position })),
    );
    fakeHost.answer('dialogs.removeFolder', () => ({ ok: true }));
    const chats = new Chats(ME);
    onTestFinished(() => chats.close());
    await settled();
    const names = () => chats.folders.all.map(({ Name }) => Name);
    return {
      chats,
      screen: new Screen(chats),
      names,
      removals: () => fakeHost.inputsOf('dialogs.removeFolder'),
    };
  }

  test('hides it, and can be undone until it is deleted', async () => {
    const { chats, screen, names, removals } = await threeFolders();
    chats.filter = 'folder 2';
    screen.removeFolder(chats.folders.find(2)!);
    expect([names(), chats.filter, toastTexts()]).toEqual([['Work', 'News'], 'all', ['Folder deleted']]);
    fakeHost.send({
      Type: 'dialog_folder',
      ID: 2,
      Folder: folder({ ID: 2, Name: 'Yard', Position: 1 }),
      Seq: 10,
    });
    await settled();
    expect(names()).toEqual(['Work', 'News']);
    undo();
    expect(names()).toEqual(['Work', 'Yard', 'News']);
    screen.removeFolder(chats.folders.find(2)!);
    toasts.expireAll();
    await settled();
    expect([names(), removals()]).toEqual([['Work', 'News'], [{ folder_id: 2 }]]);
  });

  test('shows it again if the host refuses', async () => {
    const { chats, screen, names } = await threeFolders();
    fakeHost.answer('dialogs.removeFolder', () => {
      throw new AppError('server_error');
    });
    screen.removeFolder(chats.folders.find(2)!);
    toasts.expireAll();
    await settled();
    expect(names()).toEqual(['Work', 'Home', 'News']);
  });

  test('keeps its place while others move past it, and makes room for a new one at once', async () => {
    const { chats, screen, names, removals } = await threeFolders();
    fakeHost.answer('dialogs.orderFolders', () => ({ ok: true }));
    screen.removeFolder(chats.folders.find(2)!);
    await chats.folders.move(chats.folders.find(3)!, -1);
    expect(names()).toEqual(['News', 'Work']);
    expect(fakeHost.inputsOf('dialogs.orderFolders')).toEqual([{ folders: [3, 2, 1] }]);
    screen.editFolder(null);
    await settled();
    expect([toastTexts(), removals()]).toEqual([[], [{ folder_id: 2 }]]);
  });
});

test('the list shows all chats once another device has deleted the folder it showed', async () => {
  await openPage();
  fakeHost.answer('dialogs.list', () => [recordOf(DialogModel, { ID: 5, Type: 'group', Member: true })]);
  fakeHost.answer('dialogs.folders', () => [folder({ ID: 2, Name: 'Home' })]);
  const chats = new Chats(ME);
  onTestFinished(() => chats.close());
  await settled();
  chats.filter = 'folder 2';
  expect([chats.filter, chats.shown.length]).toEqual(['folder 2', 0]);
  fakeHost.send({ Type: 'dialog_folder', ID: 2, Folder: null, Seq: 20 });
  await settled();
  expect([chats.filter, chats.shown.length]).toEqual(['all', 1]);
});

test('offers neither more folders nor more chats in one than there may be', async () => {
  const dialog = recordOf(DialogModel, { ID: 5, Type: 'group', Member: true });
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1_000);
  await openPage();
  fakeHost.answer('dialogs.list', () => [dialog]);
  fakeHost.answer('dialogs.folders', () => [
    folder({ ID: 1, Name: 'Full', Dialogs: numbers(LIMITS.folderDialogs) }),
    folder({ ID: 2, Name: 'Full with it', Dialogs: [5, ...numbers(LIMITS.folderDialogs - 1)] }),
    ...numbers(LIMITS.foldersEach - 2).map((ID) => folder({ ID, Name: `Folder ${ID}` })),
  ]);
  const chats = new Chats(ME);
  onTestFinished(() => chats.close());
  await settled();
  const branch = dialogMenu(new Screen(chats), dialog).find(
    (item) => item !== 'line' && 'items' in item && item.label === 'Add to folder',
  );
  if (!branch || branch === 'line' || !('items' in branch)) throw new Error('no folders in the menu');
  const disabled = branch.items.flatMap((item) =>
    item !== 'line' && 'disabled' in item && item.disabled ? [item.label] : [],
  );
  expect(disabled).toEqual(['Full', 'New folder']);
  expect(chats.folders.isFull).toBe(true);
});

describe('the list shows', () => {
  const dialog = (part: Partial<DialogModel>) => recordOf(DialogModel, { ID: 5, Type: 'group', ...part });
  const archived = dialog({ Archived: true, Unread: 2 });

  test('archived chats in the archive, and in folders they were put into', () => {
    for (const filter of ['all', 'unread', 'groups', 'channels'] as const) {
      expect(isShown(archived, filter), filter).toBe(false);
    }
    expect(isShown(archived, 'archive')).toBe(true);
    expect(isShown(archived, 'folder 1', folder({ ID: 1, Types: ['group'] }))).toBe(false);
    expect(isShown(archived, 'folder 1', folder({ ID: 1, Dialogs: [5] }))).toBe(true);
    expect(isShown(dialog({}), 'archive')).toBe(false);
  });

  test('chats of a kind', () => {
    expect(isShown(dialog({}), 'groups')).toBe(true);
    expect(isShown(dialog({}), 'channels')).toBe(false);
    expect(isShown(dialog({}), 'unread')).toBe(false);
    expect(isShown(dialog({ Unread: 1 }), 'unread')).toBe(true);
    expect(isShown(dialog({}), 'folder 1', folder({ ID: 1, Types: ['group', 'private'] }))).toBe(true);
  });
});
