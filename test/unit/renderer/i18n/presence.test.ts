// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { presenceText } from '../../../../renderer/i18n/person';
import { openPage } from '../page';

beforeEach(openPage);

test('a person who shows only roughly when they were here was seen recently', () => {
  expect(presenceText({ Online: false, LastBeen: 0, Degree: 'recently', Status: '' })).toBe(
    'last seen recently',
  );
});

test('a person who hides when they were here has no such text', () => {
  expect(presenceText({ Online: false, LastBeen: 0, Degree: 'hidden', Status: '' })).toBe('');
});
