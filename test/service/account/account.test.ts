import { describe, expect, it } from 'vitest';
import { serverUrl } from '../../support/databases/databases';
import type { Session } from '../../../electron/service';
import { mailedCode, refusal, testService, type TestService } from '../../support/service';

const PASSWORD = 'correct horse battery';

/** A caller without a token from somewhere on the network. */
function from(address: string, client = 'test'): Session {
  return { token: null, address, userAgent: client };
}

async function registered(t: TestService, email: string, invite?: string): Promise<void> {
  await t.open('account.register', { name: 'Bo', email, password: PASSWORD, ...(invite && { invite }) });
}

async function confirmed(t: TestService, code: string, email?: string): Promise<void> {
  await t.open('account.confirm', { code, captcha: await t.captcha(), ...(email && { email }) });
}

async function wrongConfirmation(t: TestService, code: string) {
  return t.refusedOpen('account.confirm', { code, captcha: await t.captcha() });
}

describe('the first account', () => {
  it('needs the setup code, becomes the owner and uses the code up', async () => {
    const t = await testService();
    const code = (await t.service.setupCode()) ?? '';
    expect(code).toMatch(/^[A-Z0-9]{16}$/);
    const owner = await t.person('Ann');
    expect((await owner.call('people.me', {})).Role).toBe('owner');
    expect(await t.service.setupCode()).toBeNull();
    expect((await wrongConfirmation(t, code)).code).toBe('not_found');
    const second = await t.refusedOpen('account.register', {
      name: 'Bo',
      email: 'bo@example.org',
      password: PASSWORD,
      invite: code,
    });
    expect(second.code).toBe('not_found');
  });

  it('accepts the setup code in any case and spacing', async () => {
    const t = await testService();
    const code = (await t.service.setupCode()) ?? '';
    const typed = ` ${code.toLowerCase().replace(/(.{4})/g, '$1-')}`;
    await registered(t, 'ann@example.org', typed);
    await confirmed(t, typed);
    expect(await t.service.setupCode()).toBeNull();
  });

  it('cannot be created without the setup code', async () => {
    const t = await testService();
    const stranger = { name: 'Eve', email: 'eve@example.org', password: PASSWORD };
    expect(await t.refusedOpen('account.register', stranger)).toMatchObject({
      code: 'access_denied',
      message: 'This community has no owner yet. Enter the setup code to create the first account.',
      fields: { invite: 'is required' },
    });
    const wrong = await t.refusedOpen('account.register', { ...stranger, invite: 'NOSUCHCODE' });
    expect(wrong.code).toBe('not_found');
    const ann = await t.person('Ann');
    expect((await ann.call('people.me', {})).Role).toBe('owner');
  });

  it('cannot come from a registration or invitation made before the owner left', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    const { Code: invitation } = await ann.call('admin.createInvite', {});
    await registered(t, 'bo@example.org');
    const mailed = await mailedCode(t.service, 'bo@example.org');
    await registered(t, 'cy@example.org', invitation);
    await ann.call('account.remove', { password: ann.password });
    for (const code of [mailed, invitation]) {
      expect(await wrongConfirmation(t, code)).toMatchObject({ code: 'access_denied' });
    }
    const late = { name: 'Di', email: 'di@example.org', password: PASSWORD, invite: invitation };
    expect((await t.refusedOpen('account.register', late)).code).toBe('access_denied');
    const owner = await t.person('Bo');
    expect((await owner.call('people.me', {})).Role).toBe('owner');
  });

  it('makes every later account an ordinary member', async () => {
    const t = await testService();
    const [, bo] = await t.people('Ann', 'Bo');
    expect((await bo?.call('people.me', {}))?.Role).toBe('member');
  });
});

