// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { isComposing } from '../../../../renderer/ui';

const press = (init: KeyboardEventInit) =>
  isComposing(new KeyboardEvent('keydown', { key: 'Enter', ...init }));

test('the Enter that ends a composition belongs to it, also in Safari', () => {
  expect(press({ isComposing: true, keyCode: 229 })).toBe(true);
  expect(press({ isComposing: false, keyCode: 229 })).toBe(true);
  expect(press({ isComposing: false, keyCode: 13 })).toBe(false);
});
