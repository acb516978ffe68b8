import { describe, expect, it } from 'vitest';
import { testService, type TestPerson, type TestService } from '../support/service';

describe('the group of everyone', () => {
  it('is joined by everyone who registers', async () => {
    const { t, ann, commons } = await withCommons();
    const line = await ann.listen();
    const bo = await t.person('Bo');
    expect(await bo.call('dialogs.list', {})).toMatchObject([
      { ID: commons, Name: 'Commons', Type: 'group' },
    ]);
    expect(await ann.call('dialogs.members', { dialog_id: commons })).toHaveLength(2);
    expect(await line.take()).toContainEqual(
      expect.objectContaining({ Type: 'member', Dialog: commons, Role: 'member', Members: 2 }),
    );
    const [joined] = await ann.call('dialogs.messages', { dialog_id: commons });
    expect(joined).toMatchObject({ Type: 'join', Author: { ID: bo.id } });
    await bo.call('dialogs.send', { dialog_id: commons, text: 'Hello everyone' });
  });

  it('is offered to those who were here before, and forced on nobody', async () => {
    const t = await testService();
    const [ann, bo] = await t.people('Ann', 'Bo');
    expect(await bo.call('community.introduction', {})).toMatchObject({ Commons: null });
    const { ID } = await ann.call('dialogs.createCommons', { name: 'Commons' });
    expect(await bo.call('dialogs.list', {})).toEqual([]);
    const commons = { ID, Name: 'Commons', Members: 1, Joined: false };
    expect(await bo.call('community.introduction', {})).toMatchObject({ Commons: commons });
    await bo.call('dialogs.join', { dialog_id: ID, user_id: '@me' });
    expect(await bo.call('community.introduction', {})).toMatchObject({
      Commons: { ...commons, Members: 2, Joined: true },
    });
  });

  it('may be renamed and removed; then a new one may begin', async () => {
    const { t, ann, commons } = await withCommons();
    expect((await ann.refused('dialogs.createCommons', { name: 'Another' })).code).toBe('conflict');
    await ann.call('dialogs.update', { dialog_id: commons, name: 'The yard' });
    expect(await ann.call('community.introduction', {})).toMatchObject({ Commons: { Name: 'The yard' } });
    await ann.call('dialogs.remove', { dialog_id: commons });
    expect(await t.open('community.get', {})).toMatchObject({ Commons: 0 });
    expect(await ann.call('community.introduction', {})).toMatchObject({ Commons: null });
    const bo = await t.person('Bo');
    expect(await bo.call('dialogs.list', {})).toEqual([]);
    const { ID } = await ann.call('dialogs.createCommons', { name: 'Again' });
    expect(await t.open('community.get', {})).toMatchObject({ Commons: ID });
  });

  it('is not joined again by someone who left it', async () => {
    const { t, commons } = await withCommons();
    const bo = await t.person('Bo');
    await bo.call('dialogs.leave', { dialog_id: commons, user_id: '@me' });
    await t.person('Cy');
    expect(await bo.call('dialogs.list', {})).toEqual([]);
  });
});

describe('the inviter of a newcomer', () => {
  it('is the person whose invitation they registered with', async () => {
    const t = await testService();
    const [ann, bo] = await t.people('Ann', 'Bo');
    await ann.call('admin.setRole', { user_id: bo.id, role: 'admin' });
    const cy = await invited(t, bo, 'Cy');
    expect(await cy.call('community.introduction', {})).toMatchObject({ Inviter: { ID: bo.id, Name: 'Bo' } });
    expect(await bo.call('community.introduction', {})).toMatchObject({ Inviter: null });
  });

  it('is no longer shown once the two have a chat', async () => {
    const t = await testService();
    const [ann] = await t.people('Ann');
    const cy = await invited(t, ann, 'Cy');
    await cy.call('dialogs.createPrivate', { user_id: ann.id });
    expect(await cy.call('community.introduction', {})).toMatchObject({ Inviter: null });
  });

  it('is not shown once they are banned, removed or blocked', async () => {
    const t = await testService();
    const [ann, bo] = await t.people('Ann', 'Bo');
    await ann.call('admin.setRole', { user_id: bo.id, role: 'admin' });
    const cy = await invited(t, bo, 'Cy');
    const inviter = async () => (await cy.call('community.introduction', {})).Inviter?.ID;
    await bo.call('people.block', { user: String(cy.id) });
    expect(await inviter()).toBeUndefined();
    await bo.call('people.unblock', { user: String(cy.id) });
    expect(await inviter()).toBe(bo.id);
    await ann.call('admin.ban', { user_id: bo.id, reason: 'spam' });
    expect(await inviter()).toBeUndefined();
  });

  it('is nobody who could be learnt from other records', async () => {
    const t = await testService();
    const [ann] = await t.people('Ann');
    const cy = await invited(t, ann, 'Cy');
    const record = JSON.stringify([
      await ann.call('people.get', { user: String(cy.id) }),
      await cy.call('people.me', {}),
    ]);
    expect(record).not.toMatch(/invite/i);
  });
});

