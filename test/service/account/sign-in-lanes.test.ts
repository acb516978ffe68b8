import { describe, expect, test } from 'vitest';
import type { Session } from '../../../electron/service';
import { refusal, testService, type TestPerson, type TestService } from '../../support/service';

const DAY = 86_400;

function signIn(
  t: TestService,
  address: string,
  { email, password }: Pick<TestPerson, 'email' | 'password'>,
) {
  return t.service.call(from(address), 'account.login', { email, password });
}

function from(address: string, token: string | null = null): Session {
  return { token, address, userAgent: 'test' };
}

/** Strangers name wrong passwords until the account makes the next of them wait. */
async function delay(t: TestService, email: string): Promise<void> {
  for (let n = 0; n < 6; n++)
    await refusal(signIn(t, `198.51.${n}.1`, { email, password: 'a wrong password' }));
}

describe('an account slowed down by wrong passwords', () => {
  test('accepts the right password from an address with an earlier session', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    const { token } = await signIn(t, '203.0.113.7', ann);
    await t.service.call(from('203.0.113.7', token), 'account.logout', {});
    await delay(t, ann.email);
    expect((await refusal(signIn(t, '203.0.113.8', ann))).code).toBe('rate_limit_exceeded');
    expect((await signIn(t, '203.0.113.7', ann)).ok).toBe(true);
  });

  test('remembers IPv6 addresses by /64 for 180 days', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    await signIn(t, '2001:db8:1:2:3::9', ann);
    t.clock.advance(180 * DAY - 1);
    await delay(t, ann.email);
    expect((await refusal(signIn(t, '2001:db8:1:3::9', ann))).code).toBe('rate_limit_exceeded');
    expect((await signIn(t, '2001:db8:1:2:4::7', ann)).ok).toBe(true);
    t.clock.advance(180 * DAY);
    await delay(t, ann.email);
    expect((await refusal(signIn(t, '2001:db8:1:2:4::7', ann))).code).toBe('rate_limit_exceeded');
  });

  test('counts wrong passwords of a known address separately', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    for (const address of ['203.0.113.7', '203.0.113.8']) await signIn(t, address, ann);
    const wrong = { email: ann.email, password: 'a wrong password' };
    for (let n = 0; n < 6; n++) await refusal(signIn(t, '203.0.113.7', wrong));
    expect((await refusal(signIn(t, '203.0.113.7', ann))).code).toBe('rate_limit_exceeded');
    expect((await signIn(t, '203.0.113.8', ann)).ok).toBe(true);
  });

  test('offers a captcha, and accepts the right password with a solved one', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    await delay(t, ann.email);
    const refused = await refusal(signIn(t, '203.0.113.7', ann));
    expect(refused).toMatchObject({ code: 'rate_limit_exceeded', fields: { captcha: expect.any(String) } });
    const { email, password } = ann;
    const withCaptcha = (captcha: string, tried = password) =>
      t.service.call(from('203.0.113.7'), 'account.login', { email, password: tried, captcha });
    expect((await refusal(withCaptcha('bm90aGluZw=='))).fields).toHaveProperty('captcha');
    const captcha = await t.captcha();
    expect((await refusal(withCaptcha(captcha, 'a wrong password'))).code).toBe('auth_failed');
    expect((await refusal(withCaptcha(captcha))).fields).toHaveProperty('captcha');
    expect((await withCaptcha(await t.captcha())).ok).toBe(true);
  });

  test('looks the same as an account that does not exist', async () => {
    const t = await testService();
    await t.person('Ann');
    const nobody = { email: 'nobody@example.org', password: 'whatever it is' };
    await delay(t, nobody.email);
    const refused = await refusal(signIn(t, '203.0.113.7', nobody));
    expect(refused).toMatchObject({ code: 'rate_limit_exceeded', fields: { captcha: expect.any(String) } });
  });
});

test('a password reset clears the known addresses', async () => {
  const t = await testService();
  const ann = await t.person('Ann');
  await signIn(t, '203.0.113.7', ann);
  const password = 'another password';
  await t.open('account.resetConfirm', { code: (await t.service.resetOwner()).Code, password });
  await delay(t, ann.email);
  expect((await refusal(signIn(t, '203.0.113.7', { ...ann, password }))).code).toBe('rate_limit_exceeded');
});

test('concurrent sign-ins from one /64 count as one address', async () => {
  const t = await testService();
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, async (_, n) => {
      const email = `p${n}@example.org`;
      return (await refusal(signIn(t, `2001:db8:1:2::${n + 1}`, { email, password: 'wrong' }))).code;
    }),
  );
  expect(outcomes.filter((code) => code === 'auth_failed').length).toBeLessThanOrEqual(10);
  expect(outcomes).toContain('rate_limit_exceeded');
});
