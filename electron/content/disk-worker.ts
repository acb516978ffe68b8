import { createHash } from 'node:crypto';
import { closeSync, constants, copyFileSync, fsyncSync, openSync, readSync, statSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { DiskAnswer, DiskTask } from './disk-task.ts';

/**
 * A thread for slow work on files. All of it is synchronous: the asynchronous calls of all threads share a pool of four,
 * which the downloads need.
 */
parentPort?.on('message', (task: DiskTask) => {
  let answer: DiskAnswer;
  try {
    answer = { result: run(task) };
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    answer = { error: message, code };
  }
  parentPort?.postMessage(answer);
});

const PIECE = 1024 * 1024;

function run(task: DiskTask): Uint8Array | null {
  if (task.kind === 'hash') return hash(task.path);
  if (task.kind === 'copy') copyFileSync(task.path, task.to, constants.COPYFILE_FICLONE);
  else sync(task.path);
  return null;
}

function hash(path: string): Uint8Array {
  const sum = createHash('sha256');
  const piece = Buffer.alloc(PIECE);
  const file = openSync(path, 'r');
  try {
    for (let read = readSync(file, piece); read > 0; read = readSync(file, piece))
      sum.update(piece.subarray(0, read));
  } finally {
    closeSync(file);
  }
  return Uint8Array.from(sum.digest());
}

function sync(path: string): void {
  // Windows flushes only what is open for writing, a folder can only be read.
  const file = openSync(path, statSync(path).isDirectory() ? 'r' : 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
