import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DurabilityFrames } from '../../../electron/service/events/durability-frames';
import { EventConnection } from '../../../electron/service/events/event-connections';
import type { Caller } from '../../../electron/service/context';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const caller: Caller = { id: 1, role: 'member', tokenId: 1 };

function opened(isCompatible = false) {
  const sent: string[] = [];
  const send = (frame: string) => void sent.push(frame);
  return { sent, connection: new EventConnection(caller, { isCompatible, send, close: () => undefined }) };
}

test('what the standby has stored is sent at most once a second, and only to those who were not told it', () => {
  const [one, told, compatible] = [opened(), opened(), opened(true)];
  const all = () => [one, told, compatible].map(({ connection }) => connection).values();
  let durable: number | null = null;
  const frames = new DurabilityFrames({ all }, () => durable);
  for (durable = 1; durable < 100; durable++) frames.changed();
  vi.advanceTimersByTime(0);
  expect(one.sent).toEqual(['{"Type":"durable","Durable":100}']);
  for (durable = 101; durable < 200; durable++) frames.changed();
  told.connection.announcedDurable = 200;
  vi.advanceTimersByTime(999);
  expect(one.sent).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(one.sent.at(-1)).toBe('{"Type":"durable","Durable":200}');
  durable = null;
  frames.changed();
  vi.advanceTimersByTime(1000);
  expect(one.sent.at(-1)).toBe('{"Type":"durable","Durable":null}');
  expect([one.sent.length, told.sent.length, compatible.sent.length]).toEqual([3, 2, 0]);
});
