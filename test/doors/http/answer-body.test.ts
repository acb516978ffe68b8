import { expect, test } from 'vitest';
import { encodeAnswer } from '../../../electron/doors/answer-body';

const BASE = 'https://courtyard.local:4280';

test.each([
  ['short', 3],
  ['long', 120_000],
])('a %s answer is JSON in UTF-8', (_length, count) => {
  const answer = [{ Text: 'кіт 🐈 \ud800 "x" '.repeat(count) }, { Text: 'cat' }];
  const body = encodeAnswer(answer, BASE);
  expect(body.equals(Buffer.from(JSON.stringify(answer)))).toBe(true);
});

test('an answer is not changed by the next one', () => {
  const first = encodeAnswer({ Text: 'first' }, BASE);
  encodeAnswer({ Text: 'other' }, BASE);
  expect(first.toString()).toBe('{"Text":"first"}');
});

test('addresses of content become absolute, and texts that look like them stay', () => {
  const answer = { Url: '/content/file/7', Text: '"Url":"/content/file/7"' };
  const body = encodeAnswer(answer, BASE);
  expect(JSON.parse(body.toString())).toEqual({ ...answer, Url: `${BASE}/content/file/7` });
});
