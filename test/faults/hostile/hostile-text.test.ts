import { describe, expect, test } from 'vitest';
import { fold } from '../../../electron/database/folding';
import { marksIn } from '../../../renderer/search/results/marks';
import { limitCombiningMarks } from '../../../shared/characters/combining-marks';
import { parseMarkdown, plainLine, type Block, type Inline } from '../../../shared/markdown';
import { withoutTrailing } from '../../../shared/characters/trailing';
import fc from '../../support/inputs/properties';
import { report, scaled } from '../scale';

/**
 * The maximum number of steps per character, whatever the text: each level of nested marks reads a character a few
 * times.
 */
const STEPS_EACH = 40;
/** Steps that do not depend on the length. */
const CONSTANT = 500;
/** The maximum depth of the tree: a block, nested marks, and the text in the innermost. */
const DEEPEST_TREE = 8;

/**
 * Texts that made a parser slow, some for minutes: first the two that were reported, then those found by later
 * searches.
 */
const families: [name: string, text: (size: number) => string][] = [
  ['invalid addresses before closing brackets', (n) => 'http://['.repeat(n) + ')'.repeat(8 * n)],
  ['fewer of them', (n) => 'http://['.repeat(n) + ')'.repeat(n)],
  ['addresses with a user name each', (n) => 'http://a@'.repeat(n)],
  ['addresses that are not closed', (n) => '](http://a'.repeat(n)],
  ['opening brackets', (n) => '['.repeat(n)],
  ['labels that share a target', (n) => `${'['.repeat(300)}](http://${'a'.repeat(n)}`],
  ['labels that share an invalid target', (n) => `${'['.repeat(n)}](http://[)`.repeat(10)],
  ['white space inside', (n) => `a${' '.repeat(n)}a`],
  ['line breaks inside', (n) => `a${'\n'.repeat(n)}a`],
  ['emphasis that never closes', (n) => '*a '.repeat(n)],
  ['bold that never closes', (n) => '**a '.repeat(n)],
  ['underscores that never close', (n) => '_a '.repeat(n)],
  ['marks of three kinds that never close', (n) => '*a **b _c '.repeat(n)],
  ['marks that close one inside the other', (n) => '*'.repeat(n) + 'a' + '*'.repeat(n)],
  ['quotes of quotes', (n) => '>'.repeat(n)],
  ['a quote and a paragraph in turns', (n) => '>a\nb\n'.repeat(n)],
  ['blocks of code that are empty', (n) => '``` ```'.repeat(n)],
  ['code of white space', (n) => '` '.repeat(n)],
  ['mentions without a name', (n) => '@'.repeat(n)],
  ['mentions of dots', (n) => '@a.......'.repeat(n)],
  ['international host names', (n) => `http://${String.fromCodePoint(...range(0x4e00, n))}`],
];

/** Syntax of the parser, alone and in combinations that trigger its searches. */
const PIECES = [
  ...['*', '**', '***', '_', '__', '`', '``', '```', '```\n', '[', ']', '(', ')', '](', '[]('],
  ...[
    'http://',
    'https://',
    'http://[',
    'http://a',
    'HTTP://a/(',
    '](http://',
    '](http://a)',
    '[a](http://b)',
  ],
  ...['@', '@a', '@abc', '@abc.', '.', ',', '"', '>', '> ', '>>', '\n', '\n\n', ' ', '\t', '\\', '\\*'],
  ...[
    '*a',
    'a*',
    '*a*',
    '**a',
    'a**',
    '_a',
    'a_',
    '`a',
    '` ',
    'a',
    'ї',
    'h',
    '中',
    '😀',
    '/',
    '//',
    '?',
    '#',
  ],
];

/** One part of a text: repeated pieces, and their share of the text. */
interface Stretch {
  unit: string[];
  share: number;
}
const shapes: fc.Arbitrary<Stretch[]> = fc.array(
  fc.record({ unit: fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 4 }), share: fc.nat(5) }),
  { minLength: 1, maxLength: 4 },
);

