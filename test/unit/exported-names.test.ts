import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');

test('no two exported types, interfaces or classes share a name', () => {
  const filesByName = new Map<string, Set<string>>();
  for (const folder of ['electron', 'shared', 'renderer']) {
    for (const path of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })) {
      if (!path.endsWith('.ts')) continue;
      const source = readFileSync(join(ROOT, folder, path), 'utf8');
      for (const [, name = ''] of source.matchAll(DECLARATION)) {
        filesByName.set(name, (filesByName.get(name) ?? new Set()).add(`${folder}/${path}`));
      }
    }
  }
  const duplicates = [...filesByName].filter(([, files]) => files.size > 1);
  expect(duplicates.map(([name, files]) => `${name}: ${[...files].join(', ')}`)).toEqual([]);
});

const DECLARATION = /^export (?:declare )?(?:abstract )?(?:class|interface|type|enum) (\w+)/gm;
