import type { IpcMainInvokeEvent } from 'electron';
import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { OutboxChannel } from '../../../electron/desktop/communities/outbox-channel';
import type { OutboxChange } from '../../../electron/remote/synced/outbox-edits';
import { PUSHES } from '../../../shared/channels';
import type { OutboxItem } from '../../../shared/bridge';
import { AppError } from '../../../shared/errors';

const ID = 'joined-0123456789abcdef';
const ITEM: OutboxItem = {
  key: 'key',
  name: 'dialogs.send',
  input: { dialog_id: 1, text: 'Hello' },
  madeAt: 1,
  state: 'pending',
  error: null,
  made: [7],
};

/** A channel of one community with one item, and a page that displays it. */
function testChannel() {
  const changes: [string, OutboxChange][] = [];
  const sent: unknown[][] = [];
  const page = {
    url: `courtyard-app://${ID}/#/chats`,
    getURL: () => page.url,
    send: (...values: unknown[]) => void sent.push(values),
  };
  const channel = new OutboxChannel({
    itemsOf: (community) => (community === ID ? [ITEM] : []),
    unsent: { save: async () => undefined, discard: () => undefined },
    act: (community, change) => {
      if (change.key === 'gone') throw new AppError('not_found');
      changes.push([community, change]);
    },
    page: () => page,
    logger: pino({ enabled: false }),
  });
  const ask = (asked: unknown, url = page.url) => {
    const senderFrame = { url };
    const event = { sender: { mainFrame: senderFrame }, senderFrame } as unknown as IpcMainInvokeEvent;
    return channel.handlers.outbox(event, asked);
  };
  return { channel, ask, changes, sent, page };
}

it('shows and changes the outbox of the community of the page', async () => {
  const { ask, changes } = testChannel();
  expect(await ask({ action: 'look' })).toEqual({ ok: true, value: [ITEM] });
  expect(await ask({ action: 'edit', key: 'key', text: '' })).toEqual({ ok: true, value: [ITEM] });
  expect(await ask({ action: 'look' }, 'courtyard-app://main/')).toEqual({ ok: true, value: [] });
  expect(changes).toEqual([[ID, { action: 'edit', key: 'key', text: '' }]]);
});

it('refuses foreign pages and unknown actions, and passes errors on', async () => {
  const { ask, changes } = testChannel();
  const errorOf = async (answer: ReturnType<typeof ask>) => {
    const envelope = await answer;
    return envelope.ok ? null : envelope.error.detail;
  };
  expect(await errorOf(ask({ action: 'look' }, 'https://example.org/'))).toBe('access_denied');
  for (const asked of [undefined, { action: 'clear' }, { action: 'retry' }, { action: 'look', key: 'key' }])
    expect(await errorOf(ask(asked))).not.toBeNull();
  expect(await errorOf(ask({ action: 'discard', key: 'gone' }))).toBe('not_found');
  expect(changes).toEqual([]);
});

it('sends a changed outbox only to the pages of its community, many changes as one', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { channel, sent, page } = testChannel();
  for (let count = 0; count < 5; count++) channel.announce(ID);
  channel.announce('main');
  vi.runAllTimers();
  expect(sent).toEqual([[PUSHES.outboxNow, [ITEM]]]);
  page.url = 'courtyard-app://main/';
  channel.announce(ID);
  vi.runAllTimers();
  expect(sent).toHaveLength(1);
});
