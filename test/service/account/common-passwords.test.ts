import { expect, test } from 'vitest';
import { testService } from '../../support/service';

const COMMON = ['12345678', 'password123', 'PassWord1', 'qwertyuiop', 'iloveyou'];

test('rejects the most common passwords wherever a password is set', async () => {
  const t = await testService();
  const ann = await t.person('Ann');
  const { Code: code } = await t.service.resetOwner();
  for (const password of COMMON) {
    const newcomer = { name: 'Bo', email: 'bo@example.org', password };
    expect((await t.refusedOpen('account.register', newcomer)).fields).toHaveProperty('password');
    expect((await t.refusedOpen('account.resetConfirm', { code, password })).fields).toHaveProperty(
      'password',
    );
    const change = { old: ann.password, new: password };
    expect((await ann.refused('account.changePassword', change)).fields).toHaveProperty('new');
  }
  await ann.call('account.changePassword', { old: ann.password, new: 'lilac by the gate' });
});
