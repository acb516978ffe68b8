import type { Output } from '../../../shared/contract';
import { Attempt, call, on, PagedList } from '../../api';

export type Backup = Output<'admin.backups'>[number];

/** The backups of the community, newest first. */
export class Backups extends PagedList<Backup> {
  readonly making = new Attempt();

  constructor() {
    super({ read: () => call('admin.backups'), keyOf: ({ Name }) => Name });
  }

  /** Loads the list, and again once the host was restarted. Returns a function that unsubscribes. */
  follow(): () => void {
    void this.load();
    return on((event) => {
      if (event.Type === 'reset') void this.load();
    });
  }

  /**
   * Creates and verifies a backup, which takes from moments to minutes, then reloads the list. Returns true on success.
   */
  async make(): Promise<boolean> {
    const isDone = await this.making.run(async () => this.put(await call('admin.createBackup')));
    await this.load();
    return isDone;
  }
}

/**
 * Returns how reliable a backup is: `unknown` when it was never restored as a test, `ill` when the last test found
 * problems, `old` when that test was more than 26 hours ago, else `good`.
 */
export function trustIn(
  { Sound, Compared }: Backup,
  now = Date.now() / 1000,
): 'ill' | 'unknown' | 'old' | 'good' {
  if (!Compared) return 'unknown';
  if (!Sound) return 'ill';
  return now - Compared > MAX_AGE_SECONDS ? 'old' : 'good';
}

/** Maximum age of the last test restore, in seconds. It leaves two hours of slack for daily backups. */
const MAX_AGE_SECONDS = 26 * 3600;
