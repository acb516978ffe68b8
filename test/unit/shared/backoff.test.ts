import { expect, test } from 'vitest';
import { Backoff, type BackoffClock } from '../../../shared/client/backoff';

/** A clock that runs timers when told to, with a jitter of none unless given. */
class ManualClock implements BackoffClock {
  readonly timers: { run: () => void; delay: number }[] = [];
  randomness = 0.5;

  setTimeout = (run: () => void, delay: number) => {
    const timer = { run, delay };
    this.timers.push(timer);
    return timer;
  };
  clearTimeout = (timer: unknown) => void this.timers.splice(0, this.timers.length, ...this.others(timer));
  random = () => this.randomness;

  get delays(): number[] {
    return this.timers.map(({ delay }) => delay);
  }

  runAll(): void {
    for (const { run } of this.timers.splice(0)) run();
  }

  others(timer: unknown) {
    return this.timers.filter((one) => one !== timer);
  }
}

function backoff(options: { factor?: number } = {}) {
  const clock = new ManualClock();
  return { clock, backoff: new Backoff({ min: 100, max: 1_000, clock, ...options }) };
}

test('delays double up to the longest, and begin anew after a success', () => {
  const { backoff: delays } = backoff();
  expect([1, 2, 3, 4, 5, 6].map(() => delays.next())).toEqual([100, 200, 400, 800, 1_000, 1_000]);
  expect(delays.attempts).toBe(6);
  delays.reset();
  expect(delays.next()).toBe(100);
});

test('jitter is a quarter of a delay in both directions', () => {
  const { clock, backoff: delays } = backoff({ factor: 1 });
  clock.randomness = 0;
  expect(delays.next()).toBe(75);
  clock.randomness = 1;
  expect(delays.next()).toBe(125);
});

test('a delay is never shorter than what the host asks for', () => {
  const { backoff: delays } = backoff();
  expect(delays.next({ atLeast: 5_000 })).toBe(5_000);
  expect(delays.next({ atLeast: 1 })).toBe(200);
});

test('waiting ends when the attempt is due', async () => {
  const { clock, backoff: delays } = backoff();
  const waiting = delays.wait({ signal: new AbortController().signal });
  expect(clock.delays).toEqual([100]);
  clock.runAll();
  await waiting;
});

test('an abort ends the waiting with its reason, and leaves no timer', async () => {
  const { clock, backoff: delays } = backoff();
  const abort = new AbortController();
  const waiting = delays.wait({ signal: abort.signal });
  abort.abort(new Error('closed'));
  await expect(waiting).rejects.toThrow('closed');
  expect(clock.delays).toEqual([]);
  await expect(delays.wait({ signal: abort.signal })).rejects.toThrow('closed');
  expect(clock.delays).toEqual([]);
});

test('several failures before the next attempt are one, which waits as long as the longest asks for', () => {
  const { clock, backoff: delays } = backoff();
  let attempts = 0;
  const retry = () => void attempts++;
  delays.schedule(retry);
  delays.schedule(retry);
  expect(clock.delays).toEqual([100]);
  delays.schedule(retry, { atLeast: 3_000 });
  expect(clock.delays).toEqual([3_000]);
  clock.runAll();
  expect(attempts).toBe(1);
  delays.schedule(retry);
  expect(clock.delays).toEqual([200]);
  delays.reset();
  expect(clock.delays).toEqual([200]);
  delays.cancel();
  expect(clock.delays).toEqual([]);
});
