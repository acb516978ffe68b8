// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { beginsText } from '../../../../../renderer/chats/composer/stray-typing';
import { isNothingFocused } from '../../../../../renderer/ui';

const begins = (key: string, more: KeyboardEventInit = {}) =>
  beginsText(new KeyboardEvent('keydown', { key, ...more }));

test('letters of any script, figures and pasting begin a text', () => {
  for (const key of ['s', 'Щ', '7', '@', '𐍈']) expect([key, begins(key)]).toEqual([key, true]);
  expect(begins('v', { ctrlKey: true })).toBe(true);
  expect(begins('м', { code: 'KeyV', metaKey: true })).toBe(true);
});

test('shortcuts, the keys that move, and input methods do not', () => {
  for (const key of [' ', '?', 'Enter', 'Escape', 'ArrowUp', 'Tab', 'F2', 'Process'])
    expect([key, begins(key)]).toEqual([key, false]);
  expect(begins('k', { ctrlKey: true })).toBe(false);
  expect(begins('1', { altKey: true })).toBe(false);
  expect(begins('a', { isComposing: true })).toBe(false);
});

test('the focus is free unless an element of the page has it', () => {
  const button = document.body.appendChild(document.createElement('button'));
  expect(isNothingFocused()).toBe(true);
  button.focus();
  expect(isNothingFocused()).toBe(false);
  button.remove();
});
