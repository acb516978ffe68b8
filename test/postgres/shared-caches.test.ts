import { expect, test } from 'vitest';
import { createClient } from '../../electron/database/postgres/connection';
import fc from '../support/inputs/properties';
import { drawActions, Town } from '../support/model/random-actions';
import type { TestPerson } from '../support/service';
import { lockCounter } from '../support/databases/locked-counter';
import { testProcesses } from '../support/databases/processes';

/**
 * What people change most often of what processes remember: roles, bans, blocks, friends, profiles, polls and members.
 */
const WEIGHTS = {
  ...{ send: 10, read: 4, create: 4, createPrivate: 4, join: 8, add: 6, leave: 4, remove: 4, setRole: 6 },
  ...{ subscribe: 14, ignore: 4, block: 8, unblock: 10, give: 4, removeAccount: 1, post: 8, profile: 12 },
  ...{ ban: 4, unban: 10, adminRole: 6, community: 2 },
};

test('what one process has changed is at once so at another', async () => {
  const property = fc.asyncProperty(fc.integer(), async (seed) => {
    const { first, others, at } = await testProcesses(2);
    const town = await Town.found(first, ['Ann', 'Bob', 'Carl', 'Dora']);
    const here = [...town.people];
    const there = here.map((person) => at(others[0], person));
    for (const [index, action] of drawActions(WEIGHTS, 60, seed).entries()) {
      town.people.splice(0, here.length, ...(index % 2 === 0 ? here : there));
      await town.perform(action);
      const answers = await Promise.all([here, there].map((people) => Promise.all(people.map(readAll))));
      expect(answers[1]).toEqual(answers[0]);
    }
  });
  await fc.assert(property, { numRuns: 1, endOnFailure: true });
});

test('what is changed by hand in the database is so at once', async () => {
  const { first, database } = await testProcesses(1);
  const [ann, bob] = await first.people('Ann', 'Bob');
  await ann.call('posts.create', { text: 'Hello', user: '@me' });
  const authorFor = async (reader: TestPerson) =>
    (await reader.call('posts.list', { user: String(ann.id) })).map(({ Author }) => Author.Name);
  expect(await authorFor(ann)).toEqual(['Ann']);
  expect(await authorFor(bob)).toEqual(['Ann']);
  const client = createClient(database);
  await client.connect();
  await client.query("UPDATE person SET name = 'Anna' WHERE id = $1", [ann.id]);
  expect(await authorFor(bob)).toEqual(['Anna']);
  await client.query('UPDATE person SET ban = 1 WHERE id = $1', [bob.id]);
  await client.end();
  await expect(authorFor(bob)).rejects.toMatchObject({ code: 'access_denied' });
});

test('a write that waited for its turn knows what was changed meanwhile', async () => {
  const { first, database } = await testProcesses(1);
  const [ann] = await first.people('Ann');
  const post = () => ann.call('posts.create', { text: 'Hello', user: '@me' });
  // The first one gives coins, which changes the person.
  await post();
  await post();
  const counter = await lockCounter(database);
  const posted = post();
  await counter.untilAwaited();
  await counter.query("UPDATE person SET name = 'Anna' WHERE id = $1", [ann.id]);
  await counter.unlock();
  expect((await posted).Author.Name).toBe('Anna');
});

/** What goes through caches. */
async function readAll(person: TestPerson): Promise<unknown> {
  const refused = (error: unknown) => (error as { code: string }).code;
  const dialogs = await person.call('dialogs.list', {}).catch(refused);
  const dialog = Array.isArray(dialogs) ? dialogs[0] : undefined;
  return Promise.all([
    dialogs,
    dialog && person.call('dialogs.messages', { dialog_id: dialog.ID }).catch(refused),
    person.call('posts.list', { user: '@me', feed: true }).catch(refused),
    person.call('people.find', {}).catch(refused),
  ]);
}
