import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Notes that bytes have passed through the process and are no longer needed. V8 lets 64 MiB of such buffers gather before
 * it frees them; here its young generation, where all of them lie, is cleared after every 16 MiB, which takes a millisecond.
 */
export function notePassed(bytes: number): void {
  passed += bytes;
  if (passed < CLEARED_AFTER) return;
  passed = 0;
  clearYoung ??= findCollector();
  clearYoung({ type: 'minor' });
}

type Collector = (options: { type: 'minor' }) => void;

const CLEARED_AFTER = 16 * 1024 * 1024;
let passed = 0;
let clearYoung: Collector | undefined;

/** The flag is heard by contexts that are made after it; the program's own has no `gc`. */
function findCollector(): Collector {
  setFlagsFromString('--expose-gc');
  const found = runInNewContext('gc') as Collector;
  setFlagsFromString('--no-expose-gc');
  return found;
}
