import { rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { AppError } from '../../../shared/errors';
import { flushPath } from '../../content/disk-threads';
import type { Store } from '../../database/open';
import { JsonFile } from '../../json-file';
import { removeWitnessRow } from '../queries';
import { findLastSeq, findTerm, insertTerm } from '../term-queries';
import type { HostingGate } from './hosting-gate';
import { SUPERSEDED_FILE } from './successor';
import { PROMOTED_FILE } from './previous-host';
import { answersAsHost } from './reach-host';

/** The former host that is to host its community again. */
export interface HostAgainOptions {
  store: Pick<Store, 'writer' | 'folder' | 'folderLock'>;
  gate: Pick<HostingGate, 'successor'>;
  /** Fingerprint of the community's key. */
  key: string;
  /** Whether there is a witness that doesn't answer: without its answer this host could not write. */
  isWitnessGone: () => boolean;
  /** Returns Unix seconds. */
  now: () => number;
  logger: Logger;
}

/**
 * Begins the next term on a host that has a successor, because that one is lost: the community is hosted from the same
 * data when it is opened the next time. Should the successor return, it is notified. Throws `conflict` if it answers;
 * does nothing without one.
 */
export async function hostAgain(options: HostAgainOptions): Promise<void> {
  const { store, gate, key, isWitnessGone, now, logger } = options;
  const { writer, folder, folderLock } = store;
  const { successor } = gate;
  if (successor === null) return;
  if (await answersAsHost({ ...successor, key })) throw new AppError('conflict', ANSWERS);
  const { addresses, certificate, name } = successor;
  await new JsonFile(join(folder, PROMOTED_FILE)).write({ addresses, host: { certificate } });
  // The successor may have continued this event log, so another one begins here.
  folderLock?.saveState({ epoch: '', run: '' });
  const { raw } = writer;
  // Past the gate, which is closed, and the wait for the standby.
  await writer.betweenGroups(
    raw.transaction(() => {
      const term = Math.max(findTerm(raw).term, successor.term) + 1;
      insertTerm(raw, { term, since: now(), how: 'takeover', name: hostname(), seq: findLastSeq(raw) });
      if (isWitnessGone()) removeWitnessRow(raw);
    }),
  );
  await rm(join(folder, SUPERSEDED_FILE), { force: true });
  await flushPath(folder);
  logger.warn({ successor: name }, 'the community is hosted here again from the next start on');
}

const ANSWERS =
  'The new host answers, so nothing was changed. To move the community back, make this computer its standby and move it from there.';
