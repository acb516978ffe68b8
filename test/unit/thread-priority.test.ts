import { readdirSync, readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';

const THREAD = `
  import { parentPort } from 'node:worker_threads';
  import { lowerThreadPriority } from '${new URL('../../electron/thread-priority.ts', import.meta.url).href}';
  lowerThreadPriority();
  parentPort.postMessage('lowered');
  setInterval(() => undefined, 1000);
`;

test.runIf(process.platform === 'linux')(
  'a thread lowers its own priority, and that of no other',
  async () => {
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(THREAD)}`));
    onTestFinished(async () => void (await worker.terminate()));
    await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
    expect(priorities().filter((priority) => priority === 10)).toHaveLength(1);
  },
);

/** The nice values of all threads of this process, from the nineteenth field of their `stat` (proc_pid_stat(5)). */
function priorities(): number[] {
  return readdirSync('/proc/self/task').map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
  });
}
