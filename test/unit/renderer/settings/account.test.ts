// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import {
  EmailChange,
  PasswordChange,
  AccountDeletion,
} from '../../../../renderer/settings/account/account.svelte';
import { OwnedItems } from '../../../../renderer/settings/account/owned-items.svelte';
import { RecoveryCode } from '../../../../renderer/settings/account/recovery-code.svelte';
import { lastUseOf } from '../../../../renderer/settings/account/tokens.svelte';
import { me, session } from '../../../../renderer/api';
import { Notification, ShopItem, Token, UserModel } from '../../../../shared/contract/records';
import { AppError, type ErrorCode } from '../../../../shared/errors';
import { fakeHost } from '../../../support/hosts/fake-host';
import { recordOf } from '../../record-of';
import { ME, openPage, readOwnPerson, settled } from '../page';

vi.mock('../../../../renderer/api/captcha/captcha', () => ({
  solveCaptcha: () => Promise.resolve('solved'),
}));
beforeEach(openPage);

const refusing = (code: ErrorCode, field?: string) => () => {
  throw new AppError(code, undefined, field ? { fields: { [field]: 'is wrong' } } : {});
};

test('a short new password is rejected without a call, a wrong current one by the host', async () => {
  const password = new PasswordChange();
  password.old = 'not mine at all';
  password.next = 'short';
  expect(await password.change()).toBe(false);
  expect(password.faultAt('new')).toMatch(/at least 8 characters/);
  expect(fakeHost.inputsOf('account.changePassword')).toEqual([]);
  password.next = 'quite another password';
  fakeHost.answer('account.changePassword', refusing('validation_error', 'old'));
  expect(await password.change()).toBe(false);
  expect(password.faultAt('old')).toBe('Wrong password.');
  expect(password.failure).toBeUndefined();
  fakeHost.answer('account.changePassword', refusing('validation_error', 'new'));
  await password.change();
  expect(password.faultAt('new')).not.toMatch(/at least 8 characters/);
});

test('a token that no program has used says so, and sessions say when they were active', () => {
  const now = Math.floor(Date.now() / 1000);
  const made = recordOf(Token, { Kind: 'named', Timestamp: now - 120, LastBeen: now - 120 });
  expect(lastUseOf(made)).toBe('never used');
  expect(lastUseOf({ ...made, LastBeen: now })).toBe('last used just now');
  expect(lastUseOf({ ...made, Kind: 'session' })).toMatch(/^last seen 2 min/);
});

test('a changed password is cleared from the form', async () => {
  const password = new PasswordChange();
  [password.old, password.next] = ['the old password', 'quite another password'];
  fakeHost.answer('account.changePassword', () => ({ ok: true }));
  expect(await password.change()).toBe(true);
  expect([password.old, password.next]).toEqual(['', '']);
});

test('a code from an admin is confirmed without typing the new email again', async () => {
  const email = new EmailChange();
  email.code = 'ABCD2345';
  fakeHost.answer('account.confirm', () => ({ ok: true }));
  fakeHost.answer('people.me', () => recordOf(UserModel, { ID: ME }));
  expect(await email.confirm()).toBe(true);
  expect(fakeHost.inputsOf('account.confirm')).toEqual([{ code: 'ABCD2345', captcha: 'solved' }]);
});

test('a code for a new email is requested only with a valid address and the password', async () => {
  const email = new EmailChange();
  email.email = 'no address';
  await email.ask();
  expect(email.faultAt('email')).toBeDefined();
  expect(fakeHost.inputsOf('account.changeEmail')).toEqual([]);
  email.email = 'ann@example.org';
  fakeHost.answer('account.changeEmail', refusing('validation_error', 'password'));
  await email.ask();
  expect(email.faultAt('password')).toBe('Wrong password.');
  expect(email.step).toBe('ask');
  fakeHost.answer('account.changeEmail', refusing('conflict'));
  await email.ask();
  expect(email.faultAt('email')).toBeDefined();
  expect(email.failure).toBeUndefined();
  fakeHost.answer('account.changeEmail', () => ({ ok: true }));
  await email.ask();
  expect(email.step).toBe('code');
  expect(await email.confirm()).toBe(false);
  expect(email.faultAt('code')).toBeDefined();
});

