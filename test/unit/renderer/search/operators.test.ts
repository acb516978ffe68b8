import { describe, expect, test } from 'vitest';
import {
  conditionText,
  contentFilterOf,
  contentFiltersFor,
  parseDay,
  parseQuery,
  startOfDay,
  withoutCondition,
} from '../../../../renderer/search/operators';

const parsed = (text: string) => {
  const { words, conditions } = parseQuery(text);
  return [words, ...conditions.map(({ name, value, isClosed }) => `${name}=${value}${isClosed ? '' : '…'}`)];
};

describe('conditions are found', () => {
  test.each([
    ['bread from:olena', ['bread', 'from=olena…']],
    ['from:olena bread', ['bread', 'from=olena']],
    ['bread from:olena ', ['bread', 'from=olena']],
    ['a in:"Our yard" b', ['a b', 'in=Our yard']],
    ['in:"Our yard"', ['', 'in=Our yard']],
    ['in:"Our ya', ['', 'in=Our ya…']],
    ['in:', ['', 'in=…']],
    ['HAS:Photo after:2026 before:today', ['', 'has=Photo', 'after=2026', 'before=today…']],
    [
      'від:Олена у:Двір має:фото до:сьогодні після:2025',
      ['', 'from=Олена', 'in=Двір', 'has=фото', 'before=сьогодні', 'after=2025…'],
    ],
  ])('in %j', (text, expected) => {
    expect(parsed(text)).toEqual(expected);
  });

  test.each([
    'https://example.org',
    'at 12:30',
    'note:this',
    '"from:olena"',
    '"a from:b',
    'from :olena',
    'e-mail from',
  ])('not in %j, which stays words', (text) => {
    expect(parsed(text)).toEqual([text]);
  });

  test('and are removed from the text', () => {
    const text = 'bread from:olena with butter';
    const [condition] = parseQuery(text).conditions;
    expect(condition && withoutCondition(text, condition)).toBe('bread with butter');
    const only = parseQuery('from:olena ').conditions[0];
    expect(only && withoutCondition('from:olena ', only)).toBe('');
  });

  test('and are formatted as they are parsed', () => {
    for (const value of ['@olena', 'Our yard', 'Двір']) {
      const { conditions } = parseQuery(`${conditionText('in', value)} `);
      expect(conditions).toMatchObject([{ name: 'in', value, isClosed: true }]);
    }
  });
});

test('contents are named in both languages, in singular and plural', () => {
  expect(['Photo', 'photos', 'фото', 'link', 'посилання', 'x'].map(contentFilterOf)).toEqual([
    'photo',
    'photo',
    'photo',
    'link',
    'link',
    undefined,
  ]);
  expect(contentFiltersFor('')).toEqual(['photo', 'video', 'file', 'track', 'link', 'post']);
  expect(contentFiltersFor('po')).toEqual(['post']);
  expect(contentFiltersFor('фа')).toEqual(['file']);
});

describe('days', () => {
  const now = new Date(2026, 2, 1, 15);

  test.each([
    ['2026-03-31', '2026-03-31'],
    ['2026/3/5', '2026-03-05'],
    ['31.03.2026', '2026-03-31'],
    ['2026-03', '2026-03-01'],
    ['2026', '2026-01-01'],
    ['today', '2026-03-01'],
    ['Вчора', '2026-02-28'],
  ])('are read from %s', (typed, day) => {
    expect(parseDay(typed, now)).toBe(day);
  });

  test.each(['', '2026-02-30', '2026-13-01', '31.02.2026', '3/31', 'soon', '1066', '26', '2026-03-31T10:00'])(
    'are not read from %j',
    (typed) => {
      expect(parseDay(typed, now)).toBeUndefined();
    },
  );

  test('begin at local midnight', () => {
    expect(startOfDay('2026-03-31')).toBe(new Date(2026, 2, 31).getTime() / 1000);
  });
});