describe('registration', () => {
  it('emails an eight-digit code that confirms the account', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    await registered(t, 'bo@example.org');
    const code = await mailedCode(t.service, 'bo@example.org');
    expect(code).toMatch(/^\d{8}$/);
    const early = await refusal(t.signIn('bo@example.org', PASSWORD));
    expect(early.code).toBe('auth_failed');
    await confirmed(t, code);
    const bo = await t.service.call(await t.signIn('bo@example.org', PASSWORD), 'people.me', {});
    expect(bo).toMatchObject({
      Name: 'Bo',
      Email: 'bo@example.org',
      Role: 'member',
      RegisterDate: t.clock.seconds,
    });
    expect((await ann.call('admin.people', { query: 'bo' })).map((person) => person.ID)).toEqual([bo.ID]);
  });

  it('emits an event about the new person', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    const line = await ann.listen();
    const bo = await t.person('Bo');
    const events = await line.take();
    expect(events).toContainEqual(
      expect.objectContaining({ Type: 'profile', User: expect.objectContaining({ ID: bo.id }) }),
    );
    expect(events).toContainEqual(
      expect.objectContaining({ Type: 'community', Community: expect.objectContaining({ Members: 2 }) }),
    );
  });

  it('expires its code after ten minutes', async () => {
    const t = await testService();
    await t.person('Ann');
    await registered(t, 'bo@example.org');
    const code = await mailedCode(t.service, 'bo@example.org');
    t.clock.advance(600);
    expect((await wrongConfirmation(t, code)).code).toBe('gone');
  });

  it('accepts a code only once', async () => {
    const t = await testService();
    await t.person('Ann');
    await registered(t, 'bo@example.org');
    const code = await mailedCode(t.service, 'bo@example.org');
    await confirmed(t, code);
    expect((await wrongConfirmation(t, code)).code).toBe('not_found');
  });

  it('rejects unknown and empty codes', async () => {
    const t = await testService();
    await t.person('Ann');
    await registered(t, 'bo@example.org');
    expect((await wrongConfirmation(t, '00000000')).code).toBe('not_found');
    for (const empty of ['', ' ', '-']) {
      expect((await wrongConfirmation(t, empty)).fields).toHaveProperty('code');
    }
  });

  it('gives each registration of an address its own code', async () => {
    const t = await testService();
    await t.person('Ann');
    await registered(t, 'bo@example.org');
    const first = await mailedCode(t.service, 'bo@example.org');
    const thief = { name: 'Bob', email: 'BO@example.org', password: 'chosen by a thief' };
    await t.open('account.register', thief);
    const second = await mailedCode(t.service, 'bo@example.org');
    await confirmed(t, first);
    const me = await t.service.call(await t.signIn('bo@example.org', PASSWORD), 'people.me', {});
    expect(me.Name).toBe('Bo');
    expect((await wrongConfirmation(t, second)).code).toBe('not_found');
  });

  it('keeps at most ten pending registrations per address', async () => {
    const t = await testService();
    await t.person('Ann');
    for (let n = 0; n < 10; n++) await registered(t, 'bo@example.org');
    const more = { name: 'Bo', email: 'bo@example.org', password: PASSWORD };
    const refused = await t.refusedOpen('account.register', more);
    expect(refused).toMatchObject({ code: 'rate_limit_exceeded', retryAfter: 600 });
    t.clock.advance(600);
    await registered(t, 'bo@example.org');
  });

  it('by invitation needs the password of that registration to confirm', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    const { Code: invite } = await ann.call('admin.createInvite', {});
    const register = (address: string, password: string) =>
      t.service.call(from(address), 'account.register', {
        name: 'Bo',
        email: 'bo@example.org',
        password,
        invite,
      });
    await register('203.0.113.7', 'mistyped password');
    await register('203.0.113.7', PASSWORD);
    await register('198.51.100.1', 'chosen by a thief');
    const captcha = await t.captcha();
    const confirmation = { code: invite, captcha, email: 'bo@example.org' };
    await t.service.call(from('203.0.113.7'), 'account.confirm', confirmation);
    await t.signIn('bo@example.org', PASSWORD);
  });

  it('refuses an address already in use', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    const taken = await t.refusedOpen('account.register', {
      name: 'Bo',
      email: ann.email.toUpperCase(),
      password: PASSWORD,
    });
    expect(taken).toMatchObject({ code: 'conflict', fields: { email: 'is already in use' } });
  });

  it('creates one account from fifty identical requests', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    await registered(t, 'bo@example.org');
    const input = { code: await mailedCode(t.service, 'bo@example.org'), captcha: await t.captcha() };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => t.open('account.confirm', input, 'one-confirmation')),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set(['{"ok":true}']));
    expect(await t.open('account.confirm', input, 'one-confirmation')).toEqual({ ok: true });
    expect(await ann.call('admin.people', {})).toHaveLength(2);
  });

  it.each([
    ['a name of spaces only', { name: '   ' }, 'name'],
    ['a name that cannot be seen', { name: '\u200b\u2060' }, 'name'],
    ['control characters', { name: 'Bo\u0007' }, 'name'],
    ['a bidirectional override', { name: 'Bo\u202eylno' }, 'name'],
    ['a lone surrogate', { name: 'Bo\ud800' }, 'name'],
    ['U+0000', { name: 'Bo\0' }, 'name'],
    ['a name of 101 characters', { name: '😀'.repeat(101) }, 'name'],
    ['a surname with an override', { surname: '\u2066Bo' }, 'surname'],
    ['no name', { name: undefined }, 'name'],
    ['a number for a name', { name: 5 }, 'name'],
    ['an address without a host', { email: 'bo@' }, 'email'],
    ['a line break in an address', { email: 'bo@example.org\r\nBcc: all@example.org' }, 'email'],
    ['an address that is too long', { email: `${'b'.repeat(250)}@example.org` }, 'email'],
    ['a short password', { password: 'seven77' }, 'password'],
    ['an endless password', { password: 'p'.repeat(257) }, 'password'],
    ['a password with U+0000', { password: 'password\0password' }, 'password'],
  ])('rejects %s and stores nothing', async (_, wrong, field) => {
    const t = await testService();
    const ann = await t.person('Ann');
    const good = { name: 'Bo', email: 'bo@example.org', password: PASSWORD };
    const refused = await t.refusedOpen('account.register', { ...good, ...wrong });
    expect(refused.code).toBe('validation_error');
    expect(Object.keys(refused.fields ?? {})).toEqual([field]);
    expect(await ann.call('admin.mail', {})).toEqual([]);
  });

  it('accepts a 100-character name in any script', async () => {
    const t = await testService();
    await t.person('Ann');
    const name = '😀'.repeat(100);
    await t.open('account.register', { name, email: 'bo@example.org', password: PASSWORD });
    await confirmed(t, await mailedCode(t.service, 'bo@example.org'));
    const me = await t.service.call(await t.signIn('bo@example.org', PASSWORD), 'people.me', {});
    expect(me.Name).toBe(name);
  });

  it('limits an address to thirty an hour, but not the desktop window', async () => {
    const t = await testService();
    await t.person('Ann');
    const attempt = (address: string, n: number) =>
      t.service.call(from(address), 'account.register', {
        name: 'Bo',
        email: `bo${n}@example.org`,
        password: PASSWORD,
        invite: 'UNKNOWN',
      });
    const outcomes = await Promise.all(
      Array.from({ length: 31 }, async (_, n) => (await refusal(attempt('10.0.0.9', n))).code),
    );
    expect(outcomes.filter((code) => code === 'not_found')).toHaveLength(30);
    const last = await refusal(attempt('10.0.0.9', 31));
    expect(last.code).toBe('rate_limit_exceeded');
    expect(last.retryAfter).toBeGreaterThan(0);
    expect((await refusal(attempt('', 32))).code).toBe('not_found');
    t.clock.advance(3600);
    expect((await refusal(attempt('10.0.0.9', 33))).code).toBe('not_found');
  });

  it.each([
    ['this machine', () => '127.0.0.1'],
    ['this machine by IPv6', () => '::1'],
    ['one /64 of IPv6', (n: number) => `2001:db8:1:2:${n}::1`],
    ['an IPv4 address that is mapped into IPv6', () => '::ffff:203.0.113.9'],
  ])('counts %s as one address', async (_about, addressOf) => {
    const t = await testService();
    await t.person('Ann');
    const attempt = (n: number) => {
      const input = { name: 'Bo', email: `bo${n}@example.org`, password: PASSWORD, invite: 'UNKNOWN' };
      return refusal(t.service.call(from(addressOf(n)), 'account.register', input));
    };
    for (let n = 0; n < 30; n++) expect((await attempt(n)).code).toBe('not_found');
    expect((await attempt(30)).code).toBe('rate_limit_exceeded');
  });

  it('counts two IPv6 /64 networks as two addresses', async () => {
    const t = await testService();
    await t.person('Ann');
    const attempt = (n: number) => {
      const input = { name: 'Bo', email: `bo${n}@example.org`, password: PASSWORD, invite: 'UNKNOWN' };
      return refusal(t.service.call(from(`2001:db8:1:${n}::1`), 'account.register', input));
    };
    for (let n = 0; n < 31; n++) expect((await attempt(n)).code).toBe('not_found');
  });
});

