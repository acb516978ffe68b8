import type { File } from '../../shared/contract/records';
import { call } from '../api';
import { errorText } from '../i18n/errors';
import { m } from '../i18n/index.svelte';
import { copy } from '../common/copy';
import { addressForOthers } from '../addresses.svelte';
import { toasts } from '../ui';
import type { FileLibrary } from './library.svelte';

/** Renames a file with an optimistic update; restores the old name if the request fails. */
export async function rename(library: FileLibrary, file: File, name: string): Promise<void> {
  library.take([{ ...file, Name: name }]);
  try {
    library.take([await call('files.update', { file_id: file.ID, name })]);
  } catch (error) {
    library.take([file]);
    toasts.show({ message: errorText(error), tone: 'danger' });
  }
}

/** Moves files to a folder, one at a time. Throws AppError; files moved before the error stay moved. */
export async function move(library: FileLibrary, files: readonly File[], folder: string): Promise<void> {
  for (const { ID } of files) library.take([await call('files.update', { file_id: ID, folder })]);
  toasts.show({
    message: m().files.moved(files.length, folder || m().files.title),
    undo: { label: m().common.undo, run: () => void moveBack(library, files) },
  });
}

async function moveBack(library: FileLibrary, files: readonly File[]): Promise<void> {
  try {
    for (const { ID, Folder: folder } of files)
      library.take([await call('files.update', { file_id: ID, folder })]);
  } catch (error) {
    toasts.show({ message: errorText(error), tone: 'danger' });
  }
}

/** Hides files and deletes them once the undo toast expires. */
export function remove(library: FileLibrary, files: readonly File[]): void {
  const ids = files.map(({ ID }) => ID);
  library.hide(ids);
  toasts.show({
    message: m().files.deleted(ids.length),
    undo: { label: m().common.undo, run: () => library.unhide(ids) },
    onexpire: () => void removeNow(library, ids),
  });
}

async function removeNow(library: FileLibrary, ids: readonly number[]): Promise<void> {
  // All at once: a page that is being closed sends nothing later.
  const results = await Promise.allSettled(ids.map((file_id) => call('files.remove', { file_id })));
  library.unhide(ids.filter((_, index) => results[index]?.status === 'rejected'));
  const failure = results.find((result) => result.status === 'rejected');
  if (failure) toasts.show({ message: errorText(failure.reason), tone: 'danger' });
}

/** Returns a link to a file; null if this app has no address reachable by others. */
export function linkTo({ ID }: Pick<File, 'ID'>): string | null {
  return addressForOthers({ view: 'files', fileId: ID });
}

/** Copies the link to a file to the clipboard and shows a toast. */
export async function copyLink(file: Pick<File, 'ID'>): Promise<void> {
  const link = linkTo(file);
  if (link !== null) await copy(link, m().files.linkCopied);
}
