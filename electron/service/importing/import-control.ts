import type { AccountImport } from '../../../shared/contract/records';
import type { ReceivedFile } from '../../content/store';
import type { ImportRow } from './queries';

/** What handlers may do with the imports of accounts. */
export interface ImportControl {
  /** Moves a received export to the exports that are to be imported, and returns its name there. */
  adopt: (file: ReceivedFile) => Promise<string>;
  /** Deletes an adopted export. */
  discard: (name: string) => void;
  /** Runs a stored import when it is its turn. */
  start: (stored: StoredImport) => void;
  /** Stops the running import of a person after the item at hand. */
  cancel: (person: number) => void;
  /** Returns how far the running import of a person is; null if it has not begun. */
  progress: (person: number) => ImportProgress | null;
}

/** An import that was stored, and the name of its adopted export. */
export type StoredImport = Pick<ImportRow, 'person_id' | 'id' | 'file'>;

/** What is known of a running import. */
export type ImportProgress = Pick<AccountImport, 'Done' | 'Items' | 'Skipped'>;
