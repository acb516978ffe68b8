import fc from '../../support/inputs/properties';
import { describe, expect, test } from 'vitest';
import type { RelationshipState } from '../../../shared/contract/records';
import { testService, type TestPerson, type TestService } from '../../support/service';

describe('friendship', () => {
  test('subscribing and unsubscribing', async () => {
    const { ann, bob } = await two();
    expect(await toggle(ann, bob)).toBe('me_subscribed');
    expect(await between(bob, ann)).toBe('he_subscribed');
    expect(await toggle(ann, bob)).toBe('strangers');
    expect(await between(bob, ann)).toBe('strangers');
  });

  test('mutual subscriptions make friends; ending it leaves the other subscribed', async () => {
    const { ann, bob } = await two();
    await toggle(ann, bob);
    expect(await toggle(bob, ann)).toBe('friends');
    expect(await between(ann, bob)).toBe('friends');
    expect(await toggle(bob, ann)).toBe('he_subscribed');
    expect(await between(ann, bob)).toBe('me_subscribed');
    expect(await toggle(bob, ann)).toBe('friends');
  });

  test('crossing requests make one friendship', async () => {
    const { ann, bob } = await two();
    await Promise.all([
      ann.call('people.subscribe', { user: String(bob.id), value: true }),
      bob.call('people.subscribe', { user: String(ann.id), value: true }),
    ]);
    expect(await between(ann, bob)).toBe('friends');
    for (const one of [ann, bob]) {
      expect(await one.call('people.friends', { user: '@me' })).toHaveLength(1);
      expect(await one.call('people.me', {})).toMatchObject({ Friends: 1, Followers: 0, FriendsRequests: 0 });
    }
  });

  test('setting a value is idempotent', async () => {
    const { ann, bob } = await two();
    const set = (value: boolean) => ann.call('people.subscribe', { user: String(bob.id), value });
    expect(await set(true)).toEqual({ RelationshipState: 'me_subscribed' });
    expect(await set(true)).toEqual({ RelationshipState: 'me_subscribed' });
    expect(await bob.call('people.me', {})).toMatchObject({ Followers: 1 });
    expect(await set(false)).toEqual({ RelationshipState: 'strangers' });
    expect(await set(false)).toEqual({ RelationshipState: 'strangers' });
    expect(await bob.call('people.me', {})).toMatchObject({ Followers: 0 });
  });

  test('with oneself is rejected', async () => {
    const { ann } = await two();
    expect(await ann.call('people.relationships', { user: '@me' })).toEqual({ RelationshipState: '' });
    const error = await ann.refused('people.subscribe', { user: '@me' });
    expect(error).toMatchObject({ code: 'validation_error', fields: { user: 'must be another person' } });
  });

  test('requests are listed newest first and dismissed silently', async () => {
    const t = await testService();
    const [ann, bob, carl] = await three(t);
    await toggle(bob, ann);
    t.clock.advance(10);
    await toggle(carl, ann);
    expect(idsOf(await ann.call('people.incoming', {}))).toEqual([carl.id, bob.id]);
    expect(idsOf(await ann.call('people.incoming', { limit: 1, page: 1 }))).toEqual([bob.id]);
    const line = await bob.listen();
    await ann.call('people.ignore', { user_id: bob.id });
    await ann.call('people.ignore', { user_id: bob.id });
    expect(await line.take()).toEqual([]);
    expect(idsOf(await ann.call('people.incoming', {}))).toEqual([carl.id]);
    expect(await ann.call('people.me', {})).toMatchObject({ FriendsRequests: 1, Followers: 2 });
    expect(idsOf(await bob.call('people.outgoing', {}))).toEqual([ann.id]);
    expect(await between(bob, ann)).toBe('me_subscribed');
    expect(await toggle(ann, bob)).toBe('friends');
  });

  test('only requests can be dismissed', async () => {
    const { ann, bob } = await two();
    expect(await ann.refused('people.ignore', { user_id: bob.id })).toMatchObject({ code: 'not_found' });
    expect(await ann.refused('people.ignore', { user_id: 12345 })).toMatchObject({ code: 'not_found' });
    await befriend(ann, bob);
    expect(await ann.refused('people.ignore', { user_id: bob.id })).toMatchObject({ code: 'not_found' });
  });

  test('a removed friend stays a follower without a pending request', async () => {
    const { ann, bob } = await two();
    await befriend(ann, bob);
    await toggle(ann, bob);
    expect(await ann.call('people.incoming', {})).toEqual([]);
    expect(await ann.call('people.me', {})).toMatchObject({ FriendsRequests: 0, Followers: 1, Friends: 0 });
  });

  test('friends are listed newest first', async () => {
    const t = await testService();
    const [ann, bob, carl] = await three(t);
    await toggle(bob, ann);
    t.clock.advance(5);
    await befriend(ann, carl);
    t.clock.advance(5);
    await toggle(ann, bob);
    expect(idsOf(await carl.call('people.friends', { user: `u${ann.id}` }))).toEqual([bob.id, carl.id]);
    expect(idsOf(await ann.call('people.friends', { user: '@me', limit: 1, page: 1 }))).toEqual([carl.id]);
    expect(await ann.call('people.friends', { user: '@me', page: 7 })).toEqual([]);
  });

  test('someone who accepts no requests can still be accepted', async () => {
    const { ann, bob } = await two();
    await bob.call('account.updateProfile', { addFriendState: false });
    expect(await ann.refused('people.subscribe', { user: String(bob.id) })).toMatchObject({
      code: 'access_denied',
    });
    expect(await bob.call('people.me', {})).toMatchObject({ Followers: 0 });
    await toggle(bob, ann);
    expect(await toggle(ann, bob)).toBe('friends');
    expect(await toggle(ann, bob)).toBe('he_subscribed');
  });

  test('both see the new relation at once, others only the number of friends', async () => {
    const t = await testService();
    const [ann, bob, carl] = await three(t);
    await toggle(bob, ann);
    await ann.call('account.updateProfile', { viewFriendsState: 1 });
    const lines = await Promise.all([ann, bob, carl].map((one) => one.listen()));
    await toggle(ann, bob);
    const [forAnn, forBob, forCarl] = await Promise.all(lines.map((line) => line.take()));
    const profiles = (events: typeof forAnn) =>
      (events ?? []).flatMap((event) =>
        event.Type === 'profile' ? [[event.User.ID, event.User.RelationshipState, event.User.Friends]] : [],
      );
    expect(profiles(forAnn)).toEqual([
      [ann.id, '', 1],
      [bob.id, 'friends', 1],
    ]);
    expect(profiles(forBob)).toEqual([
      [ann.id, 'friends', 1],
      [bob.id, '', 1],
    ]);
    // Ann lets only friends see it: that there is another number is nobody else's business either.
    expect(profiles(forCarl)).toEqual([[bob.id, 'strangers', 1]]);
  });
});

