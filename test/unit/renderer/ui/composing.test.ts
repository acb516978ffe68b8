// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { isComposing, isSendKey } from '../../../../renderer/ui';

const enter = (init: KeyboardEventInit) => new KeyboardEvent('keydown', { key: 'Enter', ...init });

afterEach(() => vi.restoreAllMocks());

test('the Enter that ends a composition belongs to it, also in Safari', () => {
  expect(isComposing(enter({ isComposing: true, keyCode: 229 }))).toBe(true);
  expect(isComposing(enter({ isComposing: false, keyCode: 229 }))).toBe(true);
  expect(isComposing(enter({ isComposing: false, keyCode: 13 }))).toBe(false);
});

test.each([
  ['with a mouse', false, { plain: true, shift: false, control: true }],
  ['on a touch screen', true, { plain: false, shift: false, control: true }],
])('sends by Enter %s', (_, isTouched, expected) => {
  vi.spyOn(globalThis, 'matchMedia').mockImplementation(
    (query) => ({ matches: query === '(pointer: coarse)' && isTouched }) as MediaQueryList,
  );
  expect({
    plain: isSendKey(enter({})),
    shift: isSendKey(enter({ shiftKey: true })),
    control: isSendKey(enter({ ctrlKey: true })),
  }).toEqual(expected);
});
