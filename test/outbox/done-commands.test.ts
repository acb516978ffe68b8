import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Outbox } from '../../electron/outbox/outbox';
import { OUTBOX } from '../../shared/limits';
import { lowered } from '../support/lowered';
import { testService, type TestPerson } from '../support/service';
import { untilPasses } from '../support/waiting';
import { openDevice } from './device';
import { openUploadDevice, randomFile } from './upload-device';

const LOG = 'the first log';

async function deviceOf(file?: string) {
  const t = await testService();
  const [ann] = await t.people('Ann');
  const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' });
  const device = openDevice(t, ann, 'laptop', file);
  device.connection.log = LOG;
  return { t, ann, dialog_id, ...device };
}

const textsOf = async (person: TestPerson, dialog_id: number) =>
  (await person.call('dialogs.messages', { dialog_id }))
    .flatMap((one) => (one.Type === 'message' ? [one.Text] : []))
    .reverse();

const everything = (log: string) => ({ log, seq: Number.MAX_SAFE_INTEGER });

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'courtyard-done-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'outbox', 'community-1.db');
}

test('a done command is stored, but not shown, until the event log of the standby includes it', async () => {
  const { t, ann, dialog_id, outbox, add, sender } = await deviceOf();
  add('dialogs.send', { dialog_id, text: 'One' });
  expect(await sender.drain()).toBe('empty');
  const { seq = 0 } = await t.service.answer(ann.session, 'dialogs.get', { dialog_id });
  add('dialogs.send', { dialog_id, text: 'Two' });
  await sender.drain();
  expect([outbox.done.count, outbox.unsent, outbox.hasPending, outbox.all()]).toEqual([2, 0, false, []]);
  outbox.done.forgetUpTo(everything('another log'));
  expect(outbox.done.count).toBe(2);
  outbox.done.forgetUpTo({ log: LOG, seq });
  expect(outbox.done.count).toBe(1);
  outbox.done.forgetUpTo(everything(LOG));
  expect(outbox.done.count).toBe(0);
  expect(await sender.drain()).toBe('empty');
});

test('without a standby, done commands are deleted at once, and earlier ones when the standby is removed', async () => {
  const { dialog_id, outbox, add, sender, connection } = await deviceOf();
  add('dialogs.send', { dialog_id, text: 'One' });
  await sender.drain();
  connection.log = null;
  add('dialogs.send', { dialog_id, text: 'Two' });
  await sender.drain();
  expect(outbox.done.count).toBe(1);
  outbox.done.forgetAll();
  expect(outbox.done.count).toBe(0);
});

test('a host with another event log gets done commands again: with their keys, in order, before newer ones', async () => {
  const file = newFile();
  const { t, ann, dialog_id, outbox, add, make, sender, attempts } = await deviceOf(file);
  const one = make('dialogs.send', { dialog_id, text: 'One' });
  add('dialogs.send', { dialog_id, text: 'Two', replyTo: one.id });
  await sender.drain();
  add('dialogs.send', { dialog_id, text: 'Three' });
  outbox.close();

  const again = openDevice(t, ann, 'other', file);
  expect(again.outbox.done.count).toBe(2);
  again.outbox.done.requeueOthers(LOG);
  expect(again.outbox.unsent).toBe(1);
  again.outbox.done.requeueOthers('the second log');
  expect(again.outbox.all().map(({ key }) => key)).toEqual([1, 2, 3].map((n) => `laptop-command-${n}`));
  expect(await again.sender.drain()).toBe('empty');
  expect(again.attempts).toEqual([...attempts, 'laptop-command-3']);
  expect(again.outbox.done.count).toBe(0);
  // This host had them: their keys make the repetition harmless.
  expect(await textsOf(ann, dialog_id)).toEqual(['One', 'Two', 'Three']);
});

test('a pending command uses the new ID of a message that was sent again', async () => {
  const { ann, dialog_id, outbox, add, sender, settled } = await deviceOf();
  add('dialogs.send', { dialog_id, text: 'One' });
  await sender.drain();
  const { ID } = (settled[0]?.outcome as { value: { ID: number } }).value;
  const { key } = add('dialogs.send', { dialog_id, text: 'Two', replyTo: ID });
  expect(outbox.all()[0]?.input).toMatchObject({ replyTo: ID });
  expect(outbox.inputToSend(key)).toMatchObject({ replyTo: ID });
  outbox.done.requeueOthers('the second log');
  outbox.settle('laptop-command-1', { ID: ID + 1 }, 0);
  expect(outbox.inputToSend(key)).toMatchObject({ replyTo: ID + 1 });
  expect(await textsOf(ann, dialog_id)).toEqual(['One']);
});