test('a deleted account is signed out, and stays signed in if deleting fails', async () => {
  await readOwnPerson();
  const deletion = new AccountDeletion();
  fakeHost.answer('account.remove', refusing('validation_error', 'password'));
  expect(await deletion.remove()).toBe(false);
  expect(deletion.fault).toBe('Wrong password.');
  fakeHost.answer('account.remove', refusing('conflict'));
  await deletion.remove();
  expect(deletion.fault).toBeUndefined();
  expect(deletion.failure).toMatch(/owner/);
  expect(session.id).toBe(ME);
  fakeHost.answer('account.remove', () => ({ ok: true }));
  expect(await deletion.remove()).toBe(true);
  expect(session.id).toBe(0);
  expect(session.ending).toBe('signed_out');
});

test.each<[ErrorCode, RegExp]>([
  ['validation_error', /^This code doesn’t exist/],
  ['not_found', /^This code doesn’t exist/],
  ['conflict', /^You’ve already used this code/],
  ['gone', /^This code has expired/],
  ['rate_limit_exceeded', /^Too many/],
])('a promo code that is refused with %s is explained', async (code, text) => {
  const owned = new OwnedItems();
  owned.code = 'winter';
  fakeHost.answer('account.promo', refusing(code));
  expect(await owned.claim()).toBe(false);
  expect(owned.fault).toMatch(text);
  expect(owned.code).toBe('winter');
});

test('a redeemed promo code updates the coins and is cleared, and an empty one is not sent', async () => {
  await readOwnPerson({ Coins: 0 });
  const owned = new OwnedItems();
  expect(await owned.claim()).toBe(false);
  expect(owned.fault).toBeDefined();
  owned.code = 'summer2026';
  fakeHost.answer('account.promo', () => ({ ok: true }));
  fakeHost.answer('people.me', () => recordOf(UserModel, { ID: ME, Coins: 70 }));
  expect(await owned.claim()).toBe(true);
  expect(me.person?.Coins).toBe(70);
  expect(owned.code).toBe('');
  expect(fakeHost.inputsOf('account.promo')).toEqual([{ promo: 'summer2026' }]);
});

test('an arriving gift is added to the received gifts', async () => {
  await readOwnPerson();
  fakeHost.answer('shop.inventory', () => []);
  const owned = new OwnedItems();
  const stop = owned.follow();
  await settled();
  expect(owned.items).toEqual([]);
  fakeHost.answer('shop.inventory', () => [recordOf(ShopItem, { Name: 'Cup of tea' })]);
  fakeHost.send({ Type: 'notification', Notification: recordOf(Notification, { Type: 'gift' }) });
  await settled();
  expect(owned.items).toMatchObject([{ Name: 'Cup of tea' }]);
  stop();
});

test('a recovery code is shown in groups until its window is closed', async () => {
  fakeHost.answer('account.recoveryCode', () => ({ Exists: false }));
  const recovery = new RecoveryCode();
  await recovery.load();
  expect(recovery.exists).toBe(false);
  fakeHost.answer('account.createRecoveryCode', refusing('validation_error', 'password'));
  recovery.password = 'not mine';
  await recovery.make();
  expect([recovery.fault, recovery.failure, recovery.code]).toEqual(['Wrong password.', undefined, '']);
  fakeHost.answer('account.createRecoveryCode', () => ({ Code: 'ABCDEFGHJKLMNPQR' }));
  recovery.password = 'my password';
  await recovery.make();
  expect(fakeHost.inputsOf('account.createRecoveryCode').at(-1)).toEqual({ password: 'my password' });
  expect([recovery.code, recovery.exists, recovery.password]).toEqual(['ABCD-EFGH-JKLM-NPQR', true, '']);
  recovery.close();
  expect([recovery.code, recovery.exists]).toEqual(['', true]);
});
