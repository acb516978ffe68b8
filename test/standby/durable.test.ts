import { expect, onTestFinished, test } from 'vitest';
import { openService } from '../../electron/service';
import type { Frame } from '../../shared/events';
import { upload } from '../support/content';
import { LoneMachine } from '../support/machine';
import { TEST_SETTINGS } from '../support/service';
import { proxyOf } from './answer-proxy';
import { hostInProcess, standbyInProcess, type Host } from './in-process';

test('clients receive the Seq up to which the standby has everything, and compatible clients do not', async () => {
  const host = await hostInProcess();
  expect((await listen(host)).frames[0]).not.toHaveProperty('Durable');
  const proxy = await proxyOf(await host.link());
  const early = await listen(host);
  const standby = await standbyInProcess(host.folder('standby'), proxy.link);
  await standby.inStep;
  await host.inStep();
  const { ID: dialog } = await host.owner.call('dialogs.create', { name: 'Here', type: 'group' });
  const send = async (text: string) => {
    const { seq } = await host.now.service.answer(host.owner.session, 'dialogs.send', {
      dialog_id: dialog,
      text,
    });
    return seq ?? 0;
  };
  const compatible = await listen(host, true);
  const own = await listen(host);
  const first = await send('first');
  await own.durableUpTo(first);
  await early.durableUpTo(first);
  expect(durablesIn(own.frames)).toEqual(durablesIn(own.frames).toSorted((one, other) => one - other));

  proxy.hold();
  const second = await send('second');
  await host.now.service.settled();
  const event = own.frames.find((frame) => 'Seq' in frame && frame.Seq === second);
  expect(event).toMatchObject({ Durable: expect.any(Number) });
  expect(Math.max(...durablesIn(own.frames))).toBeLessThan(second);
  const [hello] = (await listen(host)).frames;
  expect(hello).toMatchObject({ Type: 'hello', Seq: second, Durable: first });
  proxy.release();
  await own.durableUpTo(second);

  await host.owner.call('admin.removeStandby', {});
  await own.until(({ Type, ...rest }) => Type === 'durable' && 'Durable' in rest && rest.Durable === null);
  expect(durablesIn(compatible.frames)).toEqual([]);
  expect(compatible.frames.some(({ Type }) => Type === 'durable')).toBe(false);
});

test('an upload is durable once the standby has its bytes', async () => {
  const host = await hostInProcess();
  const proxy = await proxyOf(await host.link());
  const standby = await standbyInProcess(host.folder('standby'), proxy.link);
  await standby.inStep;
  await host.inStep();
  const own = await listen(host);
  await upload(host.now.service, host.owner.session, 'files.upload', Buffer.alloc(300_000, 'bytes'));
  const { seq = 0 } = await host.now.service.answer(host.owner.session, 'files.list', {});
  await own.durableUpTo(seq);
  expect((await host.state()).Durable).toBeGreaterThanOrEqual(seq);
});

async function listen(host: Host, isCompatible = false) {
  const frames: Frame[] = [];
  let notify: () => void = () => undefined;
  const { promise: greeted, resolve } = Promise.withResolvers<void>();
  const connection = await host.now.service.connect(host.owner.session, {
    isCompatible,
    send: (frame) => {
      frames.push(JSON.parse(frame) as Frame);
      resolve();
      notify();
    },
    close: () => undefined,
  });
  await greeted;
  connection.command({ command: 'subscribe', category: 'dialog', thing_id: host.owner.id });
  const until = async (passes: (frame: Frame) => boolean) => {
    while (!frames.some(passes)) await new Promise<void>((onFrame) => (notify = onFrame));
  };
  return {
    frames,
    until,
    durableUpTo: (seq: number) => until((frame) => durablesIn([frame]).some((durable) => durable >= seq)),
  };
}

function durablesIn(frames: readonly Frame[]): number[] {
  return frames.flatMap((frame) =>
    'Durable' in frame && typeof frame.Durable === 'number' ? [frame.Durable] : [],
  );
}

test('a restarted host knows of its standby before it answers anyone', async () => {
  const host = await hostInProcess();
  const standby = await standbyInProcess(host.folder('standby'), await host.link());
  await standby.inStep;
  await host.owner.call('admin.updateStandby', { wait: true });
  await host.stop();
  // Doors open before the host waits for its standby.
  const service = await openService({ data: host.data, settings: TEST_SETTINGS, machine: new LoneMachine() });
  onTestFinished(() => service.close());
  const greeting = Promise.withResolvers<Frame>();
  await service.connect(host.owner.session, {
    send: (frame) => greeting.resolve(JSON.parse(frame) as Frame),
    close: () => undefined,
  });
  expect(await greeting.promise).toMatchObject({ Type: 'hello', Durable: 0 });
  const state = await service.call(host.owner.session, 'admin.standby', {});
  expect(state).toMatchObject({ State: 'gone', Wait: true });
});
