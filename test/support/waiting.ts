import { vi } from 'vitest';

/** Waits until a check passes, however busy the machine is: what never comes is told shortly before the test's own end. */
export function untilPasses<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, LONG);
}

/** Waits likewise until something is there, and gives it. */
export function untilThere<T>(look: () => T | Promise<T>) {
  return vi.waitUntil(look, LONG);
}

/** Milliseconds. */
const LONG = { timeout: 280_000, interval: 20 };
