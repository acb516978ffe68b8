// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { isShown } from '../../../../renderer/chats/folders/dialog-filter';
import { DialogFolders } from '../../../../renderer/chats/folders/folders.svelte';
import { DialogFolder, DialogModel } from '../../../../shared/contract/records';
import { AppError } from '../../../../shared/errors';
import { fakeHost } from '../../../support/hosts/fake-host';
import { recordOf } from '../../record-of';
import { openPage } from '../page';

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