describe('parsing a text', () => {
  test.each([
    ['the reported message', 'http://['.repeat(256) + ')'.repeat(2048)],
    ['the reported post', 'http://['.repeat(625) + ')'.repeat(5000)],
  ])('is bounded for %s', (_, text) => {
    expect(stepsOf(text)).toBeLessThan(STEPS_EACH * text.length);
  });

  test.each(families)('is linear in its length: %s', (_, textOfSize) => {
    for (const size of [250, 500, 1000, 2000]) {
      const [once, twice] = [stepsOf(textOfSize(size)), stepsOf(textOfSize(2 * size))];
      expect(twice).toBeLessThanOrEqual(2.2 * once + CONSTANT);
      expect(twice).toBeLessThanOrEqual(STEPS_EACH * textOfSize(2 * size).length + CONSTANT);
    }
  });

  test('is linear in its length for generated worst cases', () => {
    const length = scaled(1000, 4000);
    const cases = scaled(600, 20_000);
    // The cost of one text can depend on the number of marks left over at its end, so the worst text of each
    // length counts.
    let [worst, worstOfTwice] = [0, 0];
    const each = (text: string) => {
      const steps = stepsOf(text);
      expect(steps).toBeLessThanOrEqual(STEPS_EACH * text.length + CONSTANT);
      return steps / text.length;
    };
    fc.assert(
      fc.property(shapes, (shape) => {
        worst = Math.max(worst, each(textOf(shape, length)));
        worstOfTwice = Math.max(worstOfTwice, each(textOf(shape, 2 * length)));
      }),
      { numRuns: cases },
    );
    expect(worstOfTwice).toBeLessThanOrEqual(1.1 * worst);
    const result = `${worst.toFixed(1)} steps a character at most, ${worstOfTwice.toFixed(1)} at twice the length`;
    report({ fault: 'texts made to parse slowly', cases, result });
  });

  test('builds a tree of bounded depth and size', () => {
    const check = (text: string) => {
      const { depth, count } = sizeOf(parseMarkdown(text));
      expect(depth).toBeLessThanOrEqual(DEEPEST_TREE);
      expect(count).toBeLessThanOrEqual(2 * text.length);
    };
    fc.assert(
      fc.property(shapes, (shape) => check(textOf(shape, 1000))),
      { numRuns: scaled(300, 10_000) },
    );
    for (const [open, close] of [
      ['*', '*'],
      ['**', '**'],
      ['_', '_'],
      ['*_', '_*'],
      ['**a _b ', ' c_ d**'],
      ['> ', ''],
      ['[', '](http://a)'],
    ] as const) {
      check(open.repeat(2000) + 'a' + close.repeat(2000));
    }
  });
});

describe('processing a text', () => {
  const marks = 'a' + '\u0301\u0323'.repeat(5000) + 'b';

  test('sorts no more combining marks per letter than are ever written', () => {
    expect(limitCombiningMarks(marks)).toHaveLength(32);
    expect(limitCombiningMarks('\uff9e\u0301'.repeat(5000))).toHaveLength(30);
    expect(limitCombiningMarks('é й e\u0301')).toBe('é й e\u0301');
    expect(fold(marks)).toBe('ab');
  });

  test('highlights matches, whatever stands between their letters', () => {
    expect(marksIn(`${marks}c`, 'ab')).toEqual([
      { text: marks, isHit: true },
      { text: 'c', isHit: false },
    ]);
  });

  test('strips only trailing punctuation from addresses', () => {
    expect(withoutTrailing(`${'!'.repeat(5000)}a`, /!/)).toHaveLength(5001);
    expect(withoutTrailing(`a${'!'.repeat(5000)}`, /!/)).toBe('a');
    expect(withoutTrailing('!!', /!/)).toBe('');
  });
});

function stepsOf(text: string): number {
  const counter = { steps: 0 };
  plainLine(text, counter);
  return counter.steps;
}

function textOf(shape: readonly Stretch[], length: number): string {
  const shares = shape.reduce((sum, { share }) => sum + share + 1, 0);
  return shape
    .map(({ unit, share }) => {
      const text = unit.join('');
      return text.repeat(Math.ceil((length * (share + 1)) / shares / text.length));
    })
    .join('');
}

function sizeOf(blocks: readonly (Block | Inline)[]): { depth: number; count: number } {
  let depth = 0;
  let count = 0;
  for (const block of blocks) {
    const inside = 'children' in block ? sizeOf(block.children) : { depth: 0, count: 0 };
    depth = Math.max(depth, inside.depth + 1);
    count += inside.count + 1;
  }
  return { depth, count };
}

function range(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => from + index);
}
