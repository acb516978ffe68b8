import { createHash, type Hash } from 'node:crypto';
import { closeSync, constants, copyFileSync, openSync, readSync, statSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { flushFileSync, flushFolderSync } from './flushing.ts';
import type { DiskTaskResult, DiskTask } from './disk-task.ts';

/**
 * Worker thread for slow file operations. They are synchronous on purpose: all asynchronous ones share Node's pool of
 * four threads, which downloads need.
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

const chunk = Buffer.allocUnsafe(1024 * 1024);

/** Files that are being written: the hash of the bytes up to `size`. */
const growing = new Map<string, { sum: Hash; size: number }>();

function run(task: DiskTask): Uint8Array | null {
  switch (task.kind) {
    case 'hash':
      return digestOf(sumOf(task.path, createHash('sha256'), 0, Infinity));
    case 'hash-ahead': {
      const { sum, size } = growing.get(task.path) ?? { sum: createHash('sha256'), size: 0 };
      growing.delete(task.path);
      growing.set(task.path, { sum: sumOf(task.path, sum, size, task.size), size: task.size });
      return null;
    }
    case 'finish-hash': {
      const known = growing.get(task.path);
      growing.delete(task.path);
      return known?.size === task.size ? digestOf(known.sum) : null;
    }
    case 'copy':
      copyFileSync(task.path, task.to, constants.COPYFILE_FICLONE);
      return null;
    case 'flush':
      flush(task.path);
      return null;
  }
}

/** Adds the bytes of a file between two offsets, or to its end, to a hash. */
function sumOf(path: string, sum: Hash, from: number, to: number): Hash {
  const file = openSync(path, 'r');
  try {
    for (let at = from; at < to;) {
      const read = readSync(file, chunk, 0, Math.min(chunk.length, to - at), at);
      if (read === 0) break;
      sum.update(chunk.subarray(0, read));
      at += read;
    }
  } finally {
    closeSync(file);
  }
  return sum;
}

function digestOf(sum: Hash): Uint8Array {
  return Uint8Array.from(sum.digest());
}

function flush(path: string): void {
  if (statSync(path).isDirectory()) flushFolderSync(path);
  else flushFileSync(path);
}
