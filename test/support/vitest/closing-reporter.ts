import type { Reporter, TestModule } from 'vitest/node';

/** Ends a run with one line per failed or flaky test and a summary line: how many tests passed and failed. */
export default class ClosingReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = { passed: 0, failed: errors.length, skipped: 0 };
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      for (const test of tests) {
        const { state, errors: faults } = test.result();
        if (state !== 'pending') count[state]++;
        const verdict = state === 'failed' ? 'failed' : test.diagnostic()?.flaky ? 'flaky' : null;
        if (verdict !== null)
          process.stdout.write(
            `${verdict}: ${module.relativeModuleId} > ${test.fullName}: ${firstLine(faults)}\n`,
          );
      }
      // A file that could not be loaded has no failed tests, so it is reported itself.
      if (tests.every((test) => test.result().state !== 'failed') && module.state() === 'failed')
        count.failed++;
    }
    const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : '';
    process.stdout.write(`\n${count.passed} passed, ${count.failed} failed${skipped}\n`);
  }
}

const firstLine = (faults: readonly { message: string }[] = []): string =>
  (faults[0]?.message ?? '').split('\n', 1)[0]!;
