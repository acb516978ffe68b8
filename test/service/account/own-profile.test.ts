import { describe, expect, it } from 'vitest';
import { countries, countryCode } from '../../../shared/locale/countries';
import { mailedCode, refusal, testService, type TestPerson } from '../../support/service';

const KIB = 1024;

describe('own profile', () => {
  it('changes only the given fields', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    const before = await ann.call('people.me', {});
    const answer = await ann.call('account.updateProfile', {
      surname: ' Lee ',
      link: '@Ann.Lee',
      status: 'at home',
      about: 'one\ntwo',
      birthday: '1990-02-28',
      website: 'https://ann.example.org/',
      worksAt: 'Library',
      country: 228,
      region: 5,
      city: 7,
      cityNative: 'Київ',
      languages: [1, 2],
      relationships: 4,
      onlineType: 0,
      viewBirthdayState: 1,
      addFriendState: false,
      searchState: 1,
    });
    expect(answer).toEqual({ ok: true });
    expect(await ann.call('people.me', {})).toEqual({
      ...before,
      Surname: 'Lee',
      Link: 'ann.lee',
      Status: 'at home',
      About: 'one\ntwo',
      Birthday: '1990-02-28',
      Website: 'https://ann.example.org/',
      WorksAt: 'Library',
      Country: 228,
      Region: 5,
      City: 7,
      CityNative: 'Київ',
      Languages: [1, 2],
      Relationships: 4,
      ViewBirthdayState: 1,
      AddFriendState: false,
      SearchState: true,
    });
  });

  it('emits an event only when something changed', async () => {
    const t = await testService();
    const [ann, bo] = (await t.people('Ann', 'Bo')) as [TestPerson, TestPerson];
    const line = await bo.listen();
    await ann.call('account.updateProfile', { name: 'Anna' });
    expect(await line.take()).toMatchObject([{ Type: 'profile', User: { ID: ann.id, Name: 'Anna' } }]);
    await ann.call('account.updateProfile', {});
    expect(await line.take()).toEqual([]);
  });

  it('is found by the new name and tag, not the old ones', async () => {
    const t = await testService();
    const [ann, bo] = (await t.people('Ann', 'Bo')) as [TestPerson, TestPerson];
    await bo.call('account.updateProfile', { name: 'Robert', link: 'bobby' });
    const found = async (query: string) =>
      (await ann.call('admin.people', { query })).map((person) => person.ID);
    expect(await found('robe')).toEqual([bo.id]);
    expect(await found('@bobby')).toEqual([bo.id]);
    expect(await found('bo')).toEqual([bo.id]);
    await bo.call('account.updateProfile', { link: '' });
    expect(await found('bobby')).toEqual([]);
    expect((await ann.call('people.get', { user: 'u' + bo.id })).Link).toBe('');
  });

  it('has a unique tag', async () => {
    const t = await testService();
    const [ann, bo] = (await t.people('Ann', 'Bo')) as [TestPerson, TestPerson];
    await ann.call('account.updateProfile', { link: 'ann' });
    const taken = await bo.refused('account.updateProfile', { link: 'ANN', status: 'hello' });
    expect(taken).toMatchObject({ code: 'conflict', fields: { link: 'is taken' } });
    expect((await bo.call('people.me', {})).Status).toBe('');
    await ann.call('account.updateProfile', { link: 'ann' });
    await ann.call('account.updateProfile', { link: '' });
    await bo.call('account.updateProfile', { link: 'ann' });
    await ann.call('account.updateProfile', { link: '' });
    expect((await ann.call('people.get', { user: 'ann' })).ID).toBe(bo.id);
  });

  it.each([
    [{ name: '  ' }, 'name'],
    [{ name: 'A\u202eB' }, 'name'],
    [{ name: 'A\ud800' }, 'name'],
    [{ name: 'A\u0000' }, 'name'],
    [{ name: 'a'.repeat(101) }, 'name'],
    [{ status: 'a'.repeat(141) }, 'status'],
    [{ status: 'a\nb' }, 'status'],
    [{ about: 'a'.repeat(1001) }, 'about'],
    [{ about: '\udfff' }, 'about'],
    [{ link: 'ab' }, 'link'],
    [{ link: 'u123' }, 'link'],
    [{ link: 'me' }, 'link'],
    [{ link: '1abc' }, 'link'],
    [{ link: 'аnn' }, 'link'],
    [{ birthday: '1990-02-30' }, 'birthday'],
    [{ birthday: 'yesterday' }, 'birthday'],
    [{ birthday: '2026-01-07' }, 'birthday'],
    [{ birthday: '1899-12-31' }, 'birthday'],
    [{ emoji: 'Admin ✓' }, 'emoji'],
    [{ emoji: '🌱🌱' }, 'emoji'],
    [{ website: 'javascript:alert(1)' }, 'website'],
    [{ country: 246 }, 'country'],
    [{ country: -1 }, 'country'],
    [{ country: NaN }, 'country'],
    [{ city: 1e400 }, 'city'],
    [{ languages: Array.from({ length: 21 }, () => 1) }, 'languages'],
    [{ relationships: 5 }, 'relationships'],
    [{ onlineType: 4 }, 'onlineType'],
    [{ viewAvatarState: 3 }, 'viewAvatarState'],
    [{ searchState: 'maybe' }, 'searchState'],
    [{ avatar: 12345 }, 'avatar'],
    [{ banner: 12345 }, 'banner'],
    [{ misspelt: 1 }, 'misspelt'],
    [{ role: 'owner' }, 'role'],
  ])('rejects %j', async (wrong, field) => {
    const t = await testService();
    const ann = await t.person('Ann');
    const before = await ann.call('people.me', {});
    const refused = await ann.refused('account.updateProfile', { emoji: '🌱', ...wrong });
    expect(refused.code).toBe('validation_error');
    expect(Object.keys(refused.fields ?? {})[0]).toMatch(new RegExp(`^${field}`));
    expect(await ann.call('people.me', {})).toEqual(before);
  });

  it('lists 245 countries once each, with codes known to every runtime', () => {
    const names = new Intl.DisplayNames('en', { type: 'region' });
    expect(countries()).toHaveLength(245);
    expect(new Set(countries().map((country) => names.of(country.code))).size).toBe(245);
    expect([0, 1, 228, 245, 246].map(countryCode)).toEqual([undefined, 'AF', 'UA', 'ZW', undefined]);
  });
});

