import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { between, randomFrom } from '../../electron/demo/script/random';
import { openService, type Service } from '../../electron/service';
import { promoteStandby } from '../../electron/standby/succession/promote';
import { report, scaled, TIMEOUT } from '../faults/scale';
import { uploadFrom } from '../remote/page-uploads';
import { filled, programOf, settled } from '../remote/program';
import { LoneMachine } from '../support/machine';
import { TEST_SETTINGS, testServiceOver, type TestPerson } from '../support/service';
import { untilPasses } from '../support/waiting';
import { proxyOf } from './answer-proxy';
import { hostInProcess, standbyInProcess } from './in-process';

test('guest writes that never reached the standby appear once and in order after a takeover', async () => {
  const { host, proxy, ben, dialog_id, program, takeOver } = await openGuest();
  const { call, outbox, synced } = program;
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
  await call('dialogs.send', { dialog_id, text: 'newer', replyTo: lost.ID });
  const owner = await takeOver();
  expect(await textsOf(owner, dialog_id)).toEqual(['stored']);
  await settled(program);
  expect(synced.outboxItems).toEqual([]);
  expect(await textsOf(owner, dialog_id)).toEqual(['stored', 'lost', 'lost reply', 'lost file', 'newer']);
  const [newer, withFile, reply, again] = await owner.call('dialogs.messages', { dialog_id });
  expect(again?.Reactions).toMatchObject([{ Emoji: '👍' }]);
  expect([reply?.ReplyTo?.ID, newer?.ReplyTo?.ID]).toEqual([again?.ID, again?.ID]);
  expect(withFile?.Attachments).toMatchObject([{ Type: 'file', Item: { Size: bytes.length } }]);
  // The previous host is the standby of the new one, and cannot take over before it has returned.
  expect(outbox.done.count).toBe(0);
  expect((await call('dialogs.messages', { dialog_id })).map(({ ID }) => ID)).toEqual(
    (await owner.call('dialogs.messages', { dialog_id })).map(({ ID }) => ID),
  );
});

test(
  'takeovers at random points lose and repeat nothing that a guest was answered',
  { timeout: TIMEOUT },
  async () => {
    const runs = scaled(3, 60);
    const random = randomFrom(16);
    let count = 0;
    for (let run = 0; run < runs; run++) {
      const { proxy, dialog_id, program, takeOver, close } = await openGuest();
      const expected: string[] = [];
      const sent: number[] = [];
      const acts = between(5, 40, random);
      // The standby gets nothing more, or gets it and the host never learns of it.
      const breaks = between(0, acts, random);
      const isSilent = between(0, 1, random) === 0;
      for (let act = 0; act < acts; act++) {
        if (act === breaks) (isSilent ? proxy.hold : proxy.stop)();
        const edited = sent.length > 0 ? between(0, 3 * sent.length, random) : Infinity;
        if (edited < sent.length) {
          const text = `edited in ${act}`;
          await program.call('dialogs.editMessage', { message_id: sent[edited] ?? 0, text });
          expected[edited] = text;
        } else {
          const text = `sent in ${act}`;
          const replyTo = sent.length > 0 && act % 3 === 0 ? { replyTo: sent.at(-1)! } : {};
          sent.push((await program.call('dialogs.send', { dialog_id, text, ...replyTo })).ID);
          expected.push(text);
        }
      }
      program.host.cut();
      const owner = await takeOver();
      await settled(program);
      expect(program.synced.outboxItems).toEqual([]);
      expect(await textsOf(owner, dialog_id)).toEqual(expected);
      count += acts;
      await close();
    }
    report({
      fault: 'takeover after the standby stopped getting or confirming anything',
      cases: runs,
      result: `${count} answered commands of a guest, each there once and in order`,
    });
  },
);

/** A member's program, the host and its standby, which can take over. */
async function openGuest() {
  const host = await hostInProcess();
  const proxy = await proxyOf(await host.link());
  const standby = await standbyInProcess(host.folder('standby'), proxy.link);
  await standby.inStep;
  const ben = await host.now.person('Ben');
  const { ID: dialog_id } = await host.owner.call('dialogs.create', { name: 'Garden', type: 'group' });
  await host.owner.call('dialogs.join', { dialog_id, user_id: ben.id });
  const program = programOf(host.now, ben);
  await filled(program);
  await host.inStep();
  let service: Service | undefined;
  const close = async () => {
    await program.close();
    await service?.close();
  };
  onTestFinished(close);
  /** Lets the standby host the community, and the program reach it; returns the owner there. */
  const takeOver = async () => {
    await host.stop();
    await standby.stop();
    await promoteStandby(host.folder('standby'), {
      standbyPort: null,
      hosts: [],
      logger: pino({ enabled: false }),
    });
    const settings = TEST_SETTINGS;
    service = await openService({ data: host.folder('standby'), settings, machine: new LoneMachine() });
    program.host.service = service;
    return testServiceOver(service, host.now.clock).as(host.owner.session, host.owner);
  };
  return { host, proxy, ben, dialog_id, program, takeOver, close };
}

/** The texts of a dialog, oldest first. */
async function textsOf(person: TestPerson, dialog_id: number): Promise<string[]> {
  const messages = await person.call('dialogs.messages', { dialog_id, limit: 100 });
  return messages.flatMap((one) => (one.Type === 'message' ? [one.Text] : [])).reverse();
}
