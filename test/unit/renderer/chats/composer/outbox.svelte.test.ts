// @vitest-environment happy-dom
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Upload } from '../../../../../renderer/api';
import { MessageOutbox } from '../../../../../renderer/chats/composer/outbox.svelte';
import type { DraftAttachment } from '../../../../../renderer/media/attachments/attachment-tray.svelte';
import { Unreachable } from '../../../../../shared/client/transport';
import { hostFull } from '../../../../../shared/failures/host-full';
import type { Output } from '../../../../../shared/contract';
import { fakeHost } from '../../../../support/hosts/fake-host';

const NOTHING = { replyTo: null, attached: [] };

function outbox(): MessageOutbox {
  vi.useFakeTimers();
  localStorage.clear();
  const opened = new MessageOutbox(1);
  onTestFinished(() => {
    opened.close();
    vi.useRealTimers();
  });
  return opened;
}

test('an unsent message is retried even if one of another dialog was sent meanwhile', async () => {
  let isReachable = false;
  fakeHost.answer('dialogs.send', ({ dialog_id }) => {
    if (dialog_id === 1 && !isReachable) throw new Unreachable();
    return {} as Output<'dialogs.send'>;
  });
  const waiting = outbox();
  waiting.send(1, { text: 'One', ...NOTHING });
  await vi.advanceTimersByTimeAsync(0);
  waiting.send(2, { text: 'Two', ...NOTHING });
  await vi.advanceTimersByTimeAsync(0);
  expect(waiting.of(1)).toHaveLength(1);
  expect(waiting.of(2)).toEqual([]);
  isReachable = true;
  await vi.advanceTimersByTimeAsync(1_300);
  expect(waiting.of(1)).toEqual([]);
  const nonces = fakeHost.inputsOf('dialogs.send').map(({ text, nonce }) => [text, nonce]);
  expect(nonces.map(([text]) => text)).toEqual(['One', 'Two', 'One']);
  expect(nonces[2]?.[1]).toBe(nonces[0]?.[1]);
});

test('a message whose answer never comes is sent again after a reconnection', async () => {
  let isLost = true;
  fakeHost.answer('dialogs.send', () => {
    return isLost ? new Promise<never>(() => undefined) : ({} as Output<'dialogs.send'>);
  });
  const waiting = outbox();
  waiting.send(1, { text: 'One', ...NOTHING });
  await vi.advanceTimersByTimeAsync(0);
  isLost = false;
  waiting.repeat();
  await vi.advanceTimersByTimeAsync(1_300);
  expect(waiting.of(1)).toEqual([]);
  const [first, second] = fakeHost.inputsOf('dialogs.send').map(({ nonce }) => nonce);
  expect(second).toBe(first);
});

test('a message for which the host has no room waits, and is sent once there is', async () => {
  let isFull = true;
  fakeHost.answer('dialogs.send', () => {
    if (isFull) throw hostFull(null);
    return {} as Output<'dialogs.send'>;
  });
  const waiting = outbox();
  waiting.send(1, { text: 'One', ...NOTHING });
  expect(waiting.isHostFull).toBe(false);
  await vi.advanceTimersByTimeAsync(0);
  expect([waiting.isHostFull, waiting.waiting]).toEqual([true, 1]);
  isFull = false;
  await vi.advanceTimersByTimeAsync(1_300);
  expect([waiting.isHostFull, waiting.waiting]).toEqual([false, 0]);
});

/** A photo being uploaded; `end` says how it ended. */
function uploading(ID: number) {
  const { promise, resolve, reject } = Promise.withResolvers<{ ID: number }>();
  const upload = { state: 'sending', recordId: 0, finished: promise };
  return {
    attaching: {
      key: `photo ${ID}`,
      kind: 'photo',
      name: 'gate.jpg',
      size: 10,
      upload: upload as unknown as Upload,
      picture: null,
      item: 0,
    } satisfies DraftAttachment,
    end: async (state: 'done' | 'cancelled') => {
      upload.state = state;
      if (state === 'done') upload.recordId = ID;
      if (state === 'done') resolve({ ID });
      else reject(new DOMException('', 'AbortError'));
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

describe('a message whose photos are still being uploaded', () => {
  beforeEach(() => fakeHost.answer('dialogs.send', () => ({}) as Output<'dialogs.send'>));

  test('is shown at once, lets later messages pass, and is sent when all are uploaded', async () => {
    const waiting = outbox();
    const [gate, bench] = [uploading(7), uploading(8)];
    waiting.send(1, { text: 'Two photos', ...NOTHING }, [gate.attaching, bench.attaching]);
    expect(waiting.of(1)).toMatchObject([{ text: 'Two photos', uploading: [{}, {}] }]);
    await bench.end('done');
    waiting.send(1, { text: 'Later', ...NOTHING });
    await vi.advanceTimersByTimeAsync(0);
    expect(fakeHost.inputsOf('dialogs.send').map(({ text }) => text)).toEqual(['Later']);
    await gate.end('done');
    expect(fakeHost.inputsOf('dialogs.send').at(-1)).toMatchObject({ photos_list: [7, 8] });
    expect(waiting.of(1)).toEqual([]);
  });

  test('is sent without a cancelled one, and discarded if nothing is left', async () => {
    const waiting = outbox();
    const [gate, bench, tree] = [uploading(7), uploading(8), uploading(9)];
    waiting.send(1, { text: '', ...NOTHING }, [gate.attaching, bench.attaching]);
    waiting.send(1, { text: '', ...NOTHING }, [tree.attaching]);
    await gate.end('done');
    await tree.end('cancelled');
    await bench.end('cancelled');
    expect(fakeHost.inputsOf('dialogs.send').map(({ photos_list }) => photos_list)).toEqual([[7]]);
    expect(waiting.of(1)).toEqual([]);
  });

  test('asks to be edited after a reload, with its text and its finished uploads', async () => {
    const waiting = outbox();
    const [gate, bench] = [uploading(7), uploading(8)];
    waiting.send(1, { text: 'Two photos', ...NOTHING }, [gate.attaching, bench.attaching]);
    await gate.end('done');
    const reloaded = new MessageOutbox(1);
    onTestFinished(() => reloaded.close());
    expect(reloaded.of(1)).toMatchObject([
      { text: 'Two photos', refused: 'interrupted', attached: [{ item: 7 }] },
    ]);
    expect(reloaded.of(1)[0]?.uploading).toBeUndefined();
    reloaded.flush();
    await vi.advanceTimersByTimeAsync(0);
    expect(fakeHost.inputsOf('dialogs.send')).toEqual([]);
  });
});