describe('own password', () => {
  it('changes with the current one and ends other sessions, but not named tokens', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    const other = t.as(await t.signIn(ann.email, ann.password), ann);
    const { Token: value } = await ann.call('account.createToken', { name: 'bot' });
    const bot = t.as({ ...ann.session, token: value ?? '' }, ann);
    const [line, otherLine, botLine] = [await ann.listen(), await other.listen(), await bot.listen()];
    await ann.call('account.changePassword', { old: ann.password, new: 'another password' });
    expect([line.closed, otherLine.closed?.code, botLine.closed]).toEqual([null, 4401, null]);
    expect((await other.refused('people.me', {})).code).toBe('auth_failed');
    expect((await bot.call('people.me', {})).ID).toBe(ann.id);
    expect((await refusal(t.signIn(ann.email, ann.password))).code).toBe('auth_failed');
    await t.signIn(ann.email, 'another password');
  });

  it('is unchanged when the current one is wrong or the new one too short', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    const wrong = await ann.refused('account.changePassword', { old: 'wrong', new: 'another password' });
    expect(wrong).toMatchObject({ code: 'auth_failed', fields: { old: 'is wrong' } });
    const short = await ann.refused('account.changePassword', { old: ann.password, new: 'short' });
    expect(short.fields).toHaveProperty('new');
    await t.signIn(ann.email, ann.password);
  });

  it('cannot be guessed with a stolen token', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    const attempt = () => ann.refused('account.changePassword', { old: 'wrong', new: 'another password' });
    for (let n = 0; n < 10; n++) expect((await attempt()).code).toBe('auth_failed');
    expect((await attempt()).code).toBe('rate_limit_exceeded');
  });

  it('invalidates pending codes when it changes', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    await t.open('account.reset', { email: ann.email });
    const code = await mailedCode(t.service, ann.email);
    await ann.call('account.changePassword', { old: ann.password, new: 'another password' });
    const late = await t.refusedOpen('account.resetConfirm', { code, password: 'a third password' });
    expect(late.code).toBe('not_found');
  });

  it('changes once for repeated requests with one key', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    const input = { old: ann.password, new: 'another password' };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => ann.call('account.changePassword', input, 'one-password')),
    );
    expect(answers).toEqual(Array.from({ length: 8 }, () => ({ ok: true })));
    expect(await ann.call('account.changePassword', input, 'one-password')).toEqual({ ok: true });
  });
});

