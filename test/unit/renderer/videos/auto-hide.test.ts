// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AutoHide } from '../../../../renderer/videos/auto-hide.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the controls hide three seconds after the last movement', () => {
  const controls = new AutoHide(() => true);
  controls.show();
  vi.advanceTimersByTime(2000);
  controls.show();
  vi.advanceTimersByTime(2999);
  expect(controls.isHidden).toBe(false);
  vi.advanceTimersByTime(1);
  expect(controls.isHidden).toBe(true);
  controls.show();
  expect(controls.isHidden).toBe(false);
});

test('controls stay while one of them has the focus, and while they may not hide', () => {
  let isPlaying = true;
  const controls = new AutoHide(() => isPlaying);
  controls.show();
  vi.advanceTimersByTime(3000);
  controls.hasFocus = true;
  expect(controls.isHidden).toBe(false);
  controls.hasFocus = false;
  expect(controls.isHidden).toBe(true);
  isPlaying = false;
  expect(controls.isHidden).toBe(false);
});

test('disposed controls do not hide', () => {
  const controls = new AutoHide(() => true);
  controls.show();
  controls.dispose();
  vi.runAllTimers();
  expect(controls.isHidden).toBe(false);
});
