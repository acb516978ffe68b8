import { createHash } from 'node:crypto';
import { closeSync, constants, copyFileSync, fsyncSync, openSync, readSync, statSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { DiskTaskResult, DiskTask } from './disk-task.ts';

/**
 * Worker thread for slow file operations. All of them are synchronous: asynchronous ones of all threads share a pool
 * of four, which downloads need.
 */
parentPort?.on('message', (task: DiskTask) => {
  let answer: DiskTaskResult;
  try {
    answer = { result: run(task) };
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    answer = { error: message, code };
  }
  parentPort?.postMessage(answer);
});

const CHUNK_BYTES = 1024 * 1024;

function run(task: DiskTask): Uint8Array | null {
  if (task.kind === 'hash') return hash(task.path);
  if (task.kind === 'copy') copyFileSync(task.path, task.to, constants.COPYFILE_FICLONE);
  else sync(task.path);
  return null;
}

function hash(path: string): Uint8Array {
  const sum = createHash('sha256');
  const chunk = Buffer.alloc(CHUNK_BYTES);
  const file = openSync(path, 'r');
  try {
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk))
      sum.update(chunk.subarray(0, read));
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
