import { expect, it } from 'vitest';
import { upload } from '../../support/content';
import { testService } from '../../support/service';

it('finds people, dialogs and messages at once, up to five of each', async () => {
  const t = await testService();
  const [ann, ben] = await t.people('Ann', 'Apple Ben');
  const made: number[] = [];
  for (let n = 0; n < 6; n++) {
    made.push((await ann.call('dialogs.create', { name: `Apple ${n}`, type: 'group' })).ID);
  }
  const [dialog_id = 0] = made;
  const said: number[] = [];
  for (let n = 0; n < 6; n++) {
    said.unshift((await ann.call('dialogs.send', { dialog_id, text: `an apple ${n}` })).ID);
  }
  const pie = Buffer.from('flour, butter');
  const file = await upload(t.service, ann.session, 'files.upload', pie, { filename: 'apple pie.txt' });
  await upload(t.service, ben.session, 'files.upload', pie, { filename: 'apple cake.txt' });
  const found = await ann.call('search.all', { mask: 'apple' });
  expect(found.People.map((person) => person.ID)).toEqual([ben.id]);
  expect(found.Dialogs).toHaveLength(5);
  expect(found.Messages.map((message) => message.ID)).toEqual(said.slice(0, 5));
  expect(found.Files.map(({ ID }) => ID)).toEqual([file.ID]);
  expect([found.Posts, found.Tracks]).toEqual([[], []]);
  expect((await ann.call('search.all', { mask: '?!' })).Files).toEqual([]);
});

it('returns only what the caller may see', async () => {
  const t = await testService();
  const [ann, ben, eve] = await t.people('Ann', 'Pear Ben', 'Eve');
  const { ID } = await ann.call('dialogs.create', { name: 'Pear tree', type: 'group', private: true });
  await ann.call('dialogs.send', { dialog_id: ID, text: 'a pear' });
  await ben.call('people.block', { user: `u${eve.id}` });
  const numbers = async (person: typeof ann) => {
    const { People, Dialogs, Messages } = await person.call('search.all', { mask: 'pear' });
    return [People.length, Dialogs.length, Messages.length];
  };
  expect(await numbers(ann)).toEqual([1, 1, 1]);
  expect(await numbers(eve)).toEqual([0, 0, 0]);
  expect(await numbers(ben)).toEqual([0, 0, 0]);
  expect((await ann.refused('search.all', { mask: ' ' })).fields).toHaveProperty('mask');
});
