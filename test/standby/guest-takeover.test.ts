import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { openService } from '../../electron/service';
import { promoteStandby } from '../../electron/standby/promote';
import { uploadFrom } from '../remote/page-uploads';
import { filled, programOf, settled } from '../remote/program';
import { LoneMachine } from '../support/machine';
import { TEST_SETTINGS, testServiceOver, type TestPerson } from '../support/service';
import { untilPasses } from '../support/waiting';
import { proxyOf } from './answer-proxy';
import { hostInProcess, standbyInProcess } from './in-process';

test('what a guest did and the standby never got appears once and in order after it took over', async () => {
  const host = await hostInProcess();
  const proxy = await proxyOf(await host.link());
  const standby = await standbyInProcess(host.folder('standby'), proxy.link);
  await standby.inStep;
  const ben = await host.now.person('Ben');
  const { ID: dialog_id } = await host.owner.call('dialogs.create', { name: 'Garden', type: 'group' });
  await host.owner.call('dialogs.join', { dialog_id, user_id: ben.id });
  const program = programOf(host.now, ben);
  await filled(program);
  const { call, outbox, synced } = program;
  await host.inStep();
  await call('dialogs.send', { dialog_id, text: 'stored' });
  await untilPasses(() => expect(outbox.done.count).toBe(0));

  proxy.stop();
  const lost = await call('dialogs.send', { dialog_id, text: 'lost' });
  await call('dialogs.react', { message_id: lost.ID, emoji: '👍' });
  await call('dialogs.send', { dialog_id, text: 'lost reply', replyTo: lost.ID });
  program.host.cut();
  const bytes = Buffer.alloc(100_000, 'bytes');
  const file = await uploadFrom(program, host.now, ben, 'files.upload', { bytes });
  const attachments = [{ Type: 'file' as const, Item: { ID: file.ID } }];
  await call('dialogs.send', { dialog_id, text: 'lost file', attachments });
  await settled(program);
  expect(await textsOf(host.owner, dialog_id)).toEqual(['stored', 'lost', 'lost reply', 'lost file']);
  expect(outbox.done.count).toBe(5);
  expect([synced.unsent, synced.outboxItems]).toEqual([0, []]);

  program.host.cut();
  await host.stop();
  await standby.stop();
  await call('dialogs.send', { dialog_id, text: 'newer', replyTo: lost.ID });
  await promoteStandby(host.folder('standby'), {
    standbyPort: null,
    hosts: [],
    logger: pino({ enabled: false }),
  });
  const service = await openService({
    data: host.folder('standby'),
    settings: TEST_SETTINGS,
    machine: new LoneMachine(),
  });
  onTestFinished(() => service.close());
  const promoted = testServiceOver(service, host.now.clock);
  const owner = promoted.as(host.owner.session, host.owner);
  expect(await textsOf(owner, dialog_id)).toEqual(['stored']);

  program.host.service = service;
  await settled(program);
  expect(synced.outboxItems).toEqual([]);
  expect(await textsOf(owner, dialog_id)).toEqual(['stored', 'lost', 'lost reply', 'lost file', 'newer']);
  const [newer, withFile, reply, again] = await owner.call('dialogs.messages', { dialog_id });
  expect(again?.Reactions).toMatchObject([{ Emoji: '👍' }]);
  expect([reply?.ReplyTo?.ID, newer?.ReplyTo?.ID]).toEqual([again?.ID, again?.ID]);
  expect(withFile?.Attachments).toMatchObject([{ Type: 'file', Item: { Size: bytes.length } }]);
  // The new host has no standby yet.
  expect(outbox.done.count).toBe(0);
  expect((await call('dialogs.messages', { dialog_id })).map(({ ID }) => ID)).toEqual(
    (await owner.call('dialogs.messages', { dialog_id })).map(({ ID }) => ID),
  );
});

/** The texts of a dialog, oldest first. */
async function textsOf(person: TestPerson, dialog_id: number): Promise<string[]> {
  const messages = await person.call('dialogs.messages', { dialog_id });
  return messages.flatMap((one) => (one.Type === 'message' ? [one.Text] : [])).reverse();
}
