import { expect, test } from 'vitest';
import { testService } from '../support/service';

/** Someone with a group, and what the event log's number is by their answers and events. */
async function withGroup() {
  const { service, people } = await testService();
  const [ann, bob] = await people('Ann', 'Bob');
  const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Garden', type: 'group' });
  const line = await ann.listen();
  await line.take();
  const send = (text: string, key?: string) =>
    service.answer(ann.session, 'dialogs.send', { dialog_id, text }, key);
  const list = () => service.answer(ann.session, 'dialogs.messages', { dialog_id });
  const numbers = async () => (await line.take()).flatMap(({ Seq }) => Seq ?? []);
  return { service, ann, bob, dialog_id, send, list, numbers };
}

test('an answer carries the Seq of the last event that it includes', async () => {
  const { send, list, numbers } = await withGroup();
  const sent = await send('one');
  const [number] = await numbers();
  expect(sent.seq).toBe(number);
  const read = await list();
  expect(read.seq).toBe(number);
  expect(read.value.map(({ Text }) => Text)).toContain('one');
});

test('writes that share a transaction each carry the Seq of their own event', async () => {
  const { send, numbers } = await withGroup();
  const sent = await Promise.all(['one', 'two', 'three', 'four'].map((text) => send(text)));
  const seqs = sent.map(({ seq }) => seq);
  expect(seqs.toSorted((one = 0, other = 0) => one - other)).toEqual(await numbers());
  expect(new Set(seqs).size).toBe(4);
});

test('a write without events carries the Seq of the event before it', async () => {
  const { service, ann, send } = await withGroup();
  const { seq } = await send('one');
  const created = await service.answer(ann.session, 'account.createToken', { name: 'bot' });
  expect(created.seq).toBe(seq);
});

test('the stored answer to a repeated write has no Seq, as it may be older than any event', async () => {
  const { send } = await withGroup();
  const first = await send('one', 'the-same-key');
  const again = await send('one', 'the-same-key');
  expect(first.seq).toEqual(expect.any(Number));
  expect(again).toEqual({ value: first.value, seq: undefined });
});