describe('a block', () => {
  test('ends a friendship permanently', async () => {
    const { ann, bob } = await two();
    await befriend(ann, bob);
    await ann.call('people.block', { user: String(bob.id) });
    await ann.call('people.block', { user: String(bob.id) });
    expect(await between(ann, bob)).toBe('strangers');
    expect(await ann.call('people.me', {})).toMatchObject({ Friends: 0, Followers: 0, FriendsRequests: 0 });
    expect(await bob.call('people.me', {})).toMatchObject({ Friends: 0, Followers: 0, FriendsRequests: 0 });
    await ann.call('people.unblock', { user: String(bob.id) });
    await ann.call('people.unblock', { user: String(bob.id) });
    expect(await between(ann, bob)).toBe('strangers');
    expect(await between(bob, ann)).toBe('strangers');
    expect(await toggle(bob, ann)).toBe('me_subscribed');
  });

  test('deletes requests on both sides', async () => {
    const { ann, bob } = await two();
    await toggle(bob, ann);
    await ann.call('people.block', { user: String(bob.id) });
    expect(await ann.call('people.incoming', {})).toEqual([]);
    expect(await bob.call('people.outgoing', {})).toEqual([]);
    await ann.call('people.unblock', { user: String(bob.id) });
    expect(await ann.call('people.incoming', {})).toEqual([]);
  });

  test('must be lifted before subscribing', async () => {
    const { ann, bob } = await two();
    await ann.call('people.block', { user: String(bob.id) });
    const error = await ann.refused('people.subscribe', { user: String(bob.id) });
    expect(error).toMatchObject({ code: 'access_denied' });
  });

  test('shows the blocked person a stranger without details', async () => {
    const { ann, bob } = await two();
    await ann.call('account.updateProfile', { about: 'I bake', birthday: '1990-02-03', city: 7 });
    await befriend(ann, bob);
    const line = await bob.listen();
    await ann.call('people.block', { user: String(bob.id) });
    const seen = (await line.take()).find((event) => event.Type === 'profile' && event.User.ID === ann.id);
    expect(seen).toMatchObject({
      User: {
        RelationshipState: 'strangers',
        About: '',
        Birthday: '',
        City: 0,
        Friends: 0,
        Online: { Online: false, LastBeen: 0, Degree: 'hidden', Status: '' },
      },
    });
  });
});

