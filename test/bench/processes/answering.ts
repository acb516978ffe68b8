/** Lets this process do jobs for the one that started it, which asks by `Worker.do`. */
export function answerJobs<Job, Result>(run: (job: Job) => Promise<Result>): void {
  process.on('message', ({ id, job }: { id: number; job: Job }) => {
    run(job).then(
      (result) => process.send?.({ id, result }),
      (error: unknown) => process.send?.({ id, error: String(error) }),
    );
  });
  // A signal would not do: whoever has a browser open only closes that.
  process.once('disconnect', () => process.exit());
}
