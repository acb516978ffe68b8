import { foundation } from './0001-foundation';
import { media } from './0002-media';
import { walls } from './0003-walls';
import { uploads } from './0004-uploads';
import { storage } from './0005-storage';
import { sharing } from './0006-sharing';
import { knownAddresses } from './0007-known-addresses';
import { registrations } from './0008-registrations';
import { letters } from './0009-letters';
import { growth } from './0010-growth';
import { removals } from './0011-removals';

/** One step of the schema. Frozen once shipped: a mistake is mended by the next step. */
export interface Migration {
  name: string;
  sql: string;
}

/** All steps in order. The count of those done is the database's `user_version`. */
export const migrations: readonly Migration[] = [
  foundation,
  media,
  walls,
  uploads,
  storage,
  sharing,
  knownAddresses,
  registrations,
  letters,
  growth,
  removals,
];