describe('registration settings', () => {
  it('require an invitation when set to invitation only', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    await ann.call('community.update', { registration: 'invite' });
    const plain = { name: 'Bo', email: 'bo@example.org', password: PASSWORD };
    expect((await t.refusedOpen('account.register', plain)).code).toBe('access_denied');
    expect((await t.refusedOpen('account.register', { ...plain, invite: '' })).code).toBe('access_denied');
    const unknown = await t.refusedOpen('account.register', { ...plain, invite: 'NOSUCHCODE' });
    expect(unknown).toMatchObject({ code: 'not_found', fields: { invite: 'does not exist' } });
    const { Code } = await ann.call('admin.createInvite', {});
    await registered(t, 'bo@example.org', Code);
    expect(await ann.call('admin.mail', {})).toEqual([]);
    await confirmed(t, Code);
    expect((await ann.call('admin.invites', {}))[0]).toMatchObject({ Code, Uses: 1 });
  });

  it('admit no one when closed, even with an invitation', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    const { Code } = await ann.call('admin.createInvite', {});
    await ann.call('community.update', { registration: 'closed' });
    const plain = { name: 'Bo', email: 'bo@example.org', password: PASSWORD };
    expect((await t.refusedOpen('account.register', plain)).code).toBe('access_denied');
    expect((await t.refusedOpen('account.register', { ...plain, invite: Code })).code).toBe('access_denied');
  });

  it('count uses of an invitation up to its limit', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    const { Code } = await ann.call('admin.createInvite', { maxUses: 1 });
    await registered(t, 'bo@example.org', Code);
    await registered(t, 'cy@example.org', Code);
    await confirmed(t, Code, 'bo@example.org');
    const late = await t.refusedOpen('account.confirm', { code: Code, captcha: await t.captcha() });
    expect(late.code).toBe('gone');
    const later = await t.refusedOpen('account.register', {
      name: 'Di',
      email: 'di@example.org',
      password: PASSWORD,
      invite: Code,
    });
    expect(later.code).toBe('gone');
    await t.signIn('bo@example.org', PASSWORD);
    expect((await refusal(t.signIn('cy@example.org', PASSWORD))).code).toBe('auth_failed');
  });

  it('never admit more than an invitation allows under concurrent requests', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    const { Code } = await ann.call('admin.createInvite', { maxUses: 3 });
    const emails = Array.from({ length: 8 }, (_, n) => `p${n}@example.org`);
    await Promise.all(emails.map((email) => registered(t, email, Code)));
    const outcomes = await Promise.allSettled(emails.map((email) => confirmed(t, Code, email)));
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(3);
    expect(await ann.call('admin.people', {})).toHaveLength(4);
  });

  it('confirm the newest registration of an invitation unless one is named', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    const { Code } = await ann.call('admin.createInvite', {});
    for (const email of ['bo@example.org', 'cy@example.org', 'di@example.org'])
      await registered(t, email, Code);
    await confirmed(t, Code, 'bo@example.org');
    await t.signIn('bo@example.org', PASSWORD);
    await confirmed(t, Code);
    await t.signIn('di@example.org', PASSWORD);
    expect((await refusal(t.signIn('cy@example.org', PASSWORD))).code).toBe('auth_failed');
    const other = await t.refusedOpen('account.confirm', {
      code: Code,
      email: 'nobody@example.org',
      captcha: await t.captcha(),
    });
    expect(other.code).toBe('not_found');
  });

  it('refuse pending registrations once their invitation is revoked or expired', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    const { Code } = await ann.call('admin.createInvite', { expires: t.clock.seconds + 60 });
    await registered(t, 'bo@example.org', Code);
    t.clock.advance(60);
    expect((await wrongConfirmation(t, Code)).code).toBe('gone');
    const { Code: other } = await ann.call('admin.createInvite', {});
    await registered(t, 'bo@example.org', other);
    await ann.call('admin.revokeInvite', { code: other });
    expect((await wrongConfirmation(t, other)).code).toBe('not_found');
  });
});

