import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A small real file of test/fixtures. */
export function fixture(name: string): Buffer {
  return readFileSync(join(import.meta.dirname, '../fixtures', name));
}
