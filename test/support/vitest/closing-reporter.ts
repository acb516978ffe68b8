import { stripVTControlCharacters } from 'node:util';
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
            `${verdict}: ${module.relativeModuleId} > ${test.fullName}: ${summaryOf(faults)}\n`,
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

interface Fault {
  message: string;
  stacks?: readonly { file: string; line: number }[] | undefined;
  cause?: unknown;
}

/**
 * What a test failed with, what a browser waited for meanwhile, the example of a property and what it failed with, and
 * the line of a test file: a log may hold no more.
 */
function summaryOf([fault]: readonly Fault[] = []): string {
  if (!fault) return '';
  const lines = stripVTControlCharacters(fault.message).split('\n');
  const waited = lines
    .find((line) => /^\s*- waiting for /.test(line))
    ?.trim()
    .slice(2);
  const example = lines.filter((line) => /^(\{ seed|Counterexample)/.test(line));
  const cause = isFault(fault.cause) ? summaryOf([fault.cause]) : '';
  const at = fault.stacks?.find(({ file }) => file.endsWith('.test.ts'));
  return [lines[0], ...example, waited, cause, at && `line ${at.line}`].filter(Boolean).join('; ');
}

function isFault(cause: unknown): cause is Fault {
  return typeof cause === 'object' && cause !== null && 'message' in cause;
}
