import { expect, onTestFinished, test, vi } from 'vitest';
import { leaseClock } from '../../../electron/standby/witness/lease-clock';

/** A lease clock, and a function that sets the clocks of the machine to some milliseconds after its start. */
function startClock() {
  const monotonic = vi.spyOn(performance, 'now').mockReturnValue(5000);
  const wall = vi.spyOn(Date, 'now').mockReturnValue(1_000_000);
  onTestFinished(() => {
    monotonic.mockRestore();
    wall.mockRestore();
  });
  const clock = leaseClock();
  return (time: { monotonic: number; wall: number }) => {
    monotonic.mockReturnValue(5000 + time.monotonic);
    wall.mockReturnValue(1_000_000 + time.wall);
    return clock();
  };
}

test('counts the time in which the machine slept and its monotonic clock stood still', () => {
  const at = startClock();
  expect(at({ monotonic: 100, wall: 100 })).toBe(100);
  expect(at({ monotonic: 100, wall: 60_100 })).toBe(60_100);
  expect(at({ monotonic: 150, wall: 60_150 })).toBe(60_150);
});

test('never goes back when the wall clock is set back', () => {
  const at = startClock();
  expect(at({ monotonic: 100, wall: 100 })).toBe(100);
  expect(at({ monotonic: 100, wall: -900 })).toBe(100);
  expect(at({ monotonic: 300, wall: -3_600_000 })).toBe(300);
});
