import { describe, expect, test } from 'vitest';
import type { Output } from '../../../shared/contract';
import {
  mailedCode,
  testService,
  type TestOptions,
  type TestPerson,
  type TestService,
} from '../../support/service';
import { temporaryFolder } from '../../support/temporary-folder';

const NEW_PASSWORD = 'a password of the attacker';

describe('local mail', () => {
  test('account recovery by an administrator is visible in the audit log and to the account', async () => {
    const { t, owner, admin, member } = await community();
    const other = t.as(await t.signIn(member.email, member.password), member);
    const line = await other.listen();

    await t.open('account.reset', { email: member.email });
    const letter = await letterTo(admin, member.email);
    expect(letter).toMatchObject({ Masked: true, Subject: expect.any(String) });
    expect(letter.Text).not.toMatch(/\d{8}/);
    const opened = await admin.call('admin.openLetter', { mail_id: letter.ID });
    expect(opened).toMatchObject({ ID: letter.ID, To: member.email, Masked: false });
    const code = /^Code: (\d{8})$/m.exec(opened.Text)?.[1] ?? '';

    expect((await owner.call('admin.acts', {}))[0]).toMatchObject({
      Act: 'read_letter',
      By: { ID: admin.id },
      User: { ID: member.id },
    });
    const told = { Type: 'code_read', User: { ID: admin.id }, Read: false };
    expect(await line.take()).toMatchObject([{ Type: 'notification', Notification: told }]);
    expect(await member.call('people.notifications', {})).toMatchObject([told]);

    await t.open('account.resetConfirm', { code, password: NEW_PASSWORD });
    expect((await member.refused('people.me', {})).code).toBe('auth_failed');
    const back = t.as(await t.signIn(member.email, NEW_PASSWORD), member);
    expect((await back.call('people.me', {})).NewNotifications).toBe(2);
    expect(await back.call('people.notifications', {})).toMatchObject([
      { Type: 'password_reset', User: { ID: admin.id } },
      told,
    ]);
  });

  test('notifies the account when a code is issued and when it is used', async () => {
    const { t, admin, member } = await community();
    const { Code: code } = await admin.call('admin.resetCode', { user_id: member.id });
    expect(await member.call('people.notifications', {})).toMatchObject([
      { Type: 'code_issued', User: { ID: admin.id }, Read: false },
    ]);
    await t.open('account.resetConfirm', { code, password: NEW_PASSWORD });
    const back = t.as(await t.signIn(member.email, NEW_PASSWORD), member);
    const types = (await back.call('people.notifications', {})).map((one) => one.Type);
    expect(types).toEqual(['password_reset', 'code_issued']);
  });

  test('a self-service password reset notifies no one else', async () => {
    const data = temporaryFolder();
    const { t, owner } = await community({ data });
    await t.open('account.reset', { email: owner.email });
    const code = await mailedCode(t.service, owner.email);
    await t.open('account.resetConfirm', { code, password: NEW_PASSWORD });
    const back = t.as(await t.signIn(owner.email, NEW_PASSWORD), owner);
    expect(await back.call('people.notifications', {})).toEqual([]);
  });

  test('an administrator cannot delete the notice by block, ban or account removal', async () => {
    const { t, owner, admin, member } = await community();
    await member.call('people.block', { user: String(admin.id) });
    await t.open('account.reset', { email: member.email });
    await admin.call('admin.openLetter', { mail_id: (await letterTo(admin, member.email)).ID });
    const types = async () => (await member.call('people.notifications', {})).map((one) => one.Type);
    expect(await types()).toEqual(['code_read']);
    await member.call('people.unblock', { user: String(admin.id) });
    await admin.call('people.block', { user: String(member.id) });
    expect(await types()).toEqual(['code_read']);
    await owner.call('admin.setRole', { user_id: admin.id, role: 'member' });
    await admin.call('account.remove', { password: admin.password });
    expect(await types()).toEqual(['code_read']);
  });

  test('lists registration codes, since no account exists to take over yet', async () => {
    const { t, admin } = await community();
    await t.open('account.register', {
      name: 'New',
      email: 'new@example.org',
      password: 'New has a password',
    });
    expect(await letterTo(admin, 'new@example.org')).toMatchObject({
      Masked: false,
      Text: expect.stringMatching(/^Code: \d{8}$/m) as string,
    });
  });

  test('masks codes for a change of address', async () => {
    const { admin, member } = await community();
    await member.call('account.changeEmail', { email: 'next@example.org', password: member.password });
    const letter = await letterTo(admin, 'next@example.org');
    expect(letter.Masked).toBe(true);
    await admin.call('admin.openLetter', { mail_id: letter.ID });
    expect(await member.call('people.notifications', {})).toMatchObject([{ Type: 'code_read' }]);
  });
});

describe('emails to administrators', () => {
  test('are readable only by their recipient and the owner, whatever the address', async () => {
    const { t, owner, admin, deputy } = await community();
    await t.open('account.reset', { email: owner.email });
    await t.open('account.reset', { email: admin.email });
    await admin.call('account.changeEmail', { email: 'next@example.org', password: admin.password });
    const listed = await owner.call('admin.mail', {});
    for (const to of [owner.email, admin.email, 'next@example.org']) {
      const letter = listed.find((one) => one.To === to);
      expect((await deputy.call('admin.mail', {})).map((one) => one.To)).not.toContain(to);
      const refused = await deputy.refused('admin.openLetter', { mail_id: letter?.ID });
      expect([to, refused.code]).toEqual([to, 'not_found']);
    }
    const own = await letterTo(admin, 'next@example.org');
    await admin.call('admin.openLetter', { mail_id: own.ID });
    expect(await admin.call('people.notifications', {})).toEqual([]);
    await owner.call('admin.openLetter', { mail_id: own.ID });
    expect(await admin.call('people.notifications', {})).toMatchObject([{ User: { ID: owner.id } }]);
    expect((await deputy.refused('admin.resetCode', { user_id: admin.id })).code).toBe('access_denied');
    expect((await deputy.refused('admin.resetCode', { user_id: owner.id })).code).toBe('access_denied');
  });

  test('are not readable by members, and deleted ones by no one', async () => {
    const { t, admin, member } = await community();
    await t.open('account.reset', { email: member.email });
    const { ID: mail_id } = await letterTo(admin, member.email);
    expect((await member.refused('admin.openLetter', { mail_id })).code).toBe('access_denied');
    expect((await admin.refused('admin.openLetter', { mail_id: mail_id + 1 })).code).toBe('not_found');
  });
});

async function community(options: TestOptions = {}) {
  const t = await testService(options);
  const [owner, admin, deputy, member] = await t.people('Ann', 'Bo', 'Cy', 'Di');
  for (const { id } of [admin, deputy]) await owner.call('admin.setRole', { user_id: id, role: 'admin' });
  return { t, owner, admin, deputy, member } satisfies Record<string, TestPerson | TestService>;
}

async function letterTo(reader: TestPerson, address: string): Promise<Output<'admin.mail'>[number]> {
  const letter = (await reader.call('admin.mail', {})).find((one) => one.To === address);
  if (!letter) throw new Error(`there is no letter to ${address}`);
  return letter;
}