test('relations, lists and counts match a simple model after random actions', async () => {
  const t = await testService();
  const everyone = await t.people('Ann', 'Bob', 'Carl', 'Dora');
  const index = fc.nat({ max: everyone.length - 1 });
  const act = fc.record({
    what: fc.constantFrom('toggle', 'toggle', 'toggle', 'on', 'off', 'ignore', 'block', 'unblock', 'unblock'),
    who: index,
    whom: index,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 60 }), async (acts) => {
      await beginAnew(t, everyone);
      const model = new Model(everyone.map((one) => one.id));
      for (const { what, who, whom } of acts) {
        const person = everyone[who];
        const target = everyone[whom];
        if (!person || !target || person === target) continue;
        t.clock.advance(1);
        expect(await perform(what, person, target)).toEqual(model.perform(what, person.id, target.id));
      }
      await compare(t, everyone, model);
    }),
    { numRuns: 15 },
  );
});

/** The rules in their simplest form: subscriptions, ignored requests and blocks, each from one person to another. */
class Model {
  readonly #people: number[];
  readonly #subscribed = new Set<string>();
  readonly #ignored = new Set<string>();
  readonly #blocked = new Set<string>();

  constructor(people: number[]) {
    this.#people = people;
  }

  perform(what: string, who: number, whom: number): string {
    const [to, from] = [`${who}>${whom}`, `${whom}>${who}`];
    if (what === 'ignore') {
      if (!this.#subscribed.has(from) || this.#subscribed.has(to)) return 'not_found';
      this.#ignored.add(from);
      return 'ok';
    }
    if (this.#blocked.has(from)) return 'not_found';
    if (what === 'unblock') {
      this.#blocked.delete(to);
      return 'ok';
    }
    if (what === 'block') {
      this.#blocked.add(to);
      for (const set of [this.#subscribed, this.#ignored]) for (const tie of [to, from]) set.delete(tie);
      return 'ok';
    }
    const wanted = what === 'toggle' ? !this.#subscribed.has(to) : what === 'on';
    if (wanted !== this.#subscribed.has(to)) {
      if (wanted && this.#blocked.has(to)) return 'access_denied';
      this.#ignored.delete(to);
      if (wanted) {
        this.#subscribed.add(to);
        this.#ignored.delete(from);
      } else {
        this.#subscribed.delete(to);
        if (this.#subscribed.has(from)) this.#ignored.add(from);
      }
    }
    return this.state(who, whom);
  }

  state(who: number, whom: number): RelationshipState {
    const mine = this.#subscribed.has(`${who}>${whom}`);
    const theirs = this.#subscribed.has(`${whom}>${who}`);
    if (mine) return theirs ? 'friends' : 'me_subscribed';
    return theirs ? 'he_subscribed' : 'strangers';
  }

  isBlocked(who: number, whom: number): boolean {
    return this.#blocked.has(`${who}>${whom}`);
  }

  others(who: number, state: RelationshipState): number[] {
    return this.#people.filter((other) => other !== who && this.state(who, other) === state);
  }

  requests(who: number): number[] {
    return this.others(who, 'he_subscribed').filter((other) => !this.#ignored.has(`${other}>${who}`));
  }
}

async function perform(what: string, person: TestPerson, target: TestPerson): Promise<string> {
  const user = String(target.id);
  const value = { on: true, off: false }[what];
  const work =
    what === 'ignore'
      ? person.call('people.ignore', { user_id: target.id })
      : what === 'block'
        ? person.call('people.block', { user })
        : what === 'unblock'
          ? person.call('people.unblock', { user })
          : person.call('people.subscribe', { user, ...(value !== undefined && { value }) });
  return work.then(
    (answer) => ('ok' in answer ? 'ok' : answer.RelationshipState),
    (error: unknown) => (error as { code: string }).code,
  );
}

async function compare(t: TestService, everyone: TestPerson[], model: Model): Promise<void> {
  t.clock.advance(5);
  for (const person of everyone) {
    const friends = model.others(person.id, 'friends');
    expect(sorted(idsOf(await person.call('people.friends', { user: '@me' })))).toEqual(friends);
    expect(sorted(idsOf(await person.call('people.incoming', {})))).toEqual(model.requests(person.id));
    expect(sorted(idsOf(await person.call('people.outgoing', {})))).toEqual(
      model.others(person.id, 'me_subscribed'),
    );
    expect(await person.call('people.me', {})).toMatchObject({
      Friends: friends.length,
      Followers: model.others(person.id, 'he_subscribed').length,
      FriendsRequests: model.requests(person.id).length,
    });
    for (const other of everyone) {
      if (other === person || model.isBlocked(other.id, person.id)) continue;
      expect(await between(person, other)).toBe(model.state(person.id, other.id));
    }
  }
}

async function beginAnew(t: TestService, everyone: TestPerson[]): Promise<void> {
  t.clock.advance(5);
  for (const person of everyone) {
    for (const other of everyone) {
      if (person !== other) await perform('unblock', person, other);
    }
  }
  for (const person of everyone) {
    for (const other of everyone) {
      if (person !== other) await perform('off', person, other);
    }
  }
}

async function two() {
  const [ann, bob] = (await (await testService()).people('Ann', 'Bob')) as [TestPerson, TestPerson];
  return { ann, bob };
}

async function three(t: TestService) {
  return (await t.people('Ann', 'Bob', 'Carl')) as [TestPerson, TestPerson, TestPerson];
}

async function toggle(person: TestPerson, target: TestPerson): Promise<RelationshipState> {
  return (await person.call('people.subscribe', { user: String(target.id) })).RelationshipState;
}

async function befriend(person: TestPerson, target: TestPerson): Promise<void> {
  await person.call('people.subscribe', { user: String(target.id), value: true });
  await target.call('people.subscribe', { user: String(person.id), value: true });
}

async function between(person: TestPerson, target: TestPerson): Promise<RelationshipState> {
  return (await person.call('people.relationships', { user: String(target.id) })).RelationshipState;
}

function idsOf(people: readonly { ID: number }[]): number[] {
  return people.map((person) => person.ID);
}

function sorted(ids: number[]): number[] {
  return ids.toSorted((one, other) => one - other);
}
