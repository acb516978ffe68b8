import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const IMPORT = /import (\w+) from '@lucide\/svelte\/icons\//g;
/** What the build keeps of an icon's properties, and what it sets itself. */
const KEPT = /^(fill=("\w+"|\{[^}]+\})|aria-hidden="true")?$/;

test('icons are given no property but their fill, because the build would drop it', () => {
  let uses = 0;
  for (const path of globSync('renderer/**/*.svelte')) {
    const source = readFileSync(path, 'utf8');
    for (const [, name] of source.matchAll(IMPORT)) {
      for (const [tag, properties = ''] of source.matchAll(new RegExp(`<${name}\\b([^>]*)/>`, 'g'))) {
        expect(properties.trim(), `${tag} in ${path}`).toMatch(KEPT);
        uses++;
      }
    }
  }
  expect(uses).toBeGreaterThan(100);
});
