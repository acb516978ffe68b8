import fc from '../../../support/inputs/properties';
import { describe, expect, it } from 'vitest';
import { mentionsIn, parseMarkdown, plainLine, type Inline } from '../../../../shared/markdown';

const inline = (text: string): Inline[] => {
  const [block] = parseMarkdown(text);
  return block && 'children' in block ? block.children : [];
};

describe('the light Markdown of messages', () => {
  it('parses bold, italic and code', () => {
    expect(inline('**a** *b* _c_ `d`')).toEqual([
      { kind: 'bold', children: [{ kind: 'text', text: 'a' }] },
      { kind: 'text', text: ' ' },
      { kind: 'italic', children: [{ kind: 'text', text: 'b' }] },
      { kind: 'text', text: ' ' },
      { kind: 'italic', children: [{ kind: 'text', text: 'c' }] },
      { kind: 'text', text: ' ' },
      { kind: 'code', text: 'd' },
    ]);
  });

  it('parses strikethrough, also nested and inside words', () => {
    expect(inline('~~a **b**~~ c')).toEqual([
      {
        kind: 'strike',
        children: [
          { kind: 'text', text: 'a ' },
          { kind: 'bold', children: [{ kind: 'text', text: 'b' }] },
        ],
      },
      { kind: 'text', text: ' c' },
    ]);
  });

  it.each(['~~ a ~~', '~a~', '~~~~', '~~open', 'a~~b~~c'])('leaves %j unchanged', (text) =>
    expect(inline(text)).toEqual([{ kind: 'text', text }]),
  );

  it('parses nested formatting', () => {
    expect(inline('**a *b* c**')).toEqual([
      {
        kind: 'bold',
        children: [
          { kind: 'text', text: 'a ' },
          { kind: 'italic', children: [{ kind: 'text', text: 'b' }] },
          { kind: 'text', text: ' c' },
        ],
      },
    ]);
  });

  it.each(['2*3*4', 'snake_case_name', '* a *', '**', '**open', '`', 'a @ b', '[a](b)', '5 > 3'])(
    'leaves %j as it is',
    (text) => expect(inline(text)).toEqual([{ kind: 'text', text }]),
  );

  it('supports backslash escapes', () => {
    expect(inline('\\*a\\*')).toEqual([{ kind: 'text', text: '*a*' }]);
  });

  it('separates code blocks and quotes from text', () => {
    expect(parseMarkdown('see\n```ts\nlet a = **b**;\n```\n> one\n> two\nend')).toEqual([
      { kind: 'paragraph', children: [{ kind: 'text', text: 'see' }] },
      { kind: 'code', text: 'let a = **b**;', language: 'ts' },
      { kind: 'quote', children: [{ kind: 'text', text: 'one\ntwo' }] },
      { kind: 'paragraph', children: [{ kind: 'text', text: 'end' }] },
    ]);
  });

  it.each([
    ['https://a.org/b.', 'https://a.org/b'],
    ['https://a.org/b_(c)', 'https://a.org/b_(c)'],
    ['(https://a.org/b)', 'https://a.org/b'],
    ['[words](https://a.org/?q=1)', 'https://a.org/?q=1'],
  ])('finds the link in %j', (text, href) => {
    expect(inline(text).find((part) => part.kind === 'link')).toMatchObject({ href });
  });

  it.each([
    'javascript:alert(1)',
    '[a](javascript:alert(1))',
    // Without brackets, which end an address.
    '[a](javascript:location=name)',
    '[a](data:text/html,x)',
    'https://',
    'xhttps://a.org',
  ])('makes no link of %j', (text) => expect(inline(text).some((part) => part.kind === 'link')).toBe(false));

  it('finds mentions, but not in code or in addresses', () => {
    expect(mentionsIn('@Olena. and (@taras) `@code` a@mail.org **@iryna**')).toEqual([
      'olena',
      'taras',
      'iryna',
    ]);
  });

  it('keeps every word in one line', () => {
    expect(plainLine('**a**\n> b\n```\nc\n```')).toBe('a b c');
  });

  it('parses any input in linear time without losing a letter', () => {
    const piece = fc.constantFrom(
      '*',
      '**',
      '_',
      '`',
      '```',
      '[',
      '](',
      ')',
      '>',
      '\n',
      '@',
      'https://a.b',
      ' ',
      'a',
      'ї',
      '\\',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 300, size: 'max' }), (pieces) => {
        const text = pieces.join('');
        const letters = (words: string) => words.replace(/[^ї]/g, '');
        expect(letters(plainLine(text))).toBe(letters(text));
      }),
    );
    for (const mark of ['*', '_', '**a', '*a ', '`', '[', '@', '> ', 'http://', ']('])
      parseMarkdown(mark.repeat(4096 / mark.length));
  });
});