describe('the welcome post', () => {
  it('is a post of the owner that everyone is shown until it is removed', async () => {
    const t = await testService();
    const [ann, bo] = await t.people('Ann', 'Bo');
    const post = await ann.call('posts.create', { user: '@me', content: 'Welcome to our yard' });
    await ann.call('community.update', { welcome: post.ID });
    expect(await t.open('community.get', {})).toMatchObject({ Welcome: post.ID });
    await ann.call('posts.edit', { post_id: post.ID, content: 'Welcome, neighbour' });
    expect(await bo.call('community.introduction', {})).toMatchObject({
      Welcome: { ID: post.ID, Content: 'Welcome, neighbour', Author: { ID: ann.id } },
    });
    await ann.call('posts.remove', { post_id: post.ID });
    expect(await t.open('community.get', {})).toMatchObject({ Welcome: 0 });
    expect(await bo.call('community.introduction', {})).toMatchObject({ Welcome: null });
  });

  it("cannot be somebody else's post, and can be taken away", async () => {
    const t = await testService();
    const [ann, bo] = await t.people('Ann', 'Bo');
    const theirs = await bo.call('posts.create', { user: '@me', content: 'Mine' });
    expect((await ann.refused('community.update', { welcome: theirs.ID })).code).toBe('access_denied');
    expect((await ann.refused('community.update', { welcome: 4711 })).code).toBe('not_found');
    const own = await ann.call('posts.create', { user: '@me', content: 'Welcome' });
    await ann.call('community.update', { welcome: own.ID });
    expect(await ann.call('community.update', { welcome: 0 })).toMatchObject({ Welcome: 0 });
  });
});

describe('the owner', () => {
  it('is notified of newcomers in one notification, if they want it', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    await t.person('Bo');
    expect(await ann.call('people.notifications', {})).toEqual([]);
    await ann.call('community.update', { joinNotices: true });
    const cy = await t.person('Cy');
    const dee = await t.person('Dee');
    expect(await ann.call('people.notifications', {})).toMatchObject([
      { Type: 'person_joined', Count: 2, User: { ID: dee.id }, Item: { ID: dee.id } },
    ]);
    expect(await cy.call('people.notifications', {})).toEqual([]);
    await ann.call('people.readNotifications', {});
    await t.person('Eve');
    await ann.call('community.update', { joinNotices: false });
    await t.person('Finn');
    expect((await ann.call('people.notifications', {})).map(({ Count }) => Count)).toEqual([1, 2]);
  });

  it('and the administrators are named to everyone as those who can invite, the owner first', async () => {
    const t = await testService();
    const [ann, bo, cy, dan] = await t.people('Ann', 'Bo', 'Cy', 'Dan');
    await ann.call('admin.setRole', { user_id: cy.id, role: 'admin' });
    await ann.call('admin.setRole', { user_id: bo.id, role: 'admin' });
    const { Hosts } = await dan.call('community.introduction', {});
    expect(Hosts.map(({ ID }) => ID)).toEqual([ann.id, bo.id, cy.id]);
  });
});

/** A community that begins with the group of everyone. */
async function withCommons() {
  const t = await testService();
  const ann = await t.person('Ann');
  const { ID: commons } = await ann.call('dialogs.createCommons', { name: 'Commons' });
  return { t, ann, commons };
}

/** Registers someone with an invitation of `by`. */
async function invited(t: TestService, by: TestPerson, name: string): Promise<TestPerson> {
  const { Code: invite } = await by.call('admin.createInvite', {});
  const [email, password] = [`${name.toLowerCase()}@example.org`, `${name} has a password`];
  await t.open('account.register', { name, email, password, invite });
  await t.open('account.confirm', { code: invite, email, captcha: await t.captcha() });
  const session = await t.signIn(email, password);
  const person = t.as(session, { id: 0, name, email, password });
  return { ...person, id: (await person.call('people.me', {})).ID };
}
