import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the bytes of a file in test/fixtures. */
export function fixture(name: string): Buffer {
  return readFileSync(join(import.meta.dirname, '../fixtures', name));
}
