// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import type { Token } from '../../../../shared/contract/records';
import { AppError } from '../../../../shared/errors';
import { Tokens } from '../../../../renderer/settings/account/tokens.svelte';
import { fakeHost, signIn } from '../../../support/hosts/fake-host';

const token = (ID: number, fields: Partial<Token> = {}): Token => ({
  ID,
  Kind: 'session',
  Name: '',
  Client: 'A browser',
  Device: 'A browser',
  User: 1,
  Online: false,
  IP: '',
  Timestamp: 0,
  LastBeen: ID,
  Current: false,
  ...fields,
});

beforeEach(() => signIn());

test('lists the other sessions, most recently used first', async () => {
  fakeHost.answer('account.tokens', () => [token(1, { Current: true }), token(2), token(3)]);
  const tokens = new Tokens();
  await tokens.load();
  expect(tokens.current?.ID).toBe(1);
  expect(tokens.others.map(({ ID }) => ID)).toEqual([3, 2]);
});

test('removes a session from the list if it had already ended', async () => {
  fakeHost.answer('account.tokens', () => [token(1, { Current: true }), token(2)]);
  fakeHost.answer('account.revokeToken', () => {
    throw new AppError('not_found');
  });
  const tokens = new Tokens();
  await tokens.load();
  await tokens.endOthers();
  expect(tokens.others).toEqual([]);
  expect(fakeHost.inputsOf('account.revokeToken')).toEqual([{ token_id: 2 }]);
});

test('keeps a session in the list if the host fails to end it', async () => {
  fakeHost.answer('account.tokens', () => [token(1, { Current: true }), token(2)]);
  fakeHost.answer('account.revokeToken', () => {
    throw new AppError('rate_limit_exceeded');
  });
  const tokens = new Tokens();
  await tokens.load();
  await expect(tokens.endOthers()).rejects.toMatchObject({ code: 'rate_limit_exceeded' });
  expect(tokens.others).toHaveLength(1);
});
