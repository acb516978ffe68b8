import { describe, expect, test } from 'vitest';
import type { Session } from '../../../electron/service';
import type { Input } from '../../../shared/contract';
import { mailedCode, refusal, testService, type TestService } from '../../support/service';

const PASSWORD = 'correct horse battery';

/** Another address each time, since an address has limits of its own. */
function anywhere(n: number): Session {
  return { token: null, address: `198.51.${n >> 8}.${n & 255}`, userAgent: 'test' };
}

function wrongCode(right: string, n: number): string {
  return String((Number(right) + 1 + n) % 10 ** 8).padStart(8, '0');
}

function resetting(t: TestService, n: number, input: Omit<Input<'account.resetConfirm'>, 'password'>) {
  return t.service.call(anywhere(n), 'account.resetConfirm', { password: 'another password', ...input });
}

async function confirming(t: TestService, n: number, input: Omit<Input<'account.confirm'>, 'captcha'>) {
  return t.service.call(anywhere(n), 'account.confirm', { captcha: await t.captcha(), ...input });
}

describe('a password reset code', () => {
  test('becomes invalid after five wrong attempts, from any address', async () => {
    const t = await testService();
    const { email } = await t.person('Ann');
    await t.open('account.reset', { email });
    const code = await mailedCode(t.service, email);
    for (let n = 0; n < 5; n++) {
      const refused = await refusal(resetting(t, n, { email, code: wrongCode(code, n) }));
      expect(refused.code).toBe('not_found');
    }
    expect(await refusal(resetting(t, 6, { email, code }))).toMatchObject({
      code: 'gone',
      message: 'Too many wrong codes. Request a new code.',
    });
    await t.open('account.reset', { email });
    const other = await mailedCode(t.service, email);
    expect(await resetting(t, 7, { email, code: other })).toEqual({ ok: true });
  });

  test('is limited to five attempts for unknown accounts too', async () => {
    const t = await testService();
    await t.person('Ann');
    const email = 'nobody@example.org';
    const codes: string[] = [];
    for (let n = 0; n < 6; n++) {
      codes.push((await refusal(resetting(t, n, { email, code: wrongCode('0', n) }))).code);
    }
    expect(codes).toEqual([...Array<string>(5).fill('not_found'), 'gone']);
    await t.open('account.reset', { email });
    expect((await refusal(resetting(t, 7, { email, code: '12345678' }))).code).toBe('not_found');
  });

  test('allows no more than five concurrent attempts', async () => {
    const t = await testService();
    const { email } = await t.person('Ann');
    await t.open('account.reset', { email });
    const code = await mailedCode(t.service, email);
    const guesses = Array.from({ length: 40 }, (_, n) =>
      refusal(resetting(t, n, { email, code: wrongCode(code, n) })),
    );
    const outcomes = (await Promise.all(guesses)).map((error) => error.code);
    expect(outcomes.filter((outcome) => outcome === 'not_found')).toHaveLength(5);
  });

  test('only works with the email address it was sent to', async () => {
    const t = await testService();
    const [ann, bo] = await t.people('Ann', 'Bo');
    await t.open('account.reset', { email: ann.email });
    const code = await mailedCode(t.service, ann.email);
    expect((await refusal(resetting(t, 0, { email: bo.email, code }))).code).toBe('not_found');
    expect(await resetting(t, 1, { email: ann.email, code })).toEqual({ ok: true });
  });

  test('requires the email address after fifty wrong codes without one', async () => {
    const t = await testService();
    const { email } = await t.person('Ann');
    await t.open('account.reset', { email });
    const code = await mailedCode(t.service, email);
    for (let n = 0; n < 50; n++) await refusal(resetting(t, n, { code: wrongCode(code, n) }));
    expect((await refusal(resetting(t, 51, { code }))).fields).toHaveProperty('email');
    expect(await resetting(t, 52, { email, code })).toEqual({ ok: true });
  });

  test('issued by an administrator is too long to guess, so attempts are not counted', async () => {
    const t = await testService();
    const { email } = await t.person('Ann');
    const { Code: code } = await t.service.resetOwner();
    for (let n = 0; n < 9; n++) {
      const refused = await refusal(resetting(t, n, { email, code: `${code.slice(0, 15)}0` }));
      expect(refused.code).toBe('not_found');
    }
    expect(await resetting(t, 10, { email, code })).toEqual({ ok: true });
  });
});

describe('a registration code', () => {
  test('becomes invalid after five wrong attempts, from any address', async () => {
    const t = await testService();
    await t.person('Ann');
    const email = 'bo@example.org';
    const register = () => t.open('account.register', { name: 'Bo', email, password: PASSWORD });
    await register();
    const code = await mailedCode(t.service, email);
    for (let n = 0; n < 5; n++) {
      const refused = await refusal(confirming(t, n, { email, code: wrongCode(code, n) }));
      expect(refused.code).toBe('not_found');
    }
    expect((await refusal(confirming(t, 6, { email, code }))).code).toBe('gone');
    await register();
    expect(await confirming(t, 7, { email, code: await mailedCode(t.service, email) })).toEqual({ ok: true });
  });

  test('only works with the email address it was sent to', async () => {
    const t = await testService();
    await t.person('Ann');
    await t.open('account.register', { name: 'Bo', email: 'bo@example.org', password: PASSWORD });
    const code = await mailedCode(t.service, 'bo@example.org');
    expect((await refusal(confirming(t, 0, { email: 'cy@example.org', code }))).code).toBe('not_found');
    expect(await confirming(t, 1, { email: 'bo@example.org', code })).toEqual({ ok: true });
  });
});

test('a code for a new email address becomes invalid after five wrong attempts', async () => {
  const t = await testService();
  const ann = await t.person('Ann');
  const email = 'next@example.org';
  await ann.call('account.changeEmail', { email, password: ann.password });
  const code = await mailedCode(t.service, email);
  for (let n = 0; n < 5; n++) await refusal(confirming(t, n, { email, code: wrongCode(code, n) }));
  expect((await refusal(confirming(t, 6, { email, code }))).code).toBe('gone');
  await ann.call('account.changeEmail', { email, password: ann.password });
  expect(await confirming(t, 7, { email, code: await mailedCode(t.service, email) })).toEqual({ ok: true });
});
