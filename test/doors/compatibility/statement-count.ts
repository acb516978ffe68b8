import Database from 'better-sqlite3';
import { onTestFinished, vi } from 'vitest';

/** Counts the SQL statements that run in this process until the test ends. */
export function countStatements(): { count: number } {
  const counter = { count: 0 };
  const memory = new Database(':memory:');
  const prototype = Object.getPrototypeOf(memory.prepare('SELECT 1')) as Database.Statement;
  memory.close();
  for (const method of ['all', 'get', 'run'] as const) {
    const original = prototype[method];
    const spy = vi.spyOn(prototype, method).mockImplementation(function (this: unknown, ...args: unknown[]) {
      counter.count++;
      return original.apply(this as Database.Statement, args) as never;
    });
    onTestFinished(() => spy.mockRestore());
  }
  return counter;
}
