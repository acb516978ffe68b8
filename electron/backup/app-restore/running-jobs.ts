import { AppError } from '../../../shared/errors';
import type { BackupJob } from '../backup-job';
import type { FolderJob } from '../folder/folder-job';

/** The worker threads that read a backup now, which end with the community. */
export class RunningJobs {
  readonly #jobs = new Set<BackupJob | FolderJob<unknown>>();

  /** Remembers a job until it has ended. */
  add<T extends BackupJob | FolderJob<unknown>>(job: T): T {
    this.#jobs.add(job);
    const end = () => void this.#jobs.delete(job);
    void ('findings' in job ? job.findings : job.result).then(end, end);
    return job;
  }

  /** Ends all jobs; each of them rejects with `unavailable`. */
  cancel(): void {
    for (const job of this.#jobs) void job.cancel(new AppError('unavailable'));
  }
}
