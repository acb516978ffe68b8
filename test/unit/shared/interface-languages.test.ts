import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { interfaceLanguages, preferredLanguage } from '../../../shared/locale/interface-languages';

describe('the language of a person who has chosen none', () => {
  it.each([
    [['uk'], 'uk'],
    [['uk-UA', 'en'], 'uk'],
    [['en-US', 'uk'], 'en'],
    [['ru-UA', 'en'], 'uk'],
    [['ru-RU', 'en'], 'en'],
    [['fr', 'UK'], 'uk'],
    [['ukr'], 'en'],
    [[], 'en'],
  ])('is, by %j, %s', (tags, language) => {
    expect(preferredLanguage(tags)).toBe(language);
  });
});

test('the packed program has what Chromium itself says in every language of the interface', () => {
  const config = readFileSync('electron-builder.yml', 'utf8');
  const packed = /^electronLanguages: \[(.*)\]$/m.exec(config)?.[1]?.split(', ');
  expect(packed).toEqual(expect.arrayContaining(interfaceLanguages));
});
