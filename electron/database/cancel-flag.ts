/**
 * Memory by which one thread cancels the work of another, because a busy thread receives no messages. The thread has to
 * end by itself: terminating it inside a call of SQLite can crash the whole program.
 */
export type CancelFlag = Int32Array<SharedArrayBuffer>;

/** Creates a flag that isn't set. */
export function createCancelFlag(): CancelFlag {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

/** Asks the thread to end before its next step. */
export function setCancelFlag(flag: CancelFlag): void {
  Atomics.store(flag, 0, 1);
}

/** Throws once the flag is set. Called by the thread between its steps. */
export function throwIfCancelled(flag: CancelFlag): void {
  if (Atomics.load(flag, 0) === 1) throw new Error('the work of this thread was cancelled');
}
