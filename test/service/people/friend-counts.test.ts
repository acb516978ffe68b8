import fc from '../../support/inputs/properties';
import { expect, test } from 'vitest';
import { AppError } from '../../../shared/errors';
import { testService, type TestPerson } from '../../support/service';

/** How often each act is done: friends must come about before there is something to count. */
const WEIGHTS = { subscribe: 20, unsubscribe: 5, ignore: 1, block: 1, unblock: 4, ban: 3, unban: 6 };
type What = keyof typeof WEIGHTS;

const act = fc.record({
  what: fc.oneof(
    ...Object.entries(WEIGHTS).map(([what, weight]) => ({ arbitrary: fc.constant(what as What), weight })),
  ),
  who: fc.nat({ max: 2 }),
  whom: fc.nat({ max: 2 }),
});
const acts = fc.noBias(fc.array(act, { minLength: 120, maxLength: 120, size: 'max' }));

test('friend, follower and request counts equal their lists under blocks and bans', async () => {
  let friends = 0;
  const property = fc.asyncProperty(acts, async (chosen) => {
    const t = await testService();
    const olga = await t.person('Olga');
    const people: TestPerson[] = [];
    for (const name of ['Ann', 'Bob', 'Carl']) {
      const person = await t.person(name);
      // A named token outlives bans.
      const { Token = null } = await person.call('account.createToken', { name: 'bot' });
      people.push(t.as({ ...person.session, token: Token }, person));
    }
    const banned = new Set<number>();
    for (const { what, who, whom } of chosen) {
      const [person, other] = [people[who], people[whom]];
      if (!person || !other || person === other) continue;
      await perform(what, person, other, olga).catch(requireExpected);
      if (what === 'ban') banned.add(other.id);
      if (what === 'unban') banned.delete(other.id);
      t.clock.advance(1);
      for (const one of people) if (!banned.has(one.id)) friends += await expectCounted(one, people, banned);
    }
  });
  await fc.assert(property, { seed: 6, numRuns: 3, endOnFailure: true });
  expect(friends).toBeGreaterThan(100);
});

function perform(what: What, person: TestPerson, other: TestPerson, olga: TestPerson) {
  const user = String(other.id);
  if (what === 'subscribe') return person.call('people.subscribe', { user, value: true });
  if (what === 'unsubscribe') return person.call('people.subscribe', { user, value: false });
  if (what === 'ignore') return person.call('people.ignore', { user_id: other.id });
  if (what === 'block') return person.call('people.block', { user });
  if (what === 'unblock') return person.call('people.unblock', { user });
  if (what === 'ban') return olga.call('admin.ban', { user_id: other.id, reason: 'spam' });
  return olga.call('admin.unban', { user_id: other.id });
}

/** What people are told who are blocked or banned, or repeat what they did. */
function requireExpected(error: unknown): void {
  if (!(error instanceof AppError) || !EXPECTED.has(error.code)) throw error;
}

const EXPECTED = new Set(['not_found', 'access_denied', 'conflict', 'auth_failed', 'validation_error']);

/** Compares a person's counts with their lists, and returns how many friends they have. */
async function expectCounted(
  person: TestPerson,
  people: readonly TestPerson[],
  banned: ReadonlySet<number>,
): Promise<number> {
  const me = await person.call('people.me', {});
  const friends = await person.call('people.friends', { user: '@me' });
  const requests = await person.call('people.incoming', {});
  let followers = 0;
  for (const other of people) {
    if (other === person || banned.has(other.id)) continue;
    const seen = await person.call('people.relationships', { user: String(other.id) }).catch(() => null);
    if (seen?.RelationshipState === 'he_subscribed') followers++;
  }
  expect([me.Friends, me.Followers, me.FriendsRequests]).toEqual([
    friends.length,
    followers,
    requests.length,
  ]);
  return friends.length;
}
