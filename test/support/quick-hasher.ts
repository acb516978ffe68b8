import { parentPort } from 'node:worker_threads';
import { answerTasks } from '../../electron/passwords/answer-tasks.ts';

// Stands in for the thread that hashes passwords: the same, at the least cost that Argon2id takes.
answerTasks(parentPort, { memoryCost: 8, timeCost: 1, parallelism: 1 });