describe('own email address', () => {
  it('changes with a code sent to the new address', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    const line = await ann.listen();
    await ann.call('account.changeEmail', { email: 'New@example.org', password: ann.password });
    expect((await ann.call('people.me', {})).Email).toBe(ann.email);
    const code = await mailedCode(t.service, 'new@example.org');
    const without = await t.refusedOpen('account.confirm', { code });
    expect(without.fields).toHaveProperty('captcha');
    expect(await line.take()).toEqual([]);
    await t.open('account.confirm', { code, captcha: await t.captcha() });
    expect((await ann.call('people.me', {})).Email).toBe('new@example.org');
    expect(await line.take()).toMatchObject([{ Type: 'profile', User: { ID: ann.id } }]);
    await t.signIn('new@example.org', ann.password);
    expect((await refusal(t.signIn(ann.email, ann.password))).code).toBe('auth_failed');
    const again = await t.refusedOpen('account.confirm', { code, captcha: await t.captcha() });
    expect(again.code).toBe('not_found');
  });

  it('needs the password and an unused address', async () => {
    const t = await testService();
    const [ann, bo] = (await t.people('Ann', 'Bo')) as [TestPerson, TestPerson];
    const wrong = await ann.refused('account.changeEmail', { email: 'new@example.org', password: 'wrong' });
    expect(wrong).toMatchObject({ code: 'auth_failed', fields: { password: 'is wrong' } });
    const taken = await ann.refused('account.changeEmail', { email: bo.email, password: ann.password });
    expect(taken).toMatchObject({ code: 'conflict', fields: { email: 'is already in use' } });
  });

  it('goes to the first person who confirms it', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    const email = 'new@example.org';
    await t.open('account.register', { name: 'Bo', email, password: 'correct horse' });
    const registration = await mailedCode(t.service, email);
    await ann.call('account.changeEmail', { email, password: ann.password });
    const change = await mailedCode(t.service, email);
    await t.open('account.confirm', { code: change, captcha: await t.captcha() });
    const late = await t.refusedOpen('account.confirm', { code: registration, captcha: await t.captcha() });
    expect(late.code).toBe('conflict');
  });

  it('needs a code that is at most ten minutes old', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    await ann.call('account.changeEmail', { email: 'one@example.org', password: ann.password });
    const first = await mailedCode(t.service, 'one@example.org');
    await ann.call('account.changeEmail', { email: 'two@example.org', password: ann.password });
    const second = await mailedCode(t.service, 'two@example.org');
    const confirm = async (code: string) =>
      (await t.refusedOpen('account.confirm', { code, captcha: await t.captcha() })).code;
    expect(await confirm(first)).toBe('not_found');
    t.clock.advance(600);
    expect(await confirm(second)).toBe('gone');
  });
});

describe('preferences', () => {
  it('merge by key, and null removes a key', async () => {
    const t = await testService();
    const [ann, bo] = (await t.people('Ann', 'Bo')) as [TestPerson, TestPerson];
    expect(await ann.call('account.preferences', {})).toEqual({});
    await ann.call('account.updatePreferences', { theme: 'dark', quiet: { from: 22, to: 7 } });
    const merged = await ann.call('account.updatePreferences', { theme: null, queue: [1, null, 'two'] });
    expect(merged).toEqual({ quiet: { from: 22, to: 7 }, queue: [1, null, 'two'] });
    expect(await ann.call('account.preferences', {})).toEqual(merged);
    expect(await bo.call('account.preferences', {})).toEqual({});
  });

  it('hold up to 64 KiB in total', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    await ann.call('account.updatePreferences', { a: 'я'.repeat(16 * KIB) });
    const full = 'b'.repeat(32 * KIB - JSON.stringify({ a: '', b: '' }).length);
    await ann.call('account.updatePreferences', { b: full });
    expect((await ann.refused('account.updatePreferences', { b: `${full}b` })).code).toBe('too_large');
    expect((await ann.call('account.preferences', {})).b).toBe(full);
    await ann.call('account.updatePreferences', { a: null });
  });

  it.each([{ a: 'b\0' }, { a: { b: ['\ud800'] } }, { 'k\0': 1 }, { a: { '\udc00': 1 } }])(
    'rejects %j',
    async (wrong) => {
      const t = await testService();
      const ann = await t.person('Ann');
      expect((await ann.refused('account.updatePreferences', wrong)).code).toBe('validation_error');
      expect(await ann.call('account.preferences', {})).toEqual({});
    },
  );

  it('accept keys named like built-in properties', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    await ann.call('account.updatePreferences', { constructor: 1, toString: 2 });
    expect(Object.entries(await ann.call('account.preferences', {}))).toEqual([
      ['constructor', 1],
      ['toString', 2],
    ]);
    expect((await ann.refused('account.updatePreferences', [1])).code).toBe('validation_error');
  });
});
