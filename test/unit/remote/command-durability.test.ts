import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { Outbox } from '../../../electron/outbox/outbox';
import { CommandDurability } from '../../../electron/remote/synced/command-durability';
import { Unreachable } from '../../../shared/client/transport';
import type { Frame } from '../../../shared/events';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const hello = (Log: string, Seq: number, Durable?: number): Frame => ({
  ...{ Type: 'hello', ok: 1, version: '1', Oldest: 1, Time: 0 },
  ...{ Log, Seq, ...(Durable !== undefined && { Durable }) },
});

function opened() {
  const outbox = new Outbox(new Database(':memory:'));
  onTestFinished(() => outbox.close());
  const host = { log: 'first', seq: 10, asked: 0, reconnected: 0 };
  const durability = new CommandDurability({
    done: outbox.done,
    hub: () => ({ cursor: { log: 'first', seq: 10 }, reconnect: () => void host.reconnected++ }),
    readChanges: ({ log }) => {
      host.asked++;
      const value =
        log === host.log
          ? { Seq: host.seq, Changes: [], More: false }
          : { Reset: true as const, Log: host.log, Seq: host.seq };
      return Promise.resolve({ value, seq: host.seq });
    },
  });
  let count = 0;
  /** Sends a command that the host answers with a number of its log. */
  const send = async (seq?: number, onSend = () => undefined as void) => {
    const key = `command-${++count}`;
    const input = { dialog_id: 1, text: 'Hi' };
    outbox.add({ key, name: 'dialogs.send', input, madeAt: 0, program: '1' });
    const answer = await durability.send(() => {
      onSend();
      return Promise.resolve({ value: {}, seq });
    });
    outbox.settle(key, answer.value, 0, answer.retainUntil);
    return answer.retainUntil;
  };
  return { outbox, host, durability, send };
}

test('commands are kept while the standby lacks them, and only if there is one', async () => {
  const { outbox, durability, send } = opened();
  durability.onFrame(hello('first', 10));
  expect(await send(11)).toBeNull();
  durability.onFrame({ Type: 'durable', Durable: 11 });
  expect(await send(11)).toBeNull();
  expect(await send(12)).toEqual({ log: 'first', seq: 12 });
  expect(await send(13)).toEqual({ log: 'first', seq: 13 });
  durability.onFrame({ Type: 'typing', Dialog: 1, User: 1, Durable: 12 });
  expect(outbox.done.count).toBe(1);
  durability.onFrame({ Type: 'durable', Durable: null });
  expect(outbox.done.count).toBe(0);
});

test('a command that was done before is kept up to the end of the log', async () => {
  const { outbox, host, durability, send } = opened();
  durability.onFrame(hello('first', 10, 10));
  host.seq = 15;
  expect(await send(undefined)).toEqual({ log: 'first', seq: 15 });
  durability.onFrame(hello('first', 14, 13));
  durability.onFrame({ Type: 'durable', Durable: 14 });
  expect(outbox.done.count).toBe(0);
});

test('another log lets them wait again', async () => {
  const { outbox, durability, send } = opened();
  durability.onFrame(hello('first', 10, 10));
  await send(11);
  durability.onFrame(hello('first', 11, 10));
  expect([outbox.unsent, outbox.done.count]).toEqual([0, 1]);
  durability.onFrame(hello('second', 5));
  expect([outbox.unsent, outbox.done.count]).toEqual([1, 0]);
});

test('nothing newer is sent to another host before the connection for events has noticed it', async () => {
  const { outbox, host, durability, send } = opened();
  durability.onFrame(hello('first', 10, 10));
  await send(11);
  expect(host.asked).toBe(0);
  vi.advanceTimersByTime(60_000);
  await send(12);
  expect([host.asked, host.reconnected]).toEqual([1, 0]);
  host.log = 'second';
  const attempt = vi.fn();
  await expect(send(13, attempt)).rejects.toThrow(Unreachable);
  expect([attempt.mock.calls.length, host.reconnected]).toEqual([0, 1]);
  durability.onFrame(hello('second', 9));
  expect(outbox.all().map(({ key }) => key)).toEqual(['command-1', 'command-2', 'command-3']);
});

test('an answer that arrives while another host takes over counts for neither', async () => {
  const { durability, send } = opened();
  durability.onFrame(hello('first', 10, 10));
  await expect(send(11, () => durability.onFrame(hello('second', 3)))).rejects.toThrow(Unreachable);
});
