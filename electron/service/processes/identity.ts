import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DATABASE_FILE } from '../../database/health/missing-database';
import type { PostgresStore } from '../../database/postgres/open';
import { findMetaValue, saveMetaValue } from '../../database/meta-queries';
import { fingerprintOf } from '../../identity/fingerprint';
import {
  createCommunityRow,
  newLogName,
  type CommunityIdentity,
  type Registration,
} from '../community-identity';
import { createInstallation, findCommunityRow, findLastTerm, insertCommunityRow } from './identity-queries';
import { IdentifierSequence } from '../identifiers';

/** The identity of a community that several processes serve; its events and identifiers are numbered by all of them. */
export interface SharedIdentity extends CommunityIdentity {
  sequence: IdentifierSequence;
}

/**
 * Reads the identity of a PostgreSQL database; the first process creates community, keys and log. Throws if it would
 * create them although `folder`, the data folder or "", holds a community.
 */
export async function openSharedIdentity(
  { writer, postgres }: PostgresStore,
  { now, registration, folder }: { now: () => number; registration: Registration; folder: string },
): Promise<SharedIdentity> {
  const { db } = writer;
  let counter = { seq: 0, last_id: 0 };
  postgres.writing.onBegin = (begun) => (counter = begun);
  return writer.runDespiteGate(async () => {
    const number = await createInstallation(db, now());
    const sequence = new IdentifierSequence(number, now);
    sequence.continueAfter(counter.last_id);
    const create = async () => {
      requireNoCommunity(folder);
      const created = createCommunityRow(sequence.next(), now(), registration);
      await insertCommunityRow(db, created, hostname());
      await postgres.writing.query('UPDATE event_counter SET last_id = $1', [sequence.last]);
      return created;
    };
    const community = (await findCommunityRow(db)) ?? (await create());
    const log = (await findMetaValue(db, 'log')) ?? newLogName();
    await saveMetaValue(db, 'log', log);
    const { term, seq } = await findLastTerm(db);
    return {
      community: { id: community.id, key: fingerprintOf(community.public_key) },
      log,
      ids: { number, next: () => sequence.next(), save: () => undefined },
      sequence,
      contentKey: community.content_key,
      keys: { privateKey: community.private_key, publicKey: community.public_key },
      term,
      termSeq: seq,
      seq: counter.seq,
    };
  });
}

/** The contents of another community would be taken for unused ones. */
function requireNoCommunity(folder: string): void {
  if (folder === '' || !existsSync(join(folder, DATABASE_FILE))) return;
  throw new Error(
    `${folder} holds a community, and the database none yet. Move it there with --import ${folder}, or name another folder with --data.`,
  );
}
