import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder';
import { testOnSqlite } from '../../support/databases/databases';
import type { Session } from '../../../electron/service';
import {
  mailedCode,
  passDays,
  refusal,
  TestClock,
  testService,
  type TestPerson,
  type TestService,
} from '../../support/service';

const DAY = 86_400;

function from(address: string): Session {
  return { token: null, address, userAgent: 'test' };
}

function attempt(t: TestService, address: string, email: string, password: string) {
  return t.service.call(from(address), 'account.login', { email, password });
}

/** Names wrong passwords of a person, each minute's worth from another address. */
async function guess(t: TestService, person: TestPerson, times: number): Promise<void> {
  for (let n = 0; n < times; n++) {
    await refusal(attempt(t, `10.9.${n}.1`, person.email, 'a wrong password'));
    t.clock.advance(1000);
  }
}

describe('sign-in', () => {
  it('returns a token that expires after 180 days without use', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    expect(ann.session.token).toMatch(/^y\.[A-Za-z0-9_-]{43}$/);
    await passDays(t, 179);
    t.clock.advance(DAY - 1);
    expect((await ann.call('people.me', {})).ID).toBe(ann.id);
    const idle = await t.signIn(ann.email, ann.password);
    await passDays(t, 180);
    expect((await refusal(t.service.call(idle, 'people.me', {}))).code).toBe('auth_failed');
  });

  it('counts listening to events as a use of the token', async () => {
    const data = temporaryFolder();
    const clock = new TestClock();
    const t = await testService({ data, clock });
    const ann = await t.person('Ann');
    const listener = await t.signIn(ann.email, ann.password);
    await passDays(t, 100);
    await t.as(listener, ann).listen();
    await t.service.close();
    const again = await testService({ data, clock });
    await passDays(again, 100);

    expect((await again.service.call(listener, 'people.me', {})).ID).toBe(ann.id);
  });

  it('answers unknown addresses and wrong passwords alike', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    const wrong = await refusal(attempt(t, '10.0.0.1', ann.email, 'a wrong password'));
    const unknown = await refusal(attempt(t, '10.0.0.1', 'nobody@example.org', 'a wrong password'));
    expect(wrong.toBody()).toEqual(unknown.toBody());
    expect(wrong.code).toBe('auth_failed');
  });

  it('ignores the case of the address', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    await t.signIn(ann.email.toUpperCase(), ann.password);
  });

  it('compares passwords exactly', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    for (const password of [ann.password.toUpperCase(), `${ann.password} `, '']) {
      expect((await refusal(attempt(t, '10.0.0.1', ann.email, password))).code).toBe('auth_failed');
    }
  });

  it('allows an address ten failures a minute', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    for (let n = 0; n < 10; n++) {
      expect((await refusal(attempt(t, '10.0.0.1', `p${n}@example.org`, 'wrong'))).code).toBe('auth_failed');
    }
    expect((await refusal(attempt(t, '10.0.0.1', ann.email, ann.password))).code).toBe('rate_limit_exceeded');
    expect((await attempt(t, '10.0.0.2', ann.email, ann.password)).ok).toBe(true);
    t.clock.advance(60);
    expect((await attempt(t, '10.0.0.1', ann.email, ann.password)).ok).toBe(true);
  });

  it('reveals no more to concurrent guesses than to sequential ones', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    const guesses = Array.from({ length: 16 }, () => refusal(attempt(t, '10.0.0.1', ann.email, 'wrong')));
    const codes = (await Promise.all(guesses)).map((error) => error.code);
    expect(codes.filter((code) => code === 'auth_failed').length).toBeLessThanOrEqual(10);
    expect(codes).toContain('rate_limit_exceeded');
  });

  it('increases the delay after five wrong passwords of an account', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    await guess(t, ann, 5);
    await refusal(attempt(t, '10.9.9.1', ann.email, 'a wrong password'));
    const waits: number[] = [];
    for (let n = 0; n < 5; n++) {
      const waiting = await refusal(attempt(t, `10.8.${n}.1`, ann.email, ann.password));
      expect(waiting.code).toBe('rate_limit_exceeded');
      waits.push(waiting.retryAfter ?? 0);
      t.clock.advance(waiting.retryAfter ?? 0);
      await refusal(attempt(t, `10.8.${n}.2`, ann.email, 'a wrong password'));
    }
    expect(waits).toEqual([...waits].sort((one, other) => one - other));
    expect(new Set(waits).size).toBe(5);
    t.clock.advance(900);
    expect((await attempt(t, '10.7.0.1', ann.email, ann.password)).ok).toBe(true);
    await refusal(attempt(t, '10.7.0.1', ann.email, 'a wrong password'));
    expect((await attempt(t, '10.7.0.1', ann.email, ann.password)).ok).toBe(true);
  });

  it('accepts the right password where the person is already signed in', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    await attempt(t, '10.0.0.7', ann.email, ann.password);
    await guess(t, ann, 5);
    await refusal(attempt(t, '10.9.9.1', ann.email, 'a wrong password'));
    expect((await refusal(attempt(t, '10.0.0.8', ann.email, ann.password))).code).toBe('rate_limit_exceeded');
    expect((await attempt(t, '10.0.0.7', ann.email, ann.password)).ok).toBe(true);
  });

  it('delays guesses at unknown addresses the same way', async () => {
    const t = await testService();
    for (let n = 0; n < 6; n++) await refusal(attempt(t, `10.9.${n}.1`, 'nobody@example.org', 'wrong'));
    expect((await refusal(attempt(t, '10.9.9.1', 'nobody@example.org', 'wrong'))).code).toBe(
      'rate_limit_exceeded',
    );
  });

  it('reports a ban only after the right password', async () => {
    const t = await testService();
    const [ann, bo] = (await t.people('Ann', 'Bo')) as [TestPerson, TestPerson];
    await ann.call('admin.ban', { user_id: bo.id, reason: 'spam' });
    expect((await refusal(t.signIn(bo.email, 'a wrong password'))).code).toBe('auth_failed');
    const banned = await refusal(t.signIn(bo.email, bo.password));
    expect(banned.code).toBe('access_denied');
    expect(banned.message).toContain('spam');
    expect((await bo.refused('people.me', {})).code).toBe('auth_failed');
  });

  it('returns the same token for repeated requests with one key', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    const input = { email: ann.email, password: ann.password };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => t.open('account.login', input, 'one-sign-in')),
    );
    expect(new Set(answers.map((answer) => answer.token)).size).toBe(1);
    expect(await ann.call('account.tokens', {})).toHaveLength(2);
  });
});