describe('the captcha', () => {
  it('is required, and a solution is valid once, for a short time, on this host', async () => {
    const t = await testService();
    await t.person('Ann');
    await registered(t, 'bo@example.org');
    const code = await mailedCode(t.service, 'bo@example.org');
    const solved = await t.captcha();
    const content = JSON.parse(Buffer.from(solved, 'base64').toString()) as {
      challenge: { parameters: { data: { expires: number } }; signature: string };
      solution: { counter: number; derivedKey: string };
    };
    const packed = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
    const { challenge, solution } = content;
    const unsolved = { ...solution, derivedKey: solution.derivedKey.replace(/^00/, '01') };
    const later = { ...challenge.parameters, data: { expires: challenge.parameters.data.expires + 1 } };
    const foreign = await testService();
    const wrong = [
      undefined,
      '',
      'not base64 of JSON',
      packed(null),
      packed({ challenge }),
      packed({ challenge, solution: unsolved }),
      packed({ challenge, solution: { ...solution, counter: solution.counter + 1 } }),
      packed({ challenge: { ...challenge, parameters: later }, solution }),
      packed({ challenge: { ...challenge, signature: '0'.repeat(64) }, solution }),
      // On PostgreSQL it is a copy of the same community.
      ...(serverUrl === undefined ? [await foreign.captcha()] : []),
    ];
    for (const captcha of wrong) {
      const refused = await t.refusedOpen('account.confirm', { code, captcha });
      expect(refused.code).toBe('validation_error');
      expect(refused.fields).toHaveProperty('captcha');
    }
    expect((await t.refusedOpen('account.confirm', { code: '12345678', captcha: solved })).code).toBe(
      'not_found',
    );
    const again = await t.refusedOpen('account.confirm', { code, captcha: solved });
    expect(again).toMatchObject({ code: 'validation_error', fields: { captcha: expect.any(String) } });
    const old = await t.captcha();
    t.clock.advance(600);
    const expired = await t.refusedOpen('account.confirm', { code, captcha: old });
    expect(expired.fields).toHaveProperty('captcha');
  });

  it('is also read from h_captcha_response', async () => {
    const t = await testService();
    await t.person('Ann');
    await registered(t, 'bo@example.org');
    const code = await mailedCode(t.service, 'bo@example.org');
    await t.open('account.confirm', { code, h_captcha_response: await t.captcha() });
    await t.signIn('bo@example.org', PASSWORD);
  });

  it('has the difficulty that the settings ask for', async () => {
    const t = await testService();
    const challenge = await t.open('account.captcha', {});
    expect(challenge.parameters).toMatchObject({ algorithm: 'PBKDF2/SHA-256', cost: 1 });
    expect(challenge.signature).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('confirmation', () => {
  it('is limited to thirty attempts an hour per address', async () => {
    const t = await testService();
    await t.person('Ann');
    const attempt = () => t.service.call(from('10.0.0.9'), 'account.confirm', { code: '12345678' });
    for (let n = 0; n < 30; n++) expect((await refusal(attempt())).code).toBe('validation_error');
    expect((await refusal(attempt())).code).toBe('rate_limit_exceeded');
  });
});
