import type { File, Photo, Track, Video } from '../../../../shared/contract/records';
import { safeFileName } from '../../../../shared/file-names';
import { LIMITS } from '../../../../shared/limits';
import type { ContentKind } from '../../../database/schema';
import { FOLDERS } from './layout';

export type LibraryItem = File | Photo | Track | Video;

/**
 * The path of an item in the zip. The ID makes the file name unique; characters that some systems can't write are
 * removed. At most 255 bytes of UTF-8, which every file system and unzip accepts.
 */
export function contentPath(kind: ContentKind, item: LibraryItem): string {
  const [address = ''] = item.Url.split('?', 1);
  const name = 'Folder' in item ? item.Name : decodeURIComponent(address.slice(address.lastIndexOf('/') + 1));
  const start = `${FOLDERS[kind]}/${item.ID}-`;
  return start + safeFileName(name, LIMITS.fileName - start.length);
}

/** A path in the zip as the relative URL of a link. `up` leads from the folder of the page to the start page's. */
export function linkTo(path: string, up = ''): string {
  return up + path.split('/').map(encodeURIComponent).join('/');
}
