import { Sweeper, type SweeperOptions } from '../../content/sweep';
import type { Store } from '../../database/open';
import { findReferencedHashes, listReferencedHashes } from './content-queries';
import { saveUnusedContent } from './unused-content-queries';

type Parts = Omit<
  SweeperOptions,
  'isDatabaseSound' | 'listReferenced' | 'findReferenced' | 'onUnapproved'
> & { store: Store };

/** Creates the sweeper that removes stored content to which no row refers. */
export function openSweeper({ store, ...parts }: Parts): Sweeper {
  return new Sweeper({
    ...parts,
    isDatabaseSound: () => store.health.isSound,
    listReferenced: (after) => store.read((db) => listReferencedHashes(db, after)),
    findReferenced: (hashes) => store.read((db) => findReferencedHashes(db, hashes)),
    // Stored, because the administrator may ask another process, or after a restart.
    onUnapproved: (left) => store.writer.run(() => saveUnusedContent(store.writer.db, left)),
  });
}
