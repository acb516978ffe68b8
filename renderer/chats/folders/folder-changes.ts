import type { DialogFolder } from '../../../shared/contract/records';

/** The parts of a folder that a person chooses. */
export type FolderParts = Pick<DialogFolder, 'Name' | 'Types' | 'Dialogs'>;

/** Returns a folder as it is now, with what a person has changed of it since they opened its form. */
export function withChanges(now: FolderParts, opened: FolderParts, chosen: FolderParts): FolderParts {
  return {
    Name: chosen.Name === opened.Name ? now.Name : chosen.Name,
    Types: merged(now.Types, opened.Types, chosen.Types),
    Dialogs: merged(now.Dialogs, opened.Dialogs, chosen.Dialogs),
  };
}

/** What is there now, without what was removed from the earlier items and with what was added to them. */
function merged<T>(now: readonly T[], earlier: readonly T[], chosen: readonly T[]): T[] {
  const [there, before, wanted] = [new Set(now), new Set(earlier), new Set(chosen)];
  const kept = now.filter((item) => wanted.has(item) || !before.has(item));
  return [...kept, ...chosen.filter((item) => !before.has(item) && !there.has(item))];
}
