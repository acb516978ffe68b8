import { vi } from 'vitest';

/** Waits until a check passes, even on a busy machine. Throws its last error shortly before the test's own timeout. */
export function untilPasses<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, LONG);
}

/** Waits in the same way until a value is truthy, and returns it. */
export function untilThere<T>(look: () => T | Promise<T>) {
  return vi.waitUntil(look, LONG);
}

/** Milliseconds. */
const LONG = { timeout: 280_000, interval: 20 };
