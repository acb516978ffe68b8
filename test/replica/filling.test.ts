import { expect, test } from 'vitest';
import { comparable, replicaOf } from '../support/replicas';
import { testService } from '../support/service';
import { fillLibraries, RandomWorld } from './random-world';

test('a replica that is being filled answers only what it holds completely', async () => {
  const t = await testService();
  const people = await t.people('Ann', 'Ben', 'Cleo');
  const [ann, ben] = people;
  const world = new RandomWorld(people, await fillLibraries(t.service, people));
  for (const name of ['One', 'Two', 'Three']) {
    const { ID } = await ben.call('dialogs.create', { name, type: 'group' });
    await ben.call('dialogs.join', { dialog_id: ID, user_id: String(ann.id) });
    for (let n = 0; n < 5; n++) await ben.call('dialogs.send', { dialog_id: ID, text: `${name} ${n}` });
    world.dialogs.push(ID);
  }
  const reads = world.reads(ann);
  const { replica, sync, reader } = replicaOf(t, ann);
  let steps = 0;
  let outcome;
  do {
    outcome = await sync.step();
    steps++;
    t.clock.advance(1);
    for (const { name, input } of reads) {
      const answer = await reader.answer(name, input);
      if (answer === undefined) continue;
      expect
        .soft(comparable(answer), `${name} ${JSON.stringify(input)} after ${steps} pages`)
        .toEqual(comparable(await ann.call(name, input as never)));
    }
  } while (outcome === 'filling');
  expect(steps).toBeGreaterThan(3);
  expect(await reader.answer('dialogs.list', {})).toHaveLength(3);
  await replica.close();
});
