import type { TestPerson, TestService } from '../../../support/service';

export async function accounts(t: TestService, owner: TestPerson): Promise<void> {
  const [name, email, password] = ['New', 'new@example.org', 'New has a password'];
  const code = async (address: string) => {
    const letter = (await owner.call('admin.mail', {})).find((one) => one.To === address);
    const opened = letter && (await owner.call('admin.openLetter', { mail_id: letter.ID }));
    return /Code: (\d+)/.exec(opened?.Text ?? '')?.[1] ?? '';
  };
  const confirm = async (given: string) =>
    t.open('account.confirm', { code: given, captcha: await t.captcha() });
  await t.open('account.register', { name, email, password });
  await confirm(await code(email));
  const { Code: invite } = await owner.call('admin.createInvite', {});
  const invited = { name, email: 'invited@example.org', password, invite };
  await t.open('account.register', invited);
  await t.open('account.register', { ...invited, email: 'other@example.org' });
  await t.open('account.confirm', { code: invite, captcha: await t.captcha(), email: invited.email });
  await confirm(invite);
  await t.open('account.reset', { email });
  await t.open('account.resetConfirm', { code: await code(email), password });

  const session = await t.signIn(email, password);
  const { ID: id } = await t.service.call(session, 'people.me', {});
  const person = t.as(session, { id, name, email, password });
  await person.call('account.changeEmail', { email: 'next@example.org', password });
  await confirm(await code('next@example.org'));
  await person.call('account.changePassword', { old: password, new: 'another password' });
  await person.call('account.createRecoveryCode', { password: 'another password' });
  await person.call('account.recoveryCode', {});
  await person.call('account.updateProfile', { link: 'new.one', about: 'Here' });
  await person.call('account.updatePreferences', { theme: 'dark' });
  await person.call('account.preferences', {});
  const { ID: token_id } = await person.call('account.createToken', { name: 'bot' });
  await person.call('account.tokens', {});
  await person.call('account.revokeToken', { token_id });
  await person.call('account.logout', {});
  const again = await t.signIn('next@example.org', 'another password');
  await t.as(again, { id, name, email, password }).call('account.logoutAll', {});
}

/** The owner goes, which takes a password and an heir. */
export async function removal(t: TestService, { id, email }: TestPerson, admin: TestPerson): Promise<void> {
  const password = 'a password of ours';
  const { Code: code } = await t.service.resetOwner();
  await t.open('account.resetConfirm', { code, password });
  const owner = t.as(await t.signIn(email, password), { id, name: '', email, password });
  await owner.call('admin.setRole', { user_id: admin.id, role: 'member' });
  await owner.refused('account.remove', { password });
  await owner.call('admin.setRole', { user_id: admin.id, role: 'admin' });
  await owner.call('account.changeEmail', { email: 'gone@example.org', password });
  await owner.call('account.remove', { password });
}
