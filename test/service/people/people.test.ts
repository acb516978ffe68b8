import { beforeEach, describe, expect, test } from 'vitest';
import { endpointOf } from '../../../shared/contract';
import type { Input } from '../../../shared/contract';
import { testService, type TestPerson, type TestService } from '../../support/service';

let t: TestService;
let ann: TestPerson;
let bob: TestPerson;

beforeEach(async () => {
  t = await testService();
  [ann, bob] = (await t.people('Ann', 'Bob')) as [TestPerson, TestPerson];
});

describe('a person', () => {
  test('sees all of their own data, with counts', async () => {
    await bob.call('people.subscribe', { user: String(ann.id) });
    const me = await ann.call('people.me', {});
    expect(endpointOf('people.me').output.parse(me)).toEqual(me);
    expect(me).toMatchObject({
      ID: ann.id,
      Name: 'Ann',
      Email: ann.email,
      Role: 'owner',
      RelationshipState: '',
      NewMessages: 0,
      NewNotifications: 1,
      FriendsRequests: 1,
      TrackList: 0,
    });
    expect(await ann.call('people.get', { user: '@me' })).toEqual(me);
    expect(await ann.call('people.get', { user: String(ann.id) })).toEqual(me);
    expect(JSON.stringify(me)).not.toMatch(/password|argon2/i);
  });

  test('is found by number, by u and number, and by tag in any case', async () => {
    await bob.call('account.updateProfile', { link: 'bob.baker' });
    for (const user of [String(bob.id), `u${bob.id}`, `U${bob.id}`, 'bob.baker', '@bob.baker', 'BOB.BAKER']) {
      expect(await ann.call('people.get', { user })).toMatchObject({ ID: bob.id });
    }
  });

  test('shows others no email and no private counts', async () => {
    const seen = await ann.call('people.get', { user: String(bob.id) });
    expect(endpointOf('people.get').output.parse(seen)).toEqual(seen);
    for (const key of ['Email', 'EmailReserve', 'NewMessages', 'NewNotifications', 'FriendsRequests']) {
      expect(seen).not.toHaveProperty(key);
    }
    expect(JSON.stringify(seen)).not.toContain(bob.email);
  });

  test('answers not_found for an unknown reference', async () => {
    for (const user of ['12345', 'u12345', 'nobody.here', '@nobody']) {
      expect(await ann.refused('people.get', { user }), user).toMatchObject({ code: 'not_found' });
    }
  });

  test('rejects malformed references', async () => {
    const numbers = [1.5, -1, 0, NaN, Infinity, null];
    const texts = ['', '0', 'u0', '-1', '1e400', '1.5', '9007199254740993', 'a', 'a b', '\u202eann'];
    for (const user of [...numbers, ...texts]) {
      const error = await ann.refused('people.get', { user });
      expect(error, String(user)).toMatchObject({ code: 'validation_error' });
    }
  });

  test('when banned shows only a name', async () => {
    await bob.call('account.updateProfile', { about: 'I bake', worksAt: 'Bakery', country: 1 });
    await ann.call('admin.ban', { user_id: bob.id, reason: 'spam' });
    expect(await ann.call('people.get', { user: String(bob.id) })).toMatchObject({
      Name: 'Bob',
      Ban: true,
      About: '',
      WorksAt: '',
      Country: 0,
      Online: { Degree: 'hidden' },
    });
    const error = await ann.refused('people.subscribe', { user: String(bob.id) });
    expect(error).toMatchObject({ code: 'access_denied' });
  });
});

