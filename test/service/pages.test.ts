import fc from '../support/inputs/properties';
import { expect, test } from 'vitest';
import type { Input } from '../../shared/contract';
import { testService, type TestPerson } from '../support/service';

test('starts with the newest, and each page continues after the last', async () => {
  const { ann, dialog_id, ids } = await conversation(120);
  const newest = ids.toReversed();
  expect(await page(ann, { dialog_id })).toEqual(newest.slice(0, 50));
  expect(await page(ann, { dialog_id, limit: 100 })).toEqual(newest.slice(0, 100));
  expect(await page(ann, { dialog_id, last_id: newest[49] })).toEqual(newest.slice(50, 100));
  expect(await page(ann, { dialog_id, last_id: newest[99] })).toEqual(newest.slice(100));
  expect(await page(ann, { dialog_id, last_id: ids[0] })).toEqual([]);
});

test('returns the messages right after a given one, newest first', async () => {
  const { ann, dialog_id, ids } = await conversation(10);
  expect(await page(ann, { dialog_id, after_id: ids[2], limit: 3 })).toEqual(ids.slice(3, 6).toReversed());
  expect(await page(ann, { dialog_id, after_id: ids[8] })).toEqual([ids[9]]);
  expect(await page(ann, { dialog_id, after_id: ids[9] })).toEqual([]);
});

test('returns both sides around a message, up to the limit', async () => {
  const { ann, dialog_id, ids } = await conversation(10);
  const around = (index: number, limit: number) => page(ann, { dialog_id, around_id: ids[index], limit });
  expect(await around(5, 4)).toEqual(ids.slice(4, 8).toReversed());
  expect(await around(9, 4)).toEqual(ids.slice(6, 10).toReversed());
  expect(await around(0, 4)).toEqual(ids.slice(0, 4).toReversed());
  expect(await around(5, 1)).toEqual([ids[5]]);
  expect(await around(1, 100)).toEqual(ids.toReversed());
});

test('returns both sides of the first unread message', async () => {
  const { t, ann, dialog_id } = await conversation(0);
  const [ben] = await t.people('Ben');
  await ann.call('dialogs.join', { dialog_id, user_id: ben.id });
  const ids: number[] = [];
  for (const text of ['1', '2', '3', '4', '5', '6', '7', '8'])
    ids.push((await ann.call('dialogs.send', { dialog_id, text })).ID);
  const around = () => page(ben, { dialog_id, around_unread: true, limit: 4 });
  await ben.call('dialogs.read', { dialog_id, message: ids[3] ?? 0 });
  expect(await around()).toEqual([ids[5], ids[4], ids[3], ids[2]]);
  await ann.call('dialogs.deleteMessage', { message_id: ids[3] ?? 0 });
  expect(await around()).toEqual([ids[5], ids[4], ids[2], ids[1]]);
});

test('returns both sides of a time, and the nearest end where there is nothing on one side', async () => {
  const { t, ann, dialog_id } = await conversation(0);
  const DAY = 24 * 3600;
  const ids: number[] = [];
  const times: number[] = [];
  for (const text of ['1', '2', '3', '4', '5', '6']) {
    t.clock.advance(DAY);
    const sent = await ann.call('dialogs.send', { dialog_id, text });
    ids.push(sent.ID);
    times.push(sent.Timestamp);
  }
  const around = (around_time = 0, limit = 4) => page(ann, { dialog_id, around_time, limit });
  const third = times[2] ?? 0;
  expect(await around(third)).toEqual(ids.slice(1, 5).toReversed());
  expect(await around(third - DAY + 1)).toEqual(ids.slice(1, 5).toReversed());
  expect(await around(third + 1)).toEqual(ids.slice(2).toReversed());
  expect(await around(1)).toEqual(ids.slice(0, 4).toReversed());
  expect(await around((times[5] ?? 0) + 1)).toEqual(ids.slice(2).toReversed());
  expect(await around(Number.MAX_SAFE_INTEGER)).toEqual(ids.slice(2).toReversed());
  expect(await around(third, 1)).toEqual([ids[2]]);
  expect(await around(third, 100)).toEqual(ids.toReversed());
});

test('accepts a cursor that is not a message of the dialog', async () => {
  const { ann, dialog_id, ids } = await conversation(6);
  const [gone = 0] = ids.splice(3, 1);
  await ann.call('dialogs.deleteMessage', { message_id: gone });
  expect(await page(ann, { dialog_id, last_id: gone })).toEqual(ids.slice(0, 3).toReversed());
  expect(await page(ann, { dialog_id, after_id: gone })).toEqual(ids.slice(3).toReversed());
  expect(await page(ann, { dialog_id, around_id: gone, limit: 4 })).toEqual(ids.slice(1).toReversed());
  expect(await page(ann, { dialog_id, last_id: 1 })).toEqual([]);
  expect(await page(ann, { dialog_id, after_id: Number.MAX_SAFE_INTEGER })).toEqual([]);
});

test.each([
  { limit: 0 },
  { limit: 101 },
  { last_id: -1 },
  { after_id: 1.5 },
  { around_id: NaN },
  { around_time: -1 },
  { around_unread: 'maybe' },
  { limit: '1e2' },
])('rejects a page of %j', async (place) => {
  const { ann, dialog_id } = await conversation(0);
  const error = await ann.refused('dialogs.messages', { dialog_id, ...place });
  expect([error.code, Object.keys(error.fields ?? {})]).toEqual(['validation_error', Object.keys(place)]);
});

test('walks over all remaining messages once, in both directions, after deletions', async () => {
  const { t, ann, dialog_id, ids } = await conversation(150);
  const property = fc.asyncProperty(
    fc.integer({ min: 1, max: 40 }),
    fc.nat({ max: ids.length - 1 }),
    async (limit, gone) => {
      const [message_id = 0] = ids.splice(gone % ids.length, 1);
      await ann.call('dialogs.deleteMessage', { message_id });
      const back: number[] = [];
      for (let last_id = 0; ; last_id = back.at(-1) ?? 0) {
        t.clock.advance(1);
        const part = await page(ann, { dialog_id, last_id, limit });
        back.push(...part);
        if (part.length < limit) break;
      }
      expect(back).toEqual(ids.toReversed());
      const forth: number[] = [];
      for (let after_id = 1; ; after_id = forth.at(-1) ?? 0) {
        t.clock.advance(1);
        const part = await page(ann, { dialog_id, after_id, limit });
        forth.push(...part.toReversed());
        if (part.length < limit) break;
      }
      expect(forth).toEqual(ids);
    },
  );
  await fc.assert(property, { numRuns: 20 });
});

/** A group in which there are so many messages, by number, oldest first. */
async function conversation(messages: number) {
  const t = await testService();
  const [ann] = await t.people('Ann');
  const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' });
  const texts = Array.from({ length: messages }, (_, index) => `Message ${index}`);
  const sent = await Promise.all(texts.map((text) => ann.call('dialogs.send', { dialog_id, text })));
  t.clock.advance(10);
  const ids = sent.map((message) => message.ID).toSorted((one, other) => one - other);
  return { t, ann, dialog_id, ids };
}

async function page(person: TestPerson, input: Input<'dialogs.messages'>): Promise<number[]> {
  return (await person.call('dialogs.messages', input)).map((message) => message.ID);
}
