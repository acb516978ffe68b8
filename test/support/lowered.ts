import { onTestFinished } from 'vitest';

/** Lowers a limit for the rest of a test, so that few calls reach it. */
export function lowered<K extends string>(limits: Readonly<Record<K, number>>, key: K, value: number): void {
  const changeable = limits as Record<K, number>;
  const before = changeable[key];
  changeable[key] = value;
  onTestFinished(() => void (changeable[key] = before));
}
