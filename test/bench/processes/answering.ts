/** Lets this process run jobs for its parent, which requests them with `Worker.do`. */
export function answerJobs<Job, Result>(run: (job: Job) => Promise<Result>): void {
  process.on('message', ({ id, job }: { id: number; job: Job }) => {
    run(job).then(
      (result) => process.send?.({ id, result }),
      (error: unknown) => process.send?.({ id, error: String(error) }),
    );
  });
  // A signal would not end the process: Playwright handles it by only closing the browser.
  process.once('disconnect', () => process.exit());
}