describe('searching people', () => {
  let carl: TestPerson;
  let dora: TestPerson;

  beforeEach(async () => {
    [carl, dora] = (await t.people('Carl', 'Dora')) as [TestPerson, TestPerson];
    await bob.call('account.updateProfile', {
      name: 'Богдан',
      surname: 'Яр',
      link: 'bohdan',
      worksAt: 'Café Zoé',
    });
    await carl.call('account.updateProfile', {
      name: 'Єва',
      surname: "Лук'янчук",
      city: 7,
      relationships: 4,
    });
    await dora.call('account.updateProfile', {
      name: '李小龙',
      city: 7,
      country: 2,
      region: 3,
      worksAt: 'Bakery',
    });
  });

  test('matches names and tags in every script', async () => {
    const table: [query: string, whom: TestPerson | null][] = [
      ['бог', bob],
      ['яр', bob],
      ['Яр Богдан', bob],
      ['@bohdan', bob],
      ['boh', bob],
      ['лукянчук', carl],
      ['лук’янчук', carl],
      ['小', dora],
      ['小龙', dora],
      ['zzz', null],
      ['!!!', null],
      ['бог OR єва', null],
      ['facts : city7', null],
      ['city7', null],
    ];
    for (const [query, whom] of table) expect(await found({ query }), query).toEqual(whom ? [whom.id] : []);
  });

  test('matches the new name, not the old one', async () => {
    await bob.call('account.updateProfile', { name: 'Robert' });
    expect(await found({ query: 'robert' })).toEqual([bob.id]);
    expect(await found({ query: 'богдан' })).toEqual([]);
  });

  test('filters by profile facts, alone, combined and with words', async () => {
    expect(await found({ city: 7, sort: 2 })).toEqual([carl.id, dora.id]);
    expect(await found({ city: 7, country: 2, region: 3 })).toEqual([dora.id]);
    expect(await found({ city: 7, relationships: 4 })).toEqual([carl.id]);
    expect(await found({ city: 7, query: 'лук' })).toEqual([carl.id]);
    expect(await found({ worksAt: 'cafe' })).toEqual([bob.id]);
    expect(await found({ worksAt: 'bakery', query: 'бог' })).toEqual([]);
    expect(await found({ city: 8 })).toEqual([]);
    expect(await found({ city: 0, country: 0, relationships: 0 })).toHaveLength(3);
  });

  test('filters by picture: no one has one yet', async () => {
    expect(await found({ avatar: true })).toEqual([]);
    expect(await found({ avatar: false })).toHaveLength(3);
  });

  test('filters by presence', async () => {
    const line = await carl.listen();
    expect(await found({ online: true })).toEqual([carl.id]);
    expect(await found({ online: true, query: 'єва' })).toEqual([carl.id]);
    expect(await found({ online: true, query: 'бог' })).toEqual([]);
    line.close();
    expect(await found({ online: true })).toEqual([]);
  });

  test('matches the beginnings of a region and a city, in any case', async () => {
    await carl.call('account.updateProfile', { cityNative: 'Івано-Франківськ', regionNative: 'Прикарпаття' });
    await dora.call('account.updateProfile', { cityNative: '東京都' });
    expect(await found({ cityNative: 'івано' })).toEqual([carl.id]);
    expect(await found({ cityNative: 'ФРАНК', regionNative: 'прикарп' })).toEqual([carl.id]);
    expect(await found({ cityNative: '東京' })).toEqual([dora.id]);
    for (const input of [
      { cityNative: 'Прикарпаття' },
      { regionNative: 'Івано' },
      { cityNative: 'івано', query: 'dora' },
      { cityNative: '!' },
      { query: 'incityівано' },
    ]) {
      expect([input, await found(input)]).toEqual([input, []]);
    }
    await carl.call('account.updateProfile', { cityNative: '' });
    expect(await found({ cityNative: 'івано' })).toEqual([]);
  });

  test('sorts alphabetically, Ukrainian too', async () => {
    const names = ['Ґалаґан', 'Євген', 'Іван', 'Їжакевич', 'Дмитро', 'Жанна', 'Йосип', 'галина', 'Ирина'];
    for (const name of names) {
      const person = await t.person(`P${names.indexOf(name)}`);
      await person.call('account.updateProfile', { name });
    }
    const shown = (await ann.call('people.find', { sort: 2 })).map((user) => user.Name);
    const inOrder = ['Богдан', 'галина', 'Ґалаґан', 'Дмитро', 'Єва', 'Євген', 'Жанна', 'Ирина', 'Іван'];
    expect(shown).toEqual([...inOrder, 'Їжакевич', 'Йосип', '李小龙']);
  });

  test('can leave out friends', async () => {
    await ann.call('people.subscribe', { user: String(carl.id) });
    await carl.call('people.subscribe', { user: String(ann.id) });
    expect(await found({})).toEqual([carl.id, dora.id, bob.id]);
    expect(await found({ strangers: true })).toEqual([dora.id, bob.id]);
    expect(await found({ strangers: true, city: 7 })).toEqual([dora.id]);
  });

  test('sorts by popularity, in pages', async () => {
    await ann.call('people.subscribe', { user: String(carl.id) });
    await bob.call('people.subscribe', { user: String(carl.id) });
    await ann.call('people.subscribe', { user: String(dora.id) });
    expect(await found({ sort: 1 })).toEqual([carl.id, dora.id, bob.id]);
    expect(await found({})).toEqual([carl.id, dora.id, bob.id]);
    expect(await found({ sort: 1, city: 7 })).toEqual([carl.id, dora.id]);
    expect(await found({ sort: 1, limit: 1, page: 1 })).toEqual([dora.id]);
    expect(await found({ sort: 1, page: 9 })).toEqual([]);
  });

  test('puts an exact tag before matching names', async () => {
    await carl.call('account.updateProfile', { name: 'Zoe' });
    await dora.call('account.updateProfile', { name: 'Zoe Zoe', link: 'zoe' });
    expect(await found({ query: 'zoe' })).toEqual([dora.id, carl.id]);
  });

  test('rejects invalid pages, orders and facts', async () => {
    const inputs = [
      { page: -1 },
      { limit: 0 },
      { limit: 101 },
      { sort: 3 },
      { relationships: 5 },
      { city: -1 },
      { query: '\ud800' },
      { query: 'a'.repeat(201) },
    ];
    for (const input of inputs) {
      expect(await ann.refused('people.find', input)).toMatchObject({ code: 'validation_error' });
    }
  });

  async function found(input: Input<'people.find'>): Promise<number[]> {
    return (await ann.call('people.find', input)).map((user) => user.ID);
  }
});

