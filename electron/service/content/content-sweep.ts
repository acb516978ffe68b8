import { Sweeper, type SweeperParts } from '../../content/sweep';
import type { Store } from '../../database/open';
import { findNamedHashes, listNamedHashes } from './content-queries';

type Parts = Omit<SweeperParts, 'listNamed' | 'findNamed'> & { store: Store };

/** The sweep of contents that no row of the database names. */
export function openSweeper({ store, ...parts }: Parts): Sweeper {
  return new Sweeper({
    ...parts,
    listNamed: (after) => store.read((db) => listNamedHashes(db, after)),
    findNamed: (hashes) => store.read((db) => findNamedHashes(db, hashes)),
  });
}
