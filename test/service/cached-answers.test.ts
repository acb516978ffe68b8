import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyCachedAnswers } from '../../electron/database/caching/verification';
import fc from '../support/inputs/properties';
import { drawActions, Town } from '../support/model/random-actions';
import { testService, type TestPerson } from '../support/service';
import { temporaryFolder } from '../support/temporary-folder';

const differences: string[] = [];
beforeAll(() => verifyCachedAnswers((difference) => differences.push(difference)));
afterAll(() => verifyCachedAnswers(null));

/** What people change most often, with everything that caches depend on: roles, bans, blocks, friends and profiles. */
const WEIGHTS = {
  ...{ send: 20, reply: 4, edit: 4, delete: 4, react: 4, read: 10, create: 4, createPrivate: 6, update: 4 },
  ...{
    removeDialog: 2,
    join: 8,
    add: 6,
    leave: 4,
    remove: 4,
    setRole: 6,
    subscribe: 14,
    ignore: 4,
    block: 8,
  },
  ...{ unblock: 10, give: 4, removeAccount: 1, post: 10, repost: 4, like: 4, comment: 6, profile: 12 },
  ...{ ban: 4, unban: 10, adminRole: 6, community: 2 },
};

test.each([
  ['in memory', () => undefined, 120],
  ['in a folder', temporaryFolder, 60],
])('cached answers are those of the queries (%s)', async (_, folder, length) => {
  const property = fc.asyncProperty(fc.integer(), async (seed) => {
    const data = folder();
    const t = await testService(data === undefined ? {} : { data });
    const town = await Town.found(t, ['Ann', 'Bob', 'Carl', 'Dora', 'Eve']);
    await Promise.all(town.people.map((person) => person.listen()));
    for (const action of drawActions(WEIGHTS, length, seed)) {
      await town.perform(action);
      await Promise.all(town.people.map(readEverything));
      if (action.how % 7 === 0) t.clock.advance(40_000);
    }
    await t.service.settled();
    expect(differences).toEqual([]);
  });
  await fc.assert(property, { numRuns: 1, endOnFailure: true });
});

/** Reads what goes through caches; whoever was banned or removed is refused, as the queries say too. */
async function readEverything(person: TestPerson): Promise<void> {
  const dialogs = await person.call('dialogs.list', {}).catch(() => []);
  const [dialog] = dialogs;
  await Promise.allSettled([
    ...(dialog ? [person.call('dialogs.messages', { dialog_id: dialog.ID })] : []),
    person.call('posts.list', { user: '@me', feed: true }),
    person.call('people.find', {}),
  ]);
}
