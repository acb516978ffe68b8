import { Sweeper, type SweeperParts } from '../../content/sweep';
import type { Store } from '../../database/open';
import { findReferencedHashes, listReferencedHashes } from './content-queries';

type Parts = Omit<SweeperParts, 'listNamed' | 'findNamed'> & { store: Store };

/** Creates the sweeper that removes stored content to which no row refers. */
export function openSweeper({ store, ...parts }: Parts): Sweeper {
  return new Sweeper({
    ...parts,
    listNamed: (after) => store.read((db) => listReferencedHashes(db, after)),
    findNamed: (hashes) => store.read((db) => findReferencedHashes(db, hashes)),
  });
}
