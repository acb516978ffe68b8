import { expect, onTestFinished, test } from 'vitest';
import { STANDBY } from '../../shared/limits';
import type { MessageModel } from '../../shared/contract/records';
import type { Frame } from '../../shared/events';
import { lowered } from '../support/lowered';
import { keyOf } from '../faults/community';
import { report, scaled, TIMEOUT } from '../faults/scale';
import { proxyOf } from './answer-proxy';
import { hostInProcess, standbyInProcess } from './in-process';
import { contentsOf, machines, pair, stateWhen } from './machines';

const SUSPENDED = 'the standby does not keep up: writes no longer wait for it';
const RESUMED = 'writes wait for the standby again';

test('answers and events are sent once the standby has stored the write, which its author can read earlier', async () => {
  lowered(STANDBY, 'wait', 600);
  const { host, proxy, dialog, frames } = await waitingHost();
  proxy.hold();
  const answered: string[] = [];
  const send = async (text: string) => {
    const { Text } = await host.owner.call('dialogs.send', { dialog_id: dialog, text });
    answered.push(Text);
  };
  const first = send('first');
  await host.messages(dialog, 1);
  // The next group is committed while the first one waits.
  const second = send('second');
  const third = send('third');
  expect(await host.messages(dialog, 3)).toHaveLength(3);
  expect(answered).toEqual([]);
  expect(messagesIn(frames)).toEqual([]);
  // Nor does someone who connects now.
  const late = await host.listen();
  expect(messagesIn(late)).toEqual([]);

  proxy.release();
  await Promise.all([first, second, third]);
  expect(answered).toEqual(['first', 'second', 'third']);
  await host.now.service.settled();
  expect(messagesIn(frames)).toEqual(['first', 'second', 'third']);
  expect(messagesIn(late)).toEqual(['first', 'second', 'third']);
  expect((await host.state()).WaitSuspended).toBe(false);
});

test('writes do not wait for an unresponsive standby until it has caught up', async () => {
  lowered(STANDBY, 'wait', 0.2);
  const { host, proxy, dialog } = await waitingHost();
  const send = (text: string) => host.owner.call('dialogs.send', { dialog_id: dialog, text });
  await send('answered');
  expect(await host.state()).toMatchObject({ Wait: true, WaitSuspended: false });
  proxy.hold();
  const [, , third] = await Promise.all([send('one'), send('two'), send('three')]);
  expect(third.Text).toBe('three');
  expect(await host.state()).toMatchObject({ Wait: true, WaitSuspended: true });
  await send('four');
  expect(host.noted.filter((line) => line === SUSPENDED)).toHaveLength(1);

  proxy.release();
  await host.stateWhen(({ WaitSuspended }) => !WaitSuspended);
  expect(host.noted.filter((line) => line === RESUMED)).toHaveLength(1);
  proxy.hold();
  let isAnswered = false;
  const waiting = send('five').then(() => (isAnswered = true));
  await host.messages(dialog, 6);
  expect(isAnswered).toBe(false);
  proxy.release();
  await waiting;
});

test('writes do not wait while the standby is known to be offline, or after the setting is turned off', async () => {
  lowered(STANDBY, 'wait', 0.2);
  const { host, proxy, standby, dialog } = await waitingHost();
  await standby.stop();
  await host.stateWhen(({ WaitSuspended }) => WaitSuspended);
  await host.owner.call('dialogs.send', { dialog_id: dialog, text: 'without it' });

  const again = await standbyInProcess(host.folder('standby'), proxy.link);
  await host.stateWhen(({ WaitSuspended }) => !WaitSuspended);
  lowered(STANDBY, 'wait', 600);
  proxy.hold();
  const waiting = host.owner.call('dialogs.send', { dialog_id: dialog, text: 'waits' });
  await host.messages(dialog, 2);
  // Turning it off is a write, too: it releases itself.
  await host.owner.call('admin.updateStandby', { wait: false });
  expect((await waiting).Text).toBe('waits');
  await again.stop();
});

test('a standby stays connected when writes are told to wait for it right after a message', async () => {
  const { host, dialog } = await waitingHost();
  await host.owner.call('admin.updateStandby', { wait: false });
  await host.owner.call('dialogs.send', { dialog_id: dialog, text: 'not yet on the standby' });
  expect(await host.owner.call('admin.updateStandby', { wait: true })).toMatchObject({ Wait: true });
  expect(await host.inStep()).toMatchObject({ State: 'in_step', WaitSuspended: false });
  expect(host.noted).not.toContain('the write-ahead log could not be followed');
});

test(
  'everything that was answered is on the standby when the host is killed at random points',
  { timeout: TIMEOUT },
  async () => {
    const kills = scaled(3, 40);
    const m = await machines();
    let host = await m.startHost();
    const { standby: first, link } = await pair(m, host.url);
    let standby = first;
    await m.call(host.url, 'PATCH', '/admin/standby', { wait: true });
    const answered = new Set<string>();
    let sent = 0;
    for (let kill = 0; kill < kills; kill++) {
      await stateWhen(m, host.url, ({ State, WaitSuspended }) => State === 'in_step' && !WaitSuspended);
      const target = answered.size + 20 + kill;
      let isOver = false;
      const { url } = host;
      const senders = Array.from({ length: 4 }, async () => {
        while (!isOver) {
          const key = `message-${sent++}`;
          const { status } = await m.load.message(url, key);
          if (status === 200) answered.add(key);
          if (answered.size >= target && !isOver) {
            isOver = true;
            host.program.process.kill('SIGKILL');
          }
        }
      });
      await Promise.all([...senders, host.program.ended]);
      standby.process.kill('SIGTERM');
      await standby.ended;
      const stored = new Set(contentsOf(m.copy).texts.map(keyOf));
      expect([...answered].filter((key) => !stored.has(key))).toEqual([]);
      host = await m.startHost();
      standby = m.startStandby(link);
      await standby.line(0);
    }
    report({
      fault: 'kill -9 of a host whose writes wait for the standby',
      cases: kills,
      result: `${answered.size} answered messages, none lost`,
    });
  },
);

/** A host whose writes wait for its standby, which is in step, with a dialog and what its owner receives. */
async function waitingHost() {
  const host = await hostInProcess();
  const proxy = await proxyOf(await host.link());
  const standby = await standbyInProcess(host.folder('standby'), proxy.link);
  // Closing the host waits for what waits for the standby.
  onTestFinished(() => proxy.release());
  await standby.inStep;
  await host.owner.call('admin.updateStandby', { wait: true });
  const { ID: dialog } = await host.owner.call('dialogs.create', { name: 'Here', type: 'group' });
  await host.inStep();
  const listen = async () => {
    const frames: Frame[] = [];
    const connection = await host.now.service.connect(host.owner.session, {
      send: (frame) => void frames.push(JSON.parse(frame) as Frame),
      close: () => undefined,
    });
    connection.command({ command: 'subscribe', category: 'dialog', thing_id: host.owner.id });
    return frames;
  };
  const messages = async (dialog_id: number, count: number): Promise<MessageModel[]> => {
    for (;;) {
      const found = await host.owner.call('dialogs.messages', { dialog_id });
      if (found.length >= count) return found;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  };
  const frames = await listen();
  return { host: Object.assign(host, { listen, messages }), proxy, standby, dialog, frames };
}

function messagesIn(frames: readonly Frame[]): string[] {
  return frames.flatMap((frame) => (frame.Type === 'message' ? [frame.Message.Text] : []));
}

/** Few enough questions a second for the limit of a token. */
const POLL_MS = 20;
