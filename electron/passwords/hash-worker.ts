import { parentPort } from 'node:worker_threads';
import { answerTasks } from './answer-tasks.ts';

// The thread that hashes passwords. 19 MiB, 2 passes, 1 lane: OWASP's password storage sheet.
answerTasks(parentPort, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
