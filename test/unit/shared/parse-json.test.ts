import { expect, test } from 'vitest';
import { parseJson } from '../../../shared/parse-json';

test.each([
  ['{"a":[1]}', { a: [1] }],
  ['null', null],
  ['', undefined],
  ['{"a":1', undefined],
  ['undefined', undefined],
])('%s is parsed, or undefined', (text, value) => {
  expect(parseJson(text)).toEqual(value);
});
