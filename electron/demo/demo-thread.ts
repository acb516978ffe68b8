import { parentPort, workerData } from 'node:worker_threads';
import { createDemo } from './community';
import type { DemoWorkerData, DemoWorkerMessage } from './demo-worker';

/** Creates a demo community on a worker thread, because it takes half a minute and must not block the window. */
const { data, messages } = workerData as DemoWorkerData;

function post(answer: DemoWorkerMessage): void {
  parentPort?.postMessage(answer);
}

createDemo({ data, messages, onProgress: ({ share }) => post({ share }) }).then(
  () => post({ isDone: true }),
  (error: unknown) => post({ error: String(error) }),
);
