import type { Output } from '../../../shared/contract';
import { Attempt, call, PagedList } from '../../api';

export type Backup = Output<'admin.backups'>[number];

/** The backups of the community, newest first. */
export class Backups extends PagedList<Backup> {
  readonly making = new Attempt();

  constructor() {
    super({ read: () => call('admin.backups'), keyOf: ({ Name }) => Name });
  }

  /** Has one made and compared, which takes from moments to minutes; the list is then as the host stores it. */
  async make(): Promise<boolean> {
    const isDone = await this.making.run(async () => this.put(await call('admin.createBackup')));
    await this.load();
    return isDone;
  }
}

/**
 * How far a backup can be trusted: `ill` where something was wrong with it, `unknown` where it was never restored, `old`
 * where that is longer ago than a day and a little, else `good`.
 */
export function trustIn(
  { Sound, Compared }: Backup,
  now = Date.now() / 1000,
): 'ill' | 'unknown' | 'old' | 'good' {
  if (!Compared) return 'unknown';
  if (!Sound) return 'ill';
  return now - Compared > OLD ? 'old' : 'good';
}

/** Seconds after which the last comparison should be made anew: who makes one a day has two hours to do so. */
const OLD = 26 * 3600;
