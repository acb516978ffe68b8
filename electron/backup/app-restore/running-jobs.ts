import { AppError } from '../../../shared/errors';
import type { BackupJob } from '../backup-job';
import type { FolderJob } from '../folder/folder-job';

/** The worker threads that are reading a backup; they are cancelled when the community closes. */
export class RunningJobs {
  readonly #jobs = new Set<BackupJob | FolderJob<unknown>>();

  /** Tracks a job until it has ended, and returns it. */
  add<T extends BackupJob | FolderJob<unknown>>(job: T): T {
    this.#jobs.add(job);
    const remove = () => void this.#jobs.delete(job);
    void ('findings' in job ? job.findings : job.result).then(remove, remove);
    return job;
  }

  /** Cancels all jobs; they reject with `unavailable`. */
  cancel(): void {
    for (const job of this.#jobs) void job.cancel(new AppError('unavailable'));
  }
}
