import type { ContentKind } from '../../../database/schema';

/** The path of `ExportSource`. */
export const SOURCE_FILE = 'data/source.json';

/** Increases when older versions could not import the export any more. */
export const EXPORT_VERSION = 1;

/** What the export says about itself: the IDs of the community and of the account. */
export interface ExportSource {
  Version: number;
  Community: number;
  Person: number;
}

/** The folder of the contents of each kind, and the name of their list. */
export const FOLDERS: Record<ContentKind, string> = {
  file: 'files',
  photo: 'photos',
  track: 'tracks',
  video: 'videos',
};

/** Path in the zip file of a list of records, such as `data/posts.json`. */
export function listPath(name: string): string {
  return `data/${name}.json`;
}
