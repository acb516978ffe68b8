import { describe, expect, it, onTestFinished } from 'vitest';
import { openService } from '../../electron/service';
import { version } from '../../package.json';
import { TEST_SETTINGS, TestClock, testService, testServiceOver, type TestPerson } from '../support/service';

describe('the community', () => {
  it('describes itself to anyone', async () => {
    const t = await testService();
    await t.people('Ann', 'Bo');
    const community = await t.open('community.get', {});
    expect(community).toEqual({
      ID: expect.any(Number),
      Key: expect.stringMatching(/^[0-9a-f]{64}$/),
      Name: expect.any(String),
      Description: '',
      Avatar: 0,
      Members: 2,
      Version: version,
      MinApp: '1.0.0',
      Registration: 'open',
      Fingerprint: '',
      ReadOnly: '',
      Languages: ['en', 'uk'],
      Commons: 0,
      Welcome: 0,
      JoinNotices: false,
      DailyCoins: 0,
    });
    expect(community.ID).toBeGreaterThan(0);
  });

  it('is edited by its owner, with an event to everyone', async () => {
    const t = await testService();
    const [ann, bo] = (await t.people('Ann', 'Bo')) as [TestPerson, TestPerson];
    const line = await bo.listen();
    const changed = await ann.call('community.update', { name: ' Двір ', description: 'Our yard\nand us' });
    expect(changed).toMatchObject({ Name: 'Двір', Description: 'Our yard\nand us', Registration: 'open' });
    expect(await t.open('community.get', {})).toEqual(changed);
    expect(await line.take()).toMatchObject([{ Type: 'community', Community: changed }]);
    expect(await ann.call('admin.acts', {})).toMatchObject([
      { Act: 'update_community', By: { ID: ann.id }, User: null },
    ]);
    expect(await ann.call('community.update', {})).toEqual(changed);
    expect(await line.take()).toEqual([]);
  });

  it('cannot be edited by members and administrators', async () => {
    const t = await testService();
    const [ann, bo] = (await t.people('Ann', 'Bo')) as [TestPerson, TestPerson];
    expect((await bo.refused('community.update', { name: 'Mine' })).code).toBe('access_denied');
    await ann.call('admin.setRole', { user_id: bo.id, role: 'admin' });
    expect((await bo.refused('community.update', { name: 'Mine' })).code).toBe('access_denied');
    expect((await t.refusedOpen('community.update', { name: 'Mine' })).code).toBe('auth_failed');
  });

  it.each([
    [{ name: '   ' }, 'name'],
    [{ name: 'Yard\u202e' }, 'name'],
    [{ name: 'Y\u0085' }, 'name'],
    [{ name: 'y'.repeat(101) }, 'name'],
    [{ description: 'd'.repeat(1001) }, 'description'],
    [{ description: '\ud800' }, 'description'],
    [{ registration: 'sometimes' }, 'registration'],
    [{ avatar: 77 }, 'avatar'],
  ])('rejects %j', async (wrong, field) => {
    const t = await testService();
    const ann = await t.person('Ann');
    const before = await t.open('community.get', {});
    const refused = await ann.refused('community.update', { registration: 'closed', ...wrong });
    expect(refused.code).toBe('validation_error');
    expect(refused.fields).toHaveProperty(field);
    expect(await t.open('community.get', {})).toEqual(before);
  });

  it('excludes banned and unconfirmed people from its count', async () => {
    const t = await testService();
    const [ann, bo] = (await t.people('Ann', 'Bo')) as [TestPerson, TestPerson];
    await t.open('account.register', { name: 'Cy', email: 'cy@example.org', password: 'correct horse' });
    const members = async () => (await t.open('community.get', {})).Members;
    expect(await members()).toBe(2);
    await ann.call('admin.ban', { user_id: bo.id, reason: 'spam' });
    expect(await members()).toBe(1);
    await ann.call('admin.unban', { user_id: bo.id });
    expect(await members()).toBe(2);
  });
});

it('can start closed, and its setup code still admits the owner', async () => {
  const clock = new TestClock();
  const settings = { ...TEST_SETTINGS, registration: 'closed' as const };
  const service = await openService({ data: ':memory:', settings, now: () => clock.seconds * 1000 });
  onTestFinished(() => service.close());
  const t = testServiceOver(service, clock);
  const stranger = { name: 'Stranger', email: 'stranger@example.org', password: 'a long password' };
  expect((await t.refusedOpen('account.register', stranger)).code).toBe('access_denied');
  const owner = await t.person('Olena');
  expect((await owner.call('people.me', {})).Role).toBe('owner');
  expect((await t.open('community.get', {})).Registration).toBe('closed');
});
