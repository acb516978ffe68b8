import { parentPort } from 'node:worker_threads';
import { answerTasks } from '../../../electron/passwords/answer-tasks.ts';

// Replaces the password hashing thread: the same code at the lowest cost that Argon2id allows.
answerTasks(parentPort, { memoryCost: 8, timeCost: 1, parallelism: 1 });
