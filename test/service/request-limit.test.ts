import { expect, test } from 'vitest';
import { RATES, SOCKET } from '../../shared/limits';
import { testService } from '../support/service';

const BURST = RATES.requestBurst;

async function rested() {
  const t = await testService();
  const ann = await t.person('Ann');
  const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' });
  t.clock.advance(60);
  let number = 0;
  const write = (key = `write-number-${++number}-of-ann`) =>
    ann.call('dialogs.send', { dialog_id, text: 'Hello' }, key);
  /** Calls until it is refused; returns how often it was answered. */
  const exhaust = async (call: () => Promise<unknown>) => {
    for (let answered = 0; ; answered++) {
      const error = await call().then(
        () => null,
        (refused: unknown) => refused,
      );
      if (error === null) continue;
      expect(error).toMatchObject({ code: 'rate_limit_exceeded', retryAfter: 1 });
      return answered;
    }
  };
  return { t, ann, write, exhaust };
}

test('a repeat of a write whose answer was lost does not count as a request', async () => {
  const { write, exhaust } = await rested();
  await write('a-write-that-is-repeated');
  for (let times = 0; times < BURST; times++) await write('a-write-that-is-repeated');
  expect(await exhaust(() => write())).toBe(BURST - 1);
});

test('a flood of repeats is limited like other requests', async () => {
  const { t, ann, write, exhaust } = await rested();
  await write('a-write-that-is-repeated');
  expect(await exhaust(() => write('a-write-that-is-repeated'))).toBe(2 * BURST - 1);
  expect((await ann.refused('people.me', {})).code).toBe('rate_limit_exceeded');
  t.clock.advance(1);
  expect(await exhaust(() => write('a-write-that-is-repeated'))).toBe(2 * RATES.requestsPerSecond);
});

test('a repeatedly rejected write counts each time', async () => {
  const { ann, exhaust } = await rested();
  const key = 'a-write-that-is-refused';
  const refused = async () => {
    const { code } = await ann.refused('dialogs.send', { dialog_id: 1, text: 'Hello' }, key);
    if (code === 'rate_limit_exceeded') throw Object.assign(new Error(), { code, retryAfter: 1 });
  };
  expect(await exhaust(refused)).toBe(BURST);
});

test('an event connection that sends too many commands is closed, one that sends them over time is not', async () => {
  const t = await testService();
  const [ann, bob] = await t.people('Ann', 'Bob');
  const subscribe = { command: 'subscribe', category: 'wall', thing_id: bob.id };
  const [flood, other] = [await ann.listen(), await ann.listen()];
  for (let sent = 0; sent < 2 * SOCKET.commandBurst; sent++) flood.command(subscribe);
  for (let second = 0; second < 60; second++) {
    t.clock.advance(1);
    for (let sent = 0; sent < SOCKET.commandsPerSecond; sent++) other.command(subscribe);
  }
  await t.service.settled();
  expect(flood.closed).toEqual({ code: 1008, reason: 'too many commands' });
  expect(other.closed).toBeNull();
});
