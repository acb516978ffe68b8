// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest';
import { EventSubscription } from '../../../renderer/api';
import { MessageOutbox } from '../../../renderer/chats/composer/outbox.svelte';
import { Unreachable } from '../../../shared/client/transport';
import type { Output } from '../../../shared/contract';
import { fakeHost } from '../../support/hosts/fake-host';

const NOTHING = { replyTo: null, attached: [] };

function outbox(): MessageOutbox {
  vi.useFakeTimers();
  localStorage.clear();
  const opened = new MessageOutbox(1, new EventSubscription(() => undefined));
  onTestFinished(() => {
    opened.close();
    vi.useRealTimers();
  });
  return opened;
}

test('a message that found no host is retried though one of another dialog was sent meanwhile', async () => {
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
