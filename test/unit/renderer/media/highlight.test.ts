import { describe, expect, test } from 'vitest';
import { highlight } from '../../../../renderer/media/text/highlight';
import { parseMarkdown } from '../../../../shared/markdown';
import fc from '../../../support/inputs/properties';

const shown = (code: string, language = '') =>
  highlight(code, language).flatMap(({ kind, text }) => (kind === 'plain' ? [] : [`${kind} ${text}`]));

describe('highlighted code', () => {
  test('has parts of the named language', () => {
    expect(shown('const a = "b"; // c', 'js')).toEqual(['keyword const', 'text "b"', 'note // c']);
    expect(shown('def f(x):\n  return 5', 'python')).toEqual([
      'keyword def',
      'name f',
      'keyword return',
      'value 5',
    ]);
  });

  test('is detected where no language is named, unless that is uncertain', () => {
    const code = 'import os\nfrom sys import argv\n\nclass A:\n  def f(self):\n    return len(self.x)';
    expect(shown(code)).toContain('keyword class');
    expect(shown('milk\nbread, two of them')).toEqual([]);
  });

  test.each(['', 'js', 'html', 'sql', 'nothing'])('is the code itself in %j', (language) => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (code) => {
        const parts = highlight(code, language);
        expect(parts.map(({ text }) => text).join('')).toBe(code);
      }),
    );
    const markup = '<b class="x">&amp;</b>';
    expect(
      highlight(markup, language)
        .map(({ text }) => text)
        .join(''),
    ).toBe(markup);
  });

  test('is in the language after the fence', () => {
    expect(parseMarkdown('```ts\nlet a;\n```')).toEqual([{ kind: 'code', text: 'let a;', language: 'ts' }]);
    expect(parseMarkdown('```let a;```')).toEqual([{ kind: 'code', text: 'let a;' }]);
  });
});
