import { beforeEach, expect, test } from 'vitest';
import { testService, type TestPerson, type TestService } from '../../support/service';

let t: TestService;
let ann: TestPerson;

beforeEach(async () => {
  t = await testService();
  [, ann] = await t.people('Olga', 'Ann');
});

const make = async () => (await ann.call('account.createRecoveryCode', { password: ann.password })).Code;
const exists = async () => (await ann.call('account.recoveryCode', {})).Exists;
const recover = (code: string, password = 'a new password') =>
  t.open('account.resetConfirm', { code, password, email: ann.email });

test('a recovery code sets a new password once, years later too, however it is typed', async () => {
  expect(await exists()).toBe(false);
  const code = await make();
  expect(code).toMatch(/^[2-9A-HJ-NP-Z]{16}$/);
  expect(await exists()).toBe(true);
  t.clock.advance(5 * 365 * 86_400);
  await recover(code.toLowerCase().replace(/(.{4})(?=.)/g, '$1-'));
  await t.signIn(ann.email, 'a new password');
  await expect(recover(code)).rejects.toMatchObject({ code: 'not_found' });
  expect((await ann.refused('account.recoveryCode', {})).code).toBe('auth_failed');
});

test('another recovery code replaces the first', async () => {
  const first = await make();
  const second = await make();
  await expect(recover(first)).rejects.toMatchObject({ code: 'not_found' });
  await recover(second);
});

test('a recovery code is only made with the password', async () => {
  const refusal = await ann.refused('account.createRecoveryCode', { password: 'a wrong password' });
  expect([refusal.code, refusal.fields]).toEqual(['auth_failed', { password: 'is wrong' }]);
  expect(await exists()).toBe(false);
});

test('a recovery code outlives changes of the password and other codes, but not the account', async () => {
  const code = await make();
  await ann.call('account.changePassword', { old: ann.password, new: 'another password' });
  await t.open('account.reset', { email: ann.email });
  expect(await exists()).toBe(true);
  await ann.call('account.remove', { password: 'another password' });
  await expect(t.open('account.resetConfirm', { code, password: 'a new password' })).rejects.toMatchObject({
    code: 'not_found',
  });
});

test("a recovery code is of no use for somebody else's account", async () => {
  const code = await make();
  const stolen = t.open('account.resetConfirm', {
    code,
    password: 'a new password',
    email: 'olga@example.org',
  });
  await expect(stolen).rejects.toMatchObject({ code: 'not_found' });
});
