import type { File } from '../../../shared/contract/records';

/** A subfolder of the current folder; `count` and `size` include its own subfolders. */
export interface FolderItem {
  key: string;
  path: string;
  name: string;
  count: number;
  size: number;
}

/** A file in the list. */
export interface FileItem {
  key: string;
  file: File;
}

export type Item = FolderItem | FileItem;

/** Whether an item is a file. */
export function isFile(item: Item): item is FileItem {
  return 'file' in item;
}

/** Returns the list item of a file. */
export function itemOf(file: File): FileItem {
  return { key: `file-${file.ID}`, file };
}

/** Returns the direct subfolders of a folder, by name. */
export function foldersIn(
  folder: string,
  all: readonly { Path: string; Files: number; Size: number }[],
): FolderItem[] {
  const beginning = folder === '' ? '' : `${folder}/`;
  const found = new Map<string, FolderItem>();
  for (const { Path, Files, Size } of all) {
    if (Path === folder || !Path.startsWith(beginning)) continue;
    const [name = ''] = Path.slice(beginning.length).split('/');
    const path = beginning + name;
    const known = found.get(path) ?? { key: `folder-${path}`, path, name, count: 0, size: 0 };
    found.set(path, { ...known, count: known.count + Files, size: known.size + Size });
  }
  return [...found.values()].sort((one, other) => one.name.localeCompare(other.name));
}

/** Whether a path is this folder or below it. */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** Returns the paths of folders and all their parents, sorted, without the root (""). */
export function withThoseAbove(paths: readonly string[]): string[] {
  const all = paths.flatMap((path) => {
    const steps = path.split('/');
    return steps.map((_, step) => steps.slice(0, step + 1).join('/'));
  });
  return [...new Set(all)].filter((path) => path !== '').sort((one, other) => one.localeCompare(other));
}

/** Splits a file name into the stem and the extension with its dot ("" if none). */
export function splitName(name: string): { stem: string; ending: string } {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? { stem: name.slice(0, dot), ending: name.slice(dot) } : { stem: name, ending: '' };
}
