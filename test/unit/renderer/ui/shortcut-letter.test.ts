// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { shortcutLetter } from '../../../../renderer/ui';

const press = (key: string, code: string) => shortcutLetter(new KeyboardEvent('keydown', { key, code }));

test('a letter is the one of the layout, or of its place where the layout is not Latin', () => {
  expect([press('z', 'KeyY'), press('A', 'KeyQ'), press('я', 'KeyZ')]).toEqual(['z', 'a', 'z']);
  expect([press('1', 'Digit1'), press('Enter', 'Enter'), press('є', 'Quote')]).toEqual(['', '', '']);
});
