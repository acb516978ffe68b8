import { parentPort, workerData } from 'node:worker_threads';
import { makePractice } from './index';
import type { MakingAnswer } from './making';

/** The thread that makes a practice community: half a minute of work that the window must not feel. */
const { data } = workerData as { data: string };

function tell(answer: MakingAnswer): void {
  parentPort?.postMessage(answer);
}

makePractice({ data, onProgress: ({ share }) => tell({ share }) }).then(
  () => tell({ isDone: true }),
  (error: unknown) => tell({ error: String(error) }),
);
