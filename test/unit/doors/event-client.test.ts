import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EventClient, type EventClientState, type ServerEvent } from '../../../shared/client/event-client';
import type { Cursor, EventSocketListener } from '../../../shared/client/transport';
import type { ClientCommand, Event, Frame } from '../../../shared/events';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A client whose host sends what the test says. */
function openClient() {
  let host: EventSocketListener | undefined;
  const cursors: (Cursor | null)[] = [];
  const states: EventClientState[] = [];
  const commands: ClientCommand[] = [];
  const transport = {
    connect: (_token: string, cursor: Cursor | null, listener: EventSocketListener) => {
      host = listener;
      cursors.push(cursor);
      return { send: (command: ClientCommand) => commands.push(command), close: () => undefined };
    },
  };
  const client = new EventClient(transport, {
    onState: (state) => states.push(state),
    onFrame: () => undefined,
    onRevoked: () => undefined,
  });
  const emitted: (number | undefined | 'reset')[] = [];
  client.on((event) => emitted.push(numberOf(event)));
  const send = (frame: Frame) => host?.onFrame(frame);
  client.setOwner({ token: 'first', id: 1 });
  return {
    client,
    cursors,
    states,
    commands,
    emitted,
    send,
    event: (seq: number) => send(eventAt(seq)),
    typing: () => send({ Type: 'typing', Dialog: 1, User: 2 }),
    hello: (seq: number) =>
      send({ Type: 'hello', ok: 1, version: '1.0.0', Log: 'log', Seq: seq, Oldest: 0, Time: 0 }),
    subscribed: (seq: number) => send({ Type: 'subscribed', category: 'dialog', thing_id: 1, Seq: seq }),
    close: () => host?.onClose(1006),
  };
}

function eventAt(seq: number): Event {
  return { Type: 'dialog_delete', Dialog: seq, Seq: seq };
}

function numberOf(event: ServerEvent): number | undefined | 'reset' {
  return event.Type === 'reset' ? 'reset' : event.Seq;
}

describe('events while a request is under way', () => {
  it('are emitted at once and recorded for its answer, by number', () => {
    const { client, event, typing, hello, subscribed, emitted } = openClient();
    hello(4);
    subscribed(4);
    event(5);
    const recording = client.record();
    event(6);
    typing();
    event(7);
    event(7);
    expect(emitted).toEqual([5, 6, undefined, 7]);
    expect(recording.after(6).map(({ Seq }) => Seq)).toEqual([7]);
    expect(recording.after(undefined).map(({ Seq }) => Seq)).toEqual([6, 7]);
    recording.end();
    event(8);
    expect(recording.after(0).map(({ Seq }) => Seq)).toEqual([6, 7]);
  });

  it('of another owner are not recorded', () => {
    const { client, event, hello, subscribed } = openClient();
    hello(4);
    subscribed(4);
    const recording = client.record();
    event(5);
    client.setOwner({ token: 'second', id: 2 });
    event(6);
    expect(recording.after(undefined)).toEqual([]);
  });
});

describe('an answer read before the subscription', () => {
  it('changes nothing when no event came between', () => {
    const { client, hello, subscribed, cursors, states } = openClient();
    client.coverFrom(4);
    hello(4);
    subscribed(4);
    client.coverFrom(5);
    expect(cursors).toEqual([null]);
    expect(states).toEqual(['connecting', 'connected']);
  });

  it('makes the client resume from the earliest such answer', () => {
    const { client, event, hello, subscribed, cursors, states, emitted } = openClient();
    client.coverFrom(6);
    client.coverFrom(4);
    hello(5);
    event(7);
    subscribed(8);
    expect(cursors).toEqual([null, { log: 'log', seq: 4 }]);
    hello(8);
    for (const seq of [5, 6, 7, 8]) event(seq);
    subscribed(8);
    expect(emitted).toEqual([7, 5, 6, 7, 8]);
    expect(states).toEqual(['connecting', 'connected']);
  });

  it('makes it resume also when the answer arrives later', () => {
    const { client, hello, subscribed, cursors, states } = openClient();
    hello(5);
    subscribed(8);
    client.coverFrom(8);
    expect(cursors).toHaveLength(1);
    client.coverFrom(6);
    expect(cursors).toEqual([null, { log: 'log', seq: 6 }]);
    client.coverFrom(7);
    expect(cursors).toHaveLength(2);
    expect(states).toEqual(['connecting', 'connected']);
  });

  it('is covered by the cursor after a lost connection', async () => {
    const { client, hello, subscribed, event, close, cursors } = openClient();
    hello(5);
    subscribed(5);
    event(6);
    close();
    client.coverFrom(9);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(cursors).toEqual([null, { log: 'log', seq: 6 }]);
  });
});

it('a watched wall is subscribed to with each connection, and its listeners hear of that', async () => {
  const { client, commands, hello, subscribed, send, close, states } = openClient();
  const seqs: number[] = [];
  const unwatch = client.watchWall(5, (seq) => seqs.push(seq));
  hello(4);
  subscribed(4);
  send({ Type: 'subscribed', category: 'wall', thing_id: 5, Seq: 6 });
  close();
  await vi.advanceTimersByTimeAsync(1_000);
  commands.length = 0;
  hello(8);
  expect(commands).toEqual([
    { command: 'subscribe', category: 'dialog', thing_id: 1 },
    { command: 'subscribe', category: 'wall', thing_id: 5 },
  ]);
  send({ Type: 'subscribed', category: 'wall', thing_id: 5, Seq: 8 });
  expect(states.at(-1)).toBe('reconnecting');
  unwatch();
  send({ Type: 'subscribed', category: 'wall', thing_id: 5, Seq: 9 });
  expect(seqs).toEqual([6, 8]);
  expect(commands.at(-1)).toEqual({ command: 'unsubscribe', category: 'wall', thing_id: 5 });
});

it('a reset forgets what was recorded: everything is loaded again', () => {
  const { client, send, hello, subscribed, event, emitted } = openClient();
  hello(5);
  subscribed(5);
  const recording = client.record();
  event(6);
  send({ Type: 'reset', Log: 'other', Seq: 2 });
  event(3);
  expect(emitted).toEqual([6, 'reset', 3]);
  expect(recording.after(undefined).map(({ Seq }) => Seq)).toEqual([3]);
  expect(client.cursor).toEqual({ log: 'other', seq: 3 });
});
