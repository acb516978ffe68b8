import Database from 'better-sqlite3';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { fingerprintOf } from '../identity/fingerprint';
import { migrate } from '../database/open';
import { CERTIFICATE_FILE } from '../sharing/host-certificate';
import { findCommunityKey, findLastSeq, findTerm, insertTerm } from '../standby/term-queries';

/**
 * Raises the term in a restored database to the one that this machine has already shown to guests in its certificate:
 * they would refuse the host otherwise. `now` is in Unix seconds.
 */
export async function raiseRestoredTerm(folder: string, database: string, now: number): Promise<void> {
  const certificate = await readFile(join(folder, CERTIFICATE_FILE), 'utf8').catch(() => '');
  if (certificate === '') return;
  const { signerOf, termOf } = await import('../identity/certificate');
  const signer = signerOf(certificate);
  if (signer === null || termOf(certificate) === 1) return;
  const raw = new Database(database);
  try {
    const key = findCommunityKey(raw);
    if (key === undefined || fingerprintOf(key) !== signer) return;
    migrate(raw);
    const term = termOf(certificate);
    if (findTerm(raw).term < term)
      insertTerm(raw, { term, since: now, how: 'restore', name: hostname(), seq: findLastSeq(raw) });
  } finally {
    raw.close();
  }
}
