import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Line, type Heard } from '../../shared/client/line';
import type { LineListener } from '../../shared/client/transport';
import type { Frame } from '../../shared/events';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A line whose host says what it is told to say, and is subscribed. */
function openLine() {
  let host: LineListener | undefined;
  const transport = {
    connect: (_token: string, _place: unknown, listener: LineListener) => {
      host = listener;
      return { command: () => undefined, close: () => undefined };
    },
  };
  const line = new Line(transport, {
    become: () => undefined,
    hear: () => undefined,
    revoked: () => undefined,
  });
  const heard: Heard[] = [];
  line.on((one) => heard.push(one));
  const says = (frame: Frame) => host?.frame(frame);
  const writes = (Seq: number) => says({ Type: 'typing', Dialog: 1, User: Seq });
  const subscribes = () => {
    says({ Type: 'hello', Log: 'log', Seq: 0, Oldest: 0, Time: 0 });
    says({ Type: 'subscribed', category: 'dialog', thing_id: 1, Seq: 0 });
  };
  const writers = () => heard.flatMap((one) => (one.Type === 'typing' ? [one.User] : []));
  line.belongTo({ token: 'first', id: 1 });
  return { line, heard, writes, subscribes, writers };
}

describe('what is heard while something is read', () => {
  it('is told after the answer was taken, in the order it came', async () => {
    const { line, writes, subscribes, writers } = openLine();
    subscribes();
    writes(1);
    expect(writers()).toEqual([1]);
    const answer = Promise.withResolvers<number[]>();
    let shown: number[] = [];
    const taken = line.reading(() => answer.promise).then((all) => (shown = all));
    await vi.advanceTimersByTimeAsync(0);
    writes(2);
    writes(3);
    expect(writers()).toEqual([1]);
    answer.resolve([1]);
    await taken;
    expect([shown, writers()]).toEqual([[1], [1]]);
    writes(4);
    await vi.advanceTimersByTimeAsync(0);
    expect(writers()).toEqual([1, 2, 3, 4]);
    writes(5);
    expect(writers()).toEqual([1, 2, 3, 4, 5]);
  });

  it('does not wait for an answer that began later, nor for one that does not come', async () => {
    const { line, writes, subscribes, writers } = openLine();
    subscribes();
    const [first, never] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    void line.reading(() => first.promise);
    await vi.advanceTimersByTimeAsync(0);
    writes(1);
    void line.reading(() => never.promise);
    await vi.advanceTimersByTimeAsync(0);
    first.resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect(writers()).toEqual([1]);
    writes(2);
    await vi.advanceTimersByTimeAsync(1_900);
    expect(writers()).toEqual([1]);
    await vi.advanceTimersByTimeAsync(200);
    expect(writers()).toEqual([1, 2]);
  });

  it('is not told to who has the line after', async () => {
    const { line, writes, subscribes, writers } = openLine();
    subscribes();
    const answer = Promise.withResolvers<void>();
    void line.reading(() => answer.promise);
    await vi.advanceTimersByTimeAsync(0);
    writes(1);
    line.belongTo({ token: 'second', id: 2 });
    answer.resolve();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(writers()).toEqual([]);
  });
});

describe('what is read before the line is open', () => {
  it('waits for it a second, and is read afresh where that was too short', async () => {
    const { line, heard, subscribes } = openLine();
    let asked = 0;
    const read = () => line.reading(() => Promise.resolve(asked++));
    void read();
    await vi.advanceTimersByTimeAsync(900);
    expect(asked).toBe(0);
    await vi.advanceTimersByTimeAsync(200);
    expect(asked).toBe(1);
    subscribes();
    await vi.advanceTimersByTimeAsync(0);
    expect(heard).toEqual([{ Type: 'reset' }]);
  });
});
