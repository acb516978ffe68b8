// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { growing } from '../../../../renderer/ui/fields/growing';

afterEach(() => void vi.unstubAllGlobals());

/** A text area with a border of one pixel, in a frame that is 40 px high; what it shows is 90 px high. */
function areaIn(frame: HTMLElement): HTMLTextAreaElement {
  const area = document.createElement('textarea');
  frame.append(area);
  Object.defineProperty(frame, 'offsetHeight', { value: 40 });
  Object.defineProperties(area, {
    clientHeight: { value: 38 },
    offsetHeight: { value: 40 },
    scrollHeight: {
      get: () => {
        expect(frame.style.minBlockSize).toBe('40px');
        return area.style.blockSize === '0' || area.style.blockSize === '0px' ? 90 : 120;
      },
    },
  });
  return area;
}

test('a text area gets the height of its text where the browser cannot do it, and nothing around shrinks', () => {
  vi.stubGlobal('CSS', { supports: () => false });
  const frame = document.createElement('div');
  const area = areaIn(frame);
  growing(() => 'Hello')(area);
  expect(area.style.blockSize).toBe('92px');
  expect(frame.style.minBlockSize).toBe('');
});

test('a text area is left alone where the browser sizes it', () => {
  vi.stubGlobal('CSS', { supports: () => true });
  const area = areaIn(document.createElement('div'));
  growing(() => 'Hello')(area);
  expect(area.style.blockSize).toBe('');
});
