// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { AppError } from '../../../../renderer/api';
import { FileCommands } from '../../../../renderer/files/file-commands.svelte';
import { FileLibrary } from '../../../../renderer/files/library.svelte';
import { FileSelection } from '../../../../renderer/files/list/selection.svelte';
import { toasts } from '../../../../renderer/ui';
import { File } from '../../../../shared/contract/records';
import { fakeHost } from '../../../support/hosts/fake-host';
import { recordOf } from '../../record-of';
import { openPage, settled, toastTexts } from '../page';

const FILES = [1, 2, 3].map((ID) => recordOf(File, { ID, Name: `${ID}.txt` }));
const [first, second, third] = FILES as [File, File, File];

beforeEach(async () => {
  await openPage();
  fakeHost.answer('files.folders', () => []);
  fakeHost.answer('files.list', () => FILES);
});

/** A file manager with all files, the second of them in the preview. */
async function openFiles() {
  const library = new FileLibrary('');
  await library.load();
  const selection = new FileSelection(() => library.items);
  const calls: string[] = [];
  const commands = new FileCommands(() => ({
    library,
    selection,
    previewedId: 2,
    closePreview: () => calls.push('close preview'),
    focusList: () => calls.push('focus list'),
  }));
  const choose = (...ids: number[]) =>
    selection.set(library.items.filter(({ key }) => ids.some((id) => key === `file-${id}`)));
  return { library, selection, commands, calls, choose };
}

test('deleting selected files moves the focus past them, and closes the preview of one of them', async () => {
  const { library, selection, commands, calls, choose } = await openFiles();
  choose(1, 2);
  commands.remove(commands.targets);
  expect(library.items.map(({ key }) => key)).toEqual(['file-3']);
  expect([selection.focused, selection.files, calls]).toEqual([
    'file-3',
    [],
    ['close preview', 'focus list'],
  ]);
  commands.remove([]);
  commands.remove([third]);
  expect(calls).toEqual(['close preview', 'focus list', 'focus list']);
  while (toasts.undoLast());
  expect(library.items).toHaveLength(3);
});

test('without a selection, commands are for the focused file', async () => {
  const { library, selection, commands, choose } = await openFiles();
  selection.focus(library.items[1]!);
  expect(commands.targets).toEqual([second]);
  choose(1, 3);
  expect(commands.targets).toEqual([first, third]);
});

test('one file is renamed in the list, several in a dialog', async () => {
  const { commands } = await openFiles();
  commands.rename([]);
  commands.rename([second]);
  expect([commands.renamingId, commands.dialog]).toEqual([2, undefined]);
  commands.rename([first, third]);
  expect(commands.dialog).toEqual({ what: 'rename', files: [first, third] });
  commands.closeDialog();
  expect(commands.dialog).toBeUndefined();
});

test('moving clears the selection, unless it fails', async () => {
  const { selection, commands, calls, choose } = await openFiles();
  choose(1);
  fakeHost.answer('files.update', () => {
    throw new AppError('server_error', 'The disk is full.');
  });
  await commands.moveTo(selection.files, 'Bills');
  expect([selection.files, toastTexts().length, selection.focused]).toEqual([[first], 1, 'file-2']);
  fakeHost.answer('files.update', () => ({ ...first, Folder: 'Bills' }));
  await commands.moveTo(selection.files, 'Bills');
  expect(selection.files).toEqual([]);

  choose(3);
  commands.ask('move', selection.files);
  commands.endMoving();
  await settled();
  expect([commands.dialog, selection.files, calls]).toEqual([undefined, [], ['focus list']]);
});
