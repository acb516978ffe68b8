// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { MicrophonePress } from '../../../../renderer/media/voice/microphone-press.svelte';

afterEach(() => (document.dir = ''));

const SHORT_MS = 100;
const LONG_MS = 1000;

test('a click records hands-free', () => {
  const { press, recorder, events, at } = microphone();
  press.down(at(0));
  expect(press.isHeld).toBe(true);
  press.up(at(SHORT_MS));
  press.click();
  expect(recorder.start).toHaveBeenCalledOnce();
  expect(press.isHeld).toBe(false);
  expect(events()).toEqual(['lock']);
});

test('releasing a held microphone sends', () => {
  const { press, events, at } = microphone();
  press.down(at(0));
  press.up(at(LONG_MS));
  expect(events()).toEqual(['send']);
});

test('a press that ends before the browser permits the microphone records hands-free', () => {
  const { press, recorder, events, at } = microphone();
  recorder.isRecording = false;
  press.down(at(0));
  press.up(at(LONG_MS));
  expect(events()).toEqual(['lock']);
});

test.each(['ltr', 'rtl'])('sliding aside cancels when it is released (%s)', (dir) => {
  document.dir = dir;
  const { press, events, at } = microphone();
  const aside = dir === 'rtl' ? 91 : -91;
  press.down(at(0));
  press.move(at(10, { x: aside }));
  expect(press.isCancelling).toBe(true);
  press.move(at(20, { x: 0 }));
  expect(press.isCancelling).toBe(false);
  press.move(at(30, { x: aside }));
  press.up(at(LONG_MS));
  expect(events()).toEqual(['cancel']);
});

test('sliding up records hands-free, and releasing then does nothing', () => {
  const { press, events, at } = microphone();
  press.down(at(0));
  press.move(at(10, { y: -61 }));
  press.up(at(LONG_MS));
  expect(events()).toEqual(['lock']);
});

test('a press that the system interrupts records hands-free', () => {
  const { press, events, at } = microphone();
  press.down(at(0));
  press.interrupt();
  press.interrupt();
  expect(events()).toEqual(['lock']);
});

test('a press of the keyboard records hands-free', () => {
  const { press, recorder, events } = microphone();
  press.click();
  expect(recorder.start).toHaveBeenCalledOnce();
  expect(events()).toEqual(['lock']);
});

test('the click that follows a short press does not reach Send, but a later one does', () => {
  const { press, at } = microphone();
  press.down(at(0));
  press.up(at(SHORT_MS));
  const [own, later] = [at(SHORT_MS + 10), at(SHORT_MS + 20)];
  press.dropClick(own);
  press.dropClick(later);
  expect(own.stopPropagation).toHaveBeenCalledOnce();
  expect(later.stopPropagation).not.toHaveBeenCalled();
});

test.each([
  ['another button', { button: 2 }, false],
  ['a press while it records', {}, true],
])('%s starts nothing', (_, details, isActive) => {
  const { press, recorder, at } = microphone();
  recorder.isActive = isActive;
  press.down({ ...at(0), ...details });
  expect(recorder.start).not.toHaveBeenCalled();
  expect(press.isHeld).toBe(false);
});

function microphone() {
  const recorder = { isActive: false, isRecording: true, start: vi.fn(() => Promise.resolve()) };
  const events: string[] = [];
  const press = new MicrophonePress(recorder, {
    onlock: () => events.push('lock'),
    onsend: () => events.push('send'),
    oncancel: () => events.push('cancel'),
  });
  return { press, recorder, events: () => events, at: pointerAt };
}

/** An event of the pointer, `timeStamp` milliseconds after the first and some pixels away from it. */
function pointerAt(timeStamp: number, { x = 0, y = 0 } = {}) {
  const currentTarget = document.createElement('button');
  currentTarget.setPointerCapture = () => undefined;
  const event = { button: 0, pointerId: 1, timeStamp, clientX: x, clientY: y, currentTarget };
  return { ...event, stopPropagation: vi.fn() } as unknown as PointerEvent & { currentTarget: HTMLElement };
}
