import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { upload } from '../../support/content';
import { serverUrl } from '../../support/databases/databases';
import { viewOfData } from '../../support/databases/data-folders';
import { fixture } from '../../support/fixtures';
import { refusal, testService, type TestPerson, type TestService } from '../../support/service';
import { temporaryFolder } from '../../support/temporary-folder';

function remove(person: TestPerson, key?: string) {
  return person.call('account.remove', { password: person.password }, key);
}

/** Ann owns the community, Ben is to go, Eve stays. */
async function yard(): Promise<{ t: TestService; ann: TestPerson; ben: TestPerson; eve: TestPerson }> {
  const t = await testService();
  const [ann, ben, eve] = await t.people('Ann', 'Ben', 'Eve');
  return { t, ann, ben, eve };
}

async function befriend(one: TestPerson, other: TestPerson): Promise<void> {
  await one.call('people.subscribe', { user: `u${other.id}` });
  await other.call('people.subscribe', { user: `u${one.id}` });
}

describe('account removal', () => {
  it('ends all sessions at once and frees the address and tag', async () => {
    const { t, ann, ben } = await yard();
    await ben.call('account.updateProfile', { link: 'ben.the.first' });
    const { Token: value } = await ben.call('account.createToken', { name: 'bot' });
    const bot = t.as({ ...ben.session, token: value ?? '' }, ben);
    const [line, botLine] = [await ben.listen(), await bot.listen()];
    const { Code } = await ann.call('admin.resetCode', { user_id: ben.id });
    await remove(ben);
    expect([line.closed?.code, botLine.closed?.code]).toEqual([4401, 4401]);
    for (const session of [ben, bot])
      expect((await session.refused('people.me', {})).code).toBe('auth_failed');
    expect((await refusal(t.signIn(ben.email, ben.password))).code).toBe('auth_failed');
    const reset = await t.refusedOpen('account.resetConfirm', { code: Code, password: 'another password' });
    expect(reset.code).toBe('not_found');
    const again = await t.person('Ben');
    expect(again.id).not.toBe(ben.id);
    await again.call('account.updateProfile', { link: 'ben.the.first' });
  });

  it('needs the password', async () => {
    const { ben } = await yard();
    const refused = await ben.refused('account.remove', { password: 'a wrong password' });
    expect([refused.code, refused.fields]).toEqual(['auth_failed', { password: 'is wrong' }]);
    expect((await ben.refused('account.remove', {})).fields).toHaveProperty('password');
    expect(
      (await ben.refused('account.remove', { password: ben.password, sure: true })).fields,
    ).toHaveProperty('sure');
    expect((await ben.call('people.me', {})).Name).toBe('Ben');
  });

  it('hides every personal detail from everyone', async () => {
    const { t, ann, ben, eve } = await yard();
    await ben.call('account.updateProfile', {
      surname: 'Bee',
      about: 'buzz',
      birthday: '1990-01-01',
      link: 'bee',
    });
    const line = await eve.listen();
    await remove(ben);
    expect(await line.take()).toMatchObject([
      { Type: 'profile', User: { ID: ben.id, Deleted: true, Name: '' } },
      { Type: 'community', Community: { Members: 2 } },
    ]);
    const record = await eve.call('people.get', { user: `u${ben.id}` });
    expect(record).toMatchObject({
      Deleted: true,
      Name: '',
      Surname: '',
      Link: '',
      About: '',
      Birthday: '',
      RegisterDate: 0,
      Online: { Degree: 'hidden', LastBeen: 0 },
    });
    expect((await eve.refused('people.get', { user: 'bee' })).code).toBe('not_found');
    expect(await eve.call('people.find', { query: 'Ben' })).toEqual([]);
    expect((await eve.call('people.find', {})).map((person) => person.ID)).toEqual([ann.id]);
    expect((await ann.call('admin.people', {})).map((person) => person.ID)).toEqual([eve.id, ann.id]);
    expect(await ann.call('admin.people', { query: ben.email })).toEqual([]);
    expect((await ann.call('admin.mail', {})).map((letter) => letter.To)).not.toContain(ben.email);
    for (const name of ['people.gifts', 'people.friends'] as const) {
      expect((await eve.refused(name, { user: `u${ben.id}` })).code).toBe('access_denied');
    }
    expect((await t.open('community.get', {})).Members).toBe(2);
  });

  it('deletes relations and updates the counts of others', async () => {
    const { t, ann, ben, eve } = await yard();
    const dan = await t.person('Dan');
    await befriend(ben, ann);
    await ben.call('people.subscribe', { user: `u${eve.id}` });
    await dan.call('people.subscribe', { user: `u${ben.id}` });
    const [friend, asked, asking] = [await ann.listen(), await eve.listen(), await dan.listen()];
    await remove(ben);
    expect(await ann.call('people.me', {})).toMatchObject({ Friends: 0, Followers: 0, NewNotifications: 0 });
    expect(await eve.call('people.me', {})).toMatchObject({
      Followers: 0,
      FriendsRequests: 0,
      NewNotifications: 0,
    });
    expect(await dan.call('people.outgoing', {})).toEqual([]);
    expect(await eve.call('people.incoming', {})).toEqual([]);
    expect(await ann.call('people.notifications', {})).toEqual([]);
    expect(await friend.take()).toMatchObject([
      { Type: 'profile', User: { ID: ben.id } },
      { Type: 'community' },
      { Type: 'profile', User: { ID: ann.id, Friends: 0 } },
      { Type: 'profile', User: { ID: eve.id, Followers: 0 } },
    ]);
    expect((await asked.take()).at(-1)).toMatchObject({
      Type: 'profile',
      User: { ID: eve.id, Followers: 0 },
    });
    expect(await asking.take()).toContainEqual(
      expect.objectContaining({ Type: 'profile', User: expect.objectContaining({ ID: dan.id }) }),
    );
    const { RelationshipState } = await dan.call('people.relationships', { user: `u${ben.id}` });
    expect(RelationshipState).toBe('strangers');
    expect((await dan.refused('people.subscribe', { user: `u${ben.id}` })).code).toBe('access_denied');
  });

  it('keeps messages and posts without a name', async () => {
    const { ann, ben, eve } = await yard();
    const { ID: dialog } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' });
    await ann.call('dialogs.join', { dialog_id: dialog, user_id: ben.id });
    await ann.call('dialogs.join', { dialog_id: dialog, user_id: eve.id });
    const said = await ben.call('dialogs.send', { dialog_id: dialog, text: 'I was here' });
    const line = await eve.listen();
    await remove(ben);
    const events = await line.take();
    expect(events.find((event) => event.Type === 'member')).toMatchObject({
      Dialog: dialog,
      User: { ID: ben.id, Deleted: 1, Name: '' },
      Role: '',
      Members: 2,
    });
    const [left, message] = await eve.call('dialogs.messages', { dialog_id: dialog });
    expect(left).toMatchObject({ Type: 'leave', Author: { ID: ben.id, Name: '' } });
    expect(message).toMatchObject({ ID: said.ID, Text: 'I was here', Author: { Deleted: 1, Name: '' } });
    expect(await eve.call('dialogs.searchMessages', { mask: 'here' })).toMatchObject([{ ID: said.ID }]);
    const members = await eve.call('dialogs.members', { dialog_id: dialog });
    expect(members.map((member) => member.Member.ID)).toEqual([ann.id, eve.id]);
  });

  it('leaves private dialogs readable but not writable for the other person', async () => {
    const { ann, ben, eve } = await yard();
    const { ID: dialog } = await eve.call('dialogs.createPrivate', { user_id: ben.id });
    const said = await ben.call('dialogs.send', { dialog_id: dialog, text: 'goodbye' });
    const { ID: own } = await ben.call('dialogs.createPrivate', { user_id: ben.id });
    const line = await eve.listen();
    await remove(ben);
    expect((await line.take())[0]).toMatchObject({
      ...{ Type: 'member', Dialog: dialog, Members: 1, Role: '' },
      User: { ID: ben.id, Deleted: 1 },
    });
    expect(await eve.call('dialogs.get', { dialog_id: dialog })).toMatchObject({
      ...{ Members: 1, DialogDude: { ID: ben.id, Deleted: 1 } },
    });
    expect(await eve.call('dialogs.messages', { dialog_id: dialog })).toMatchObject([{ ID: said.ID }]);
    expect((await eve.call('dialogs.list', {})).map(({ ID }) => ID)).toEqual([dialog]);
    expect((await eve.refused('dialogs.send', { dialog_id: dialog, text: 'wait!' })).code).toBe(
      'access_denied',
    );
    expect((await ann.refused('dialogs.createPrivate', { user_id: ben.id })).code).toBe('access_denied');
    expect((await eve.call('dialogs.createPrivate', { user_id: ben.id })).ID).toBe(dialog);
    await remove(eve);
    for (const gone of [dialog, own]) {
      expect((await ann.refused('dialogs.get', { dialog_id: gone })).code).toBe('not_found');
    }
  });

  it('hands groups and channels to a successor, or closes empty ones', async () => {
    const { ann, ben, eve } = await yard();
    const { ID: shared } = await ben.call('dialogs.create', { name: 'Shared', type: 'channel' });
    const { ID: alone } = await ben.call('dialogs.create', { name: 'Alone', type: 'group' });
    await ann.call('dialogs.join', { dialog_id: shared, user_id: '@me' });
    await eve.call('dialogs.join', { dialog_id: shared, user_id: '@me' });
    await ben.call('dialogs.setRole', { dialog_id: shared, user_id: eve.id, role: 'admin' });
    await remove(ben);
    expect(await eve.call('dialogs.get', { dialog_id: shared })).toMatchObject({
      Role: 'owner',
      Author: { ID: eve.id },
      Members: 2,
    });
    expect((await ann.refused('dialogs.get', { dialog_id: alone })).code).toBe('not_found');
  });

  it('takes the pictures of groups and the community with it', async () => {
    const { t, ann, ben } = await yard();
    const picture = () => upload(t.service, ann.session, 'photos.upload', fixture('picture.png'));
    const { ID: avatar } = await picture();
    await ann.call('community.update', { avatar: (await picture()).ID });
    const { ID: dialog_id } = await ben.call('dialogs.create', { name: 'Yard', type: 'group' });
    await ann.call('dialogs.join', { dialog_id, user_id: '@me' });
    await ben.call('dialogs.setRole', { dialog_id, user_id: ann.id, role: 'admin' });
    await ann.call('dialogs.update', { dialog_id, avatar });
    await ann.call('admin.setRole', { user_id: ben.id, role: 'admin' });
    const line = await ben.listen();
    await remove(ann);
    const heard = await line.take();
    expect(heard.findLast(({ Type }) => Type === 'dialog')).toMatchObject({ Dialog: { Avatar: 0 } });
    expect(heard.findLast(({ Type }) => Type === 'community')).toMatchObject({ Community: { Avatar: 0 } });
    expect(await ben.call('dialogs.get', { dialog_id })).toMatchObject({ Avatar: 0 });
    expect(await ben.call('community.get', {})).toMatchObject({ Avatar: 0 });
  });

  it('keeps the gifts sent, without a sender', async () => {
    const { ann, ben, eve } = await yard();
    await ann.call('admin.createPromo', { code: 'coins', coins: 100, uses: 1 });
    await ben.call('account.promo', { promo: 'coins' });
    await ben.call('people.give', { user: `u${eve.id}`, item: 1, message: 'from Ben' });
    await remove(ben);
    expect(await ann.call('people.gifts', { user: `u${eve.id}` })).toMatchObject([
      { User: { ID: ben.id, Deleted: true, Name: '' }, Item: { ID: 1 } },
    ]);
    expect((await ann.call('admin.promos', {}))[0]).toMatchObject({ Uses: 1 });
  });

  it('happens once under concurrent requests', async () => {
    const { ann, ben } = await yard();
    const answers = await Promise.all(Array.from({ length: 5 }, () => remove(ben, 'remove-me-please')));
    expect(answers).toEqual(Array.from({ length: 5 }, () => ({ ok: true })));
    const others = await Promise.all(Array.from({ length: 5 }, () => refusal(remove(ben))));
    expect(others.map((error) => error.code)).toEqual(Array.from({ length: 5 }, () => 'auth_failed'));
    expect((await ann.call('community.get', {})).Members).toBe(2);
  });

  it('leaves nothing on disk but the number and what was posted', async () => {
    const folder = temporaryFolder();
    const t = await testService({ data: folder });
    const [ann, ben] = await t.people('Ann', 'Benedikt');
    await ben.call('account.updateProfile', { surname: 'Uncommon', about: 'rare words', link: 'benedikt' });
    await befriend(ann, ben);
    await ben.call('account.changeEmail', { email: 'elsewhere@example.org', password: ben.password });
    await t.service.settled();
    await remove(ben);
    await t.service.close();
    if (serverUrl === undefined) expect(readdirSync(join(folder, 'mail'))).toEqual([]);
    const view = await viewOfData(folder);
    onTestFinished(() => view.close());
    for (const table of Object.keys(await view.rowCounts())) {
      const rows = JSON.stringify(await view.query(`SELECT * FROM ${table}`)).toLowerCase();
      for (const word of ['benedikt', 'uncommon', 'rare words', 'elsewhere']) {
        expect([table, rows.includes(word)]).toEqual([table, false]);
      }
    }
    for (const [table, column] of [
      ['token', 'person_id'],
      ['code', 'person_id'],
      ['relation', 'person_id'],
      ['relation', 'target_id'],
      ['member', 'person_id'],
      ['notification', 'person_id'],
    ]) {
      expect([table, await view.query(`SELECT 1 FROM ${table} WHERE ${column} = ?`, ben.id)]).toEqual([
        table,
        [],
      ]);
    }
  });
});

describe('the owner', () => {
  it('cannot leave while other members have no administrator', async () => {
    const { t, ann, ben } = await yard();
    const refused = await ann.refused('account.remove', { password: ann.password });
    expect(refused.code).toBe('conflict');
    expect((await ann.call('people.me', {})).Role).toBe('owner');
    await ann.call('admin.setRole', { user_id: ben.id, role: 'admin' });
    const line = await ben.listen();
    await remove(ann);
    expect((await line.take())[0]).toMatchObject({ Type: 'profile', User: { ID: ben.id, Role: 'owner' } });
    expect((await ben.call('people.me', {})).Role).toBe('owner');
    expect((await ben.call('admin.acts', {}))[0]).toMatchObject({ Act: 'make_owner', User: { ID: ben.id } });
    expect(await t.service.setupCode()).toBeNull();
  });

  it('can leave last, and the community can be claimed again', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    const before = await t.service.setupCode();
    expect(before).toBeNull();
    await remove(ann);
    expect(await t.service.setupCode()).toMatch(/^[A-Z2-9]{16}$/);
    const ben = await t.person('Ben');
    expect((await ben.call('people.me', {})).Role).toBe('owner');
    expect(await t.service.setupCode()).toBeNull();
  });
});