describe('sessions and tokens', () => {
  it('are listed newest first with device and address, marking the current one', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    t.clock.advance(60);
    await t.service.call({ ...from('10.0.0.3'), userAgent: 'x'.repeat(300) }, 'account.login', {
      email: ann.email,
      password: ann.password,
    });
    await t.service.call(from('10.0.0.4'), 'account.login', {
      email: ann.email,
      password: ann.password,
      client: "Ann's phone",
    });
    const tokens = await ann.call('account.tokens', {});
    expect(tokens.map(({ Client, IP, Kind, Current }) => ({ Client, IP, Kind, Current }))).toEqual([
      { Client: "Ann's phone", IP: '10.0.0.4', Kind: 'session', Current: false },
      { Client: 'x'.repeat(200), IP: '10.0.0.3', Kind: 'session', Current: false },
      { Client: 'test', IP: '', Kind: 'session', Current: true },
    ]);
    expect(tokens[0]).toMatchObject({ Timestamp: t.clock.seconds, LastBeen: t.clock.seconds });
    expect(JSON.stringify(tokens)).not.toContain('y.');
  });

  it('leaves no connection open when a session ends while it connects', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    for (let turns = 0; turns < 6; turns++) {
      const session = await t.signIn(ann.email, ann.password);
      const again = t.as(session, ann);
      const opening = again.listen().catch(() => null);
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      await again.call('account.logout', {});
      const line = await opening;
      expect(line === null || line.closed?.code === 4401).toBe(true);
    }
  });

  it('named tokens show their value once and outlive sessions', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    const { Token: value, ...made } = await ann.call('account.createToken', { name: 'My bot' });
    expect(made).toMatchObject({ Name: 'My bot', Kind: 'named', Current: false });
    const bot = { ...from('10.0.0.3'), token: value ?? '' };
    await passDays(t, 400);
    expect((await t.service.call(bot, 'people.me', {})).ID).toBe(ann.id);
    const [only, ...others] = await t.service.call(bot, 'account.tokens', {});
    expect(others).toEqual([]);
    expect(only).toEqual({ ...made, Current: true, Online: true, LastBeen: expect.any(Number) });
    expect((await ann.refused('people.me', {})).code).toBe('auth_failed');
  });

  it.each(['  ', '\u202eevil', 'a\nb', 'n'.repeat(101)])('rejects the token name %j', async (name) => {
    const t = await testService();
    const ann = await t.person('Ann');
    expect((await ann.refused('account.createToken', { name })).fields).toHaveProperty('name');
    expect(await ann.call('account.tokens', {})).toHaveLength(1);
  });

  it('sign-out closes the event connection', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    const other = t.as(await t.signIn(ann.email, ann.password), ann);
    const [line, otherLine] = [await ann.listen(), await other.listen()];
    await ann.call('account.logout', {});
    expect(line.closed?.code).toBe(4401);
    expect(otherLine.closed).toBeNull();
    expect((await ann.refused('people.me', {})).code).toBe('auth_failed');
    expect((await other.call('people.me', {})).ID).toBe(ann.id);
  });

  it('are revoked only by their owner, which closes the event connection', async () => {
    const t = await testService();
    const [ann, bo] = (await t.people('Ann', 'Bo')) as [TestPerson, TestPerson];
    const other = t.as(await t.signIn(ann.email, ann.password), ann);
    const line = await other.listen();
    const [{ ID } = { ID: 0 }] = await ann.call('account.tokens', {});
    expect((await bo.refused('account.revokeToken', { token_id: ID })).code).toBe('not_found');
    expect(line.closed).toBeNull();
    await ann.call('account.revokeToken', { token_id: ID });
    expect(line.closed?.code).toBe(4401);
    expect(await other.refused('people.me', {})).toMatchObject({
      code: 'auth_failed',
      message: expect.stringContaining('revoked'),
    });
    expect((await refusal(t.service.call(from('127.0.0.1'), 'people.me', {}))).message).toBe(
      'Sign in to do this.',
    );
    expect((await ann.refused('account.revokeToken', { token_id: ID })).code).toBe('not_found');
  });

  it.each([NaN, 1e400, -1, 0, 1.5, '1e3', 2 ** 53, {}, true])(
    'rejects the identifier %j',
    async (token_id) => {
      const t = await testService();
      const ann = await t.person('Ann');
      const refused = await ann.refused('account.revokeToken', { token_id });
      expect(refused).toMatchObject({ code: 'validation_error', fields: { token_id: expect.any(String) } });
    },
  );

  it('stay valid when the clock is set back', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    t.clock.advance(-30 * DAY);
    expect((await ann.call('people.me', {})).ID).toBe(ann.id);
    const later = await ann.call('account.createToken', { name: 'bot' });
    const [newest] = await ann.call('account.tokens', {});
    expect(newest?.ID).toBe(later.ID);
  });
});