describe('a report', () => {
  test('reaches the administrators with its reason, once', async () => {
    const carl = await t.person('Carl');
    const send = () => bob.call('people.report', { user: String(carl.id), reason: 'Sells things' });
    await send();
    await send();
    expect(await ann.call('admin.reports', { open: true })).toMatchObject([
      { User: { ID: carl.id, Reports: 1 }, By: { ID: bob.id }, Reason: 'Sells things', Open: true },
    ]);
    await ann.call('people.report', { user: String(carl.id), reason: 'Sells things' });
    expect(await ann.call('people.get', { user: String(carl.id) })).toMatchObject({ Reports: 2 });
    expect(await bob.call('people.get', { user: String(carl.id) })).toMatchObject({ Reports: 0 });
  });

  test('is visible to administrators only', async () => {
    const carl = await t.person('Carl');
    const lines = await Promise.all([ann, bob, carl].map((one) => one.listen()));
    await bob.call('people.report', { user: String(carl.id), reason: 'Sells things' });
    const [forAnn, forBob, forCarl] = await Promise.all(lines.map((line) => line.take()));
    expect(forAnn).toMatchObject([{ Type: 'profile', User: { ID: carl.id, Reports: 1 } }]);
    expect([forBob, forCarl]).toEqual([[], []]);
  });

  test('of a message keeps its text', async () => {
    const { ID: dialog } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' });
    await bob.call('dialogs.join', { dialog_id: dialog, user_id: '@me' });
    const message = await ann.call('dialogs.send', { dialog_id: dialog, text: 'Buy now' });
    await bob.call('people.reportItem', { Type: 'message', Item: message.ID, reason: 'Spam' });
    await ann.call('dialogs.deleteMessage', { message_id: message.ID });
    const [report] = await ann.call('admin.reports', {});
    expect(report).toMatchObject({ User: { ID: ann.id }, By: { ID: bob.id }, Reason: 'Spam' });
    expect(JSON.stringify(report)).toContain('Buy now');
  });

  test('of a dialog reports its owner, or the other person', async () => {
    const group = await ann.call('dialogs.create', { name: 'Yard', type: 'group' });
    const line = await ann.call('dialogs.createPrivate', { user_id: String(bob.id) });
    await bob.call('people.reportItem', { Type: 'dialog', Item: group.ID, reason: 'Rude' });
    await bob.call('people.reportItem', { Type: 'dialog', Item: line.ID, reason: 'Ruder' });
    expect(await ann.call('admin.reports', {})).toMatchObject([
      { User: { ID: ann.id }, Reason: 'Ruder' },
      { User: { ID: ann.id }, Reason: 'Rude' },
    ]);
  });

  test("needs a visible target that is not the reporter's", async () => {
    const own = await bob.call('dialogs.create', { name: 'Mine', type: 'group' });
    const hidden = await ann.call('dialogs.create', { name: 'Secret', type: 'group', private: true });
    const message = await ann.call('dialogs.send', { dialog_id: hidden.ID, text: 'psst' });
    const refused = async (input: object) =>
      (await bob.refused('people.reportItem', { reason: 'Bad', ...input })).code;
    expect(await refused({ Type: 'dialog', Item: own.ID })).toBe('validation_error');
    expect(await refused({ Type: 'dialog', Item: hidden.ID })).toBe('not_found');
    expect(await refused({ Type: 'message', Item: message.ID })).toBe('not_found');
    expect(await refused({ Type: 'message', Item: 12345 })).toBe('not_found');
    expect(await refused({ Type: 'post', Item: 12345 })).toBe('not_found');
    expect(await refused({ Type: 'person', Item: ann.id })).toBe('validation_error');
    expect(await refused({ Type: 'dialog', Item: hidden.ID, reason: ' ' })).toBe('validation_error');
    expect(await ann.call('admin.reports', {})).toEqual([]);
  });

  test('of oneself is rejected', async () => {
    const error = await bob.refused('people.report', { user: '@me', reason: 'Bad' });
    expect(error).toMatchObject({ code: 'validation_error' });
  });
});
