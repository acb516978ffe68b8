import { z } from 'zod';
import { LIMITS } from '../limits';
import { read, write } from './endpoint';
import { BaseOkay, DialogFolder, DialogType } from './records';
import { flag, identifier, name, uniqueIdentifiers } from './values';

const folder = { folder_id: identifier() };
const types = () => z.array(DialogType).max(DialogType.options.length);
const dialogsOf = () => uniqueIdentifiers(LIMITS.folderDialogs);

/** How a person arranges their own list of dialogs: pins in order, an archive, folders. Others see nothing of it. */
export const dialogFolders = {
  'dialogs.orderPins': write('PUT /dialogs/pins', {
    summary: 'Puts the pinned dialogs into this order, the first on top; others stay pinned below them.',
    since: '1.1.0',
    input: z.object({ dialogs: uniqueIdentifiers(LIMITS.pinnedDialogs) }),
    output: BaseOkay,
  }),
  'dialogs.archive': write('PATCH /dialogs/{dialog_id}/archive', {
    summary:
      'Archives a dialog, which unpins it, or takes it back. A new message of another person takes it back unless it is muted.',
    since: '1.1.0',
    input: z.object({ dialog_id: identifier(), value: flag().optional() }),
    output: BaseOkay,
  }),
  'dialogs.folders': read('GET /dialogs/folders', {
    summary: "The caller's folders of dialogs, in order.",
    since: '1.1.0',
    input: z.object({}),
    output: z.array(DialogFolder),
  }),
  'dialogs.createFolder': write('POST /dialogs/folders', {
    summary: 'Makes a folder of dialogs, the last one in order.',
    since: '1.1.0',
    input: z.object({
      name: name(LIMITS.folderName),
      types: types().default([]),
      dialogs: dialogsOf().default([]),
    }),
    output: DialogFolder,
  }),
  'dialogs.updateFolder': write('PATCH /dialogs/folders/{folder_id}', {
    summary: 'Changes the given parts of a folder of dialogs.',
    since: '1.1.0',
    input: z.object({
      ...folder,
      name: name(LIMITS.folderName).optional(),
      types: types().optional(),
      dialogs: dialogsOf().optional(),
    }),
    output: DialogFolder,
  }),
  'dialogs.putInFolder': write('PUT /dialogs/folders/{folder_id}/dialogs/{dialog_id}', {
    summary: 'Puts a dialog into a folder.',
    since: '1.1.0',
    input: z.object({ ...folder, dialog_id: identifier() }),
    output: BaseOkay,
  }),
  'dialogs.takeFromFolder': write('DELETE /dialogs/folders/{folder_id}/dialogs/{dialog_id}', {
    summary: 'Takes a dialog out of a folder, in which it stays if the folder has all dialogs of its type.',
    since: '1.1.0',
    input: z.object({ ...folder, dialog_id: identifier() }),
    output: BaseOkay,
  }),
  'dialogs.orderFolders': write('PUT /dialogs/folders', {
    summary: 'Puts the folders of dialogs into this order; those that are not named follow.',
    since: '1.1.0',
    input: z.object({ folders: uniqueIdentifiers(LIMITS.foldersEach) }),
    output: BaseOkay,
  }),
  'dialogs.removeFolder': write('DELETE /dialogs/folders/{folder_id}', {
    summary: 'Deletes a folder; its dialogs stay.',
    since: '1.1.0',
    input: z.object(folder),
    output: BaseOkay,
  }),
} as const;
