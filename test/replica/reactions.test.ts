import { expect, onTestFinished, test } from 'vitest';
import type { SyncCall } from '../../electron/replica/replica-sync';
import fc, { runs } from '../support/inputs/properties';
import { comparable, replicaOf } from '../support/replicas';
import { testService } from '../support/service';

const EMOJI = '👍';

/** A group with a message to which six people reacted, and Ann's replica of it. */
async function reactedMessage() {
  const t = await testService();
  const people = await t.people('Ann', 'Ben', 'Cleo', 'Dan', 'Eve', 'Finn', 'Gil');
  const [ann, ben, ...others] = people;
  const { ID: dialog_id } = await ben.call('dialogs.create', { name: 'Yard', type: 'group' });
  for (const { id } of [ann, ...others]) await ben.call('dialogs.join', { dialog_id, user_id: id });
  const { ID: message_id } = await ben.call('dialogs.send', { dialog_id, text: 'Who waters the garden?' });
  const reaction = { message_id, emoji: EMOJI };
  for (const one of people.slice(1)) {
    t.clock.advance(1);
    await one.call('dialogs.react', reaction);
  }
  const told: string[] = [];
  const call: SyncCall = async (name, input) => {
    const answer = await ann.call(name, input);
    if ('Changes' in answer)
      told.push(...answer.Changes.map(({ Table, ID, Row }) => `${Row ? '+' : '-'} ${Table} ${ID}`));
    return answer;
  };
  const { replica, sync, reader } = replicaOf(t, ann, { call });
  onTestFinished(() => replica.close());
  await sync.catchUp();
  /** What the replica is told of, once it shows the same as the host. */
  const changes = async () => {
    told.length = 0;
    await sync.catchUp();
    const input = { dialog_id };
    expect(comparable(await reader.answer('dialogs.messages', input))).toEqual(
      comparable(await ann.call('dialogs.messages', input)),
    );
    return told
      .map((one) => one.replace(`${message_id}:${EMOJI}:`, '').replace(`${ann.id}`, 'Ann'))
      .toSorted();
  };
  return { t, people, reaction, changes };
}

test('a reaction is told without the earlier ones of its message', async () => {
  const { people, reaction, changes } = await reactedMessage();
  const [ann, , , , , finn, gil] = people;
  await gil.call('dialogs.unreact', reaction);
  expect(await changes()).toEqual(['+ reaction -1', '- reaction -6', '- reaction Ann']);
  await gil.call('dialogs.react', reaction);
  expect(await changes()).toEqual(['+ reaction -1', '+ reaction -6', '- reaction Ann']);
  await ann.call('dialogs.react', reaction);
  expect(await changes()).toEqual(['+ reaction -7', '+ reaction Ann', '- reaction -1']);
  await finn.call('dialogs.unreact', reaction);
  await gil.call('dialogs.unreact', reaction);
  expect(await changes()).toEqual(['+ reaction Ann', '- reaction -1', '- reaction -6', '- reaction -7']);
  await ann.call('dialogs.unreact', reaction);
  expect(await changes()).toEqual(['+ reaction -1', '- reaction -5', '- reaction Ann']);
});

test('reactions stay in the order of the earliest, also once that is withdrawn', async () => {
  const { t, people, reaction, changes } = await reactedMessage();
  const [ann, ben, cleo] = people;
  const other = { ...reaction, emoji: '🎉' };
  await ann.call('dialogs.react', other);
  await changes();
  for (const one of people.slice(1)) await one.call('dialogs.unreact', reaction);
  for (const one of [ben, cleo]) {
    t.clock.advance(1);
    await one.call('dialogs.react', reaction);
  }
  await changes();
  t.clock.advance(1);
  await ben.call('dialogs.react', other);
  await ann.call('dialogs.unreact', other);
  await ben.call('dialogs.unreact', reaction);
  await changes();
});

test('reactions with one emoji have the time of the earliest that is left', async () => {
  const { t, people, reaction, changes } = await reactedMessage();
  const [ann, ben, cleo, dan] = people;
  for (const one of people.slice(1)) await one.call('dialogs.unreact', reaction);
  const other = { ...reaction, emoji: '🎉' };
  for (const react of [
    () => ben.call('dialogs.react', reaction),
    () => ann.call('dialogs.react', other),
    () => cleo.call('dialogs.react', reaction),
    () => dan.call('dialogs.react', reaction),
  ]) {
    t.clock.advance(1);
    await react();
  }
  await changes();
  await ben.call('dialogs.unreact', reaction);
  await changes();
});

test('reactions are those of the host, whoever reacts in whatever order', async () => {
  const { t, people, reaction, changes } = await reactedMessage();
  const steps = fc.array(fc.tuple(fc.nat(people.length - 1), fc.boolean(), fc.boolean(), fc.nat(2)));
  const replay = async (list: readonly (readonly [number, boolean, boolean, number])[]) => {
    for (const [who, isAdded, isOther, seconds] of list) {
      t.clock.advance(seconds);
      const emoji = isOther ? '🎉' : EMOJI;
      await people[who]?.call(isAdded ? 'dialogs.react' : 'dialogs.unreact', { ...reaction, emoji });
      if (seconds === 0) await changes();
    }
    await changes();
  };
  await fc.assert(fc.asyncProperty(steps, replay), runs(30));
});

test('a message that is edited or deleted is told with all of its reactions', async () => {
  const { people, reaction, changes } = await reactedMessage();
  const [ann, ben] = people;
  await ann.call('dialogs.react', reaction);
  await ben.call('dialogs.editMessage', { message_id: reaction.message_id, text: 'Who waters it?' });
  const told = await changes();
  expect(told.filter((one) => one.includes('reaction'))).toHaveLength(people.length);
  await ann.call('dialogs.unreact', reaction);
  await ben.call('dialogs.deleteMessage', { message_id: reaction.message_id });
  expect((await changes()).filter((one) => one.startsWith('+ reaction'))).toEqual([]);
});