describe('password reset', () => {
  it('by emailed code ends all sessions, tokens and other codes', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    await ann.call('account.createToken', { name: 'bot' });
    const line = await ann.listen();
    await t.open('account.reset', { email: ann.email });
    const code = await mailedCode(t.service, ann.email);
    expect(code).toMatch(/^\d{8}$/);
    await t.open('account.resetConfirm', { code, password: 'another password' });
    expect(line.closed?.code).toBe(4401);
    expect((await ann.refused('people.me', {})).code).toBe('auth_failed');
    expect((await refusal(t.signIn(ann.email, ann.password))).code).toBe('auth_failed');
    const anew = t.as(await t.signIn(ann.email, 'another password'), ann);
    expect(await anew.call('account.tokens', {})).toHaveLength(1);
    const again = await t.refusedOpen('account.resetConfirm', { code, password: 'a third password' });
    expect(again.code).toBe('not_found');
  });

  it('answers unknown addresses alike and sends them nothing', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    const known = await t.open('account.reset', { email: ann.email });
    const unknown = await t.open('account.reset', { email: 'nobody@example.org' });
    expect(unknown).toEqual(known);
    expect((await ann.call('admin.mail', {})).map((letter) => letter.To)).toEqual([ann.email]);
  });

  it('keeps one valid code at a time, for ten minutes', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    await t.open('account.reset', { email: ann.email });
    const first = await mailedCode(t.service, ann.email);
    await t.open('account.reset', { email: ann.email });
    const second = await mailedCode(t.service, ann.email);
    const confirm = (code: string) =>
      t.refusedOpen('account.resetConfirm', { code, password: 'another password' });
    expect((await confirm(first)).code).toBe('not_found');
    t.clock.advance(600);
    expect((await confirm(second)).code).toBe('gone');
    expect((await ann.call('people.me', {})).ID).toBe(ann.id);
  });

  it('rejects registration codes and short passwords', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    await t.open('account.register', { name: 'Bo', email: 'bo@example.org', password: 'correct horse' });
    const code = await mailedCode(t.service, 'bo@example.org');
    const foreign = await t.refusedOpen('account.resetConfirm', { code, password: 'another password' });
    expect(foreign.code).toBe('not_found');
    await t.open('account.reset', { email: ann.email });
    const mailed = await mailedCode(t.service, ann.email);
    const short = await t.refusedOpen('account.resetConfirm', { code: mailed, password: 'short' });
    expect(short.fields).toHaveProperty('password');
    await t.open('account.resetConfirm', { code: mailed, password: 'another password' });
  });

  it('is limited to ten an hour per address', async () => {
    const t = await testService();
    const ask = () => t.service.call(from('10.0.0.1'), 'account.reset', { email: 'nobody@example.org' });
    for (let n = 0; n < 10; n++) await ask();
    expect((await refusal(ask())).code).toBe('rate_limit_exceeded');
    t.clock.advance(3600);
    expect(await ask()).toEqual({ ok: true });
  });

  it('of the owner is possible on the host itself', async () => {
    const t = await testService();
    expect((await refusal(t.service.resetOwner())).code).toBe('not_found');
    const [ann, bo] = (await t.people('Ann', 'Bo')) as [TestPerson, TestPerson];
    const { Code, Expires } = await t.service.resetOwner();
    expect(Code).toMatch(/^[A-Z2-9]{16}$/);
    expect(Expires).toBe(t.clock.seconds + DAY);
    await t.open('account.resetConfirm', { code: Code, password: 'another password' });
    await t.signIn(ann.email, 'another password');
    expect((await bo.call('people.me', {})).ID).toBe(bo.id);
  });
});

describe('a queued write', () => {
  // Calls that begin together have an order on SQLite only.
  testOnSqlite('is rejected if the session or right is revoked before it runs', async () => {
    const t = await testService();
    const [ann, ben, eve] = await t.people('Ann', 'Ben', 'Eve');
    await ann.call('admin.setRole', { user_id: ben.id, role: 'admin' });
    const [, late] = await Promise.all([
      eve.call('account.logout', {}),
      eve.refused('dialogs.create', { name: 'Yard', type: 'group' }),
    ]);
    expect(late.code).toBe('auth_failed');
    const [, invite] = await Promise.all([
      ann.call('admin.setRole', { user_id: ben.id, role: 'member' }),
      ben.refused('admin.createInvite', {}),
    ]);
    expect(invite.code).toBe('access_denied');
    const [, banned] = await Promise.all([
      ann.call('admin.ban', { user_id: ben.id, reason: 'spam' }),
      ben.refused('account.updateProfile', { name: 'Nobody' }),
    ]);
    expect(banned.code).toBe('auth_failed');
  });
});