test('a command that is repeated after it was done gets the same answer', async () => {
  const { ann, dialog_id, outbox, add, sender, settled } = await deviceOf();
  const { key } = add('dialogs.send', { dialog_id, text: 'One' });
  await sender.drain();
  const again = { key, name: 'dialogs.send', input: { dialog_id, text: 'One' }, madeAt: 0, program: '' };
  expect(outbox.add(again as Parameters<typeof outbox.add>[0]).state).toBe('pending');
  await sender.drain();
  expect(settled[1]?.outcome).toMatchObject({ value: (settled[0]?.outcome as { value: unknown }).value });
  expect(outbox.done.count).toBe(1);
  // Its number is not known until the host says how far its log is.
  outbox.done.setHighest({ log: LOG, seq: 1_000 });
  outbox.done.forgetUpTo({ log: LOG, seq: 1_000 });
  expect(outbox.done.count).toBe(0);
  expect(await textsOf(ann, dialog_id)).toEqual(['One']);
});

test('beyond the limits, the oldest done commands are deleted', async () => {
  lowered(OUTBOX, 'doneItems', 20);
  const { dialog_id, outbox, add, sender } = await deviceOf();
  for (let count = 0; count < 50; count++) add('dialogs.send', { dialog_id, text: `Number ${count}` });
  await sender.drain();
  expect(outbox.done.count).toBeGreaterThan(16);
  expect(outbox.done.count).toBeLessThanOrEqual(20);
  outbox.done.requeueOthers('the second log');
  expect(outbox.all().at(-1)?.input).toMatchObject({ text: 'Number 49' });
  for (const { key } of outbox.all()) outbox.discard(key);
  lowered(OUTBOX, 'doneBytes', 2_000);
  for (let count = 0; count < 5; count++) add('dialogs.send', { dialog_id, text: 'x'.repeat(800) });
  await sender.drain();
  expect(outbox.done.count).toBe(2);
});

test('the bytes of a done upload are stored with it, and sent again only to a host without them', async () => {
  const t = await testService();
  const [ann] = await t.people('Ann');
  const file = newFile();
  const { outbox, upload, sendAll, offsets, connection } = openUploadDevice(t, ann, 'laptop', file);
  connection.log = LOG;
  const storedFiles = () => {
    const folder = `${file}.uploads`;
    const all = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
    return all.filter((entry) => entry.isFile()).length;
  };
  await upload('files.upload', randomFile(200_000));
  expect(await sendAll()).toBe('empty');
  expect([outbox.done.count, storedFiles(), offsets]).toEqual([1, 1, [0]]);
  // A host that has done it answers to the key, and needs no bytes.
  outbox.done.requeueOthers('the second log');
  connection.log = 'the second log';
  expect(await sendAll()).toBe('empty');
  expect(offsets).toEqual([0]);
  expect([outbox.all(), outbox.done.count]).toEqual([[], 1]);
  expect(await ann.call('files.list', {})).toHaveLength(1);
  outbox.done.forgetUpTo(everything('the second log'));
  await untilPasses(() => expect(storedFiles()).toBe(0));

  lowered(OUTBOX, 'doneUploads', 300_000);
  await upload('files.upload', randomFile(200_000));
  await upload('files.upload', randomFile(200_000));
  await sendAll();
  await untilPasses(() => expect([outbox.done.count, storedFiles()]).toEqual([1, 1]));
});

test('done commands and the bytes of their uploads survive a restart of the program', async () => {
  const t = await testService();
  const [ann] = await t.people('Ann');
  const file = newFile();
  const { outbox, upload, sendAll, connection } = openUploadDevice(t, ann, 'laptop', file);
  connection.log = LOG;
  const { upload: id } = await upload('files.upload', randomFile(1_000));
  await sendAll();
  outbox.close();
  const again = new Outbox(file);
  onTestFinished(() => again.close());
  await again.uploads.sweep();
  expect(again.done.count).toBe(1);
  expect(await again.uploads.isIntact(again.uploads.find(id)!)).toBe(true);
});
