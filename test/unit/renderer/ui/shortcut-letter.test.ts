// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { shortcutLetter } from '../../../../renderer/ui';

const press = (key: string, code: string) => shortcutLetter(new KeyboardEvent('keydown', { key, code }));

test('a shortcut uses the typed letter, or on a non-Latin layout the Latin letter of the same key', () => {
  expect([press('z', 'KeyY'), press('A', 'KeyQ'), press('я', 'KeyZ')]).toEqual(['z', 'a', 'z']);
  expect([press('1', 'Digit1'), press('Enter', 'Enter'), press('є', 'Quote')]).toEqual(['', '', '']);
});
