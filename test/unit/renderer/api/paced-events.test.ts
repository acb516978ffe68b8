// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { pacedEvents } from '../../../../renderer/api/paced-events';
import type { EventSocketListener } from '../../../../shared/client/transport';

/** What the page has drawn or does next: a number for each event, and a line for each frame that was drawn. */
let log: string[];
let inner: EventSocketListener;
let drawFrame: () => void;

beforeEach(() => {
  log = [];
  let callback: (() => void) | undefined;
  drawFrame = () => {
    log.push('frame');
    callback?.();
  };
  vi.stubGlobal('requestAnimationFrame', (given: () => void) => {
    callback = given;
    return 1;
  });
  vi.stubGlobal('cancelAnimationFrame', () => (callback = undefined));
});

function connect(onEvent: (seq: number) => void = () => undefined) {
  return pacedEvents({
    connect: (_token, _cursor, listener) => {
      inner = listener;
      return { send: () => undefined, close: () => log.push('closed') };
    },
  }).connect('token', null, {
    onFrame: (frame) => {
      const { Seq } = frame as { Seq: number };
      log.push(String(Seq));
      onEvent(Seq);
    },
    onClose: () => log.push('lost'),
  });
}

function receive(...seqs: number[]): void {
  for (const Seq of seqs) inner.onFrame({ Type: 'read', Dialog: 1, User: 2, Message: 3, Seq });
}

/** A burst begins with this many, which are passed on at once: numbers that the tests do not look at. */
function beginBurst(): void {
  receive(...Array.from({ length: 16 }, () => 0));
  log.length = 0;
}

test('a few events are delivered at once', () => {
  connect();
  receive(1, 2);
  drawFrame();
  receive(3);
  expect(log).toEqual(['1', '2', 'frame', '3']);
});

test('a burst is delivered once per drawn frame and in order, until nothing arrives between two frames', () => {
  connect();
  beginBurst();
  receive(1, 2, 3);
  drawFrame();
  receive(4, 5);
  drawFrame();
  drawFrame();
  receive(6);
  expect(log).toEqual(['frame', '1', '2', '3', 'frame', '4', '5', 'frame', '6']);
});

test('waiting events are delivered before the loss of the connection', () => {
  connect();
  beginBurst();
  receive(1, 2);
  inner.onClose(1006);
  expect(log).toEqual(['1', '2', 'lost']);
});

test('nothing is delivered after the socket was closed, even by one of the waiting events', () => {
  const socket = connect((seq) => seq === 2 && socket.close());
  beginBurst();
  receive(1, 2, 3);
  drawFrame();
  drawFrame();
  expect(log).toEqual(['frame', '1', '2', 'closed', 'frame']);
});

test('a hidden window, which draws no frames, delivers everything at once', () => {
  connect();
  beginBurst();
  receive(1, 2);
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  document.dispatchEvent(new Event('visibilitychange'));
  receive(3, 4);
  hidden.mockRestore();
  expect(log).toEqual(['1', '2', '3', '4']);
});

test('an event whose handler fails does not block the others', () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  connect((seq) => {
    if (seq === 2) throw new Error('no');
  });
  beginBurst();
  receive(1, 2, 3);
  drawFrame();
  expect(log).toEqual(['frame', '1', '2', '3']);
  expect(reported).toHaveBeenCalledOnce();
});
