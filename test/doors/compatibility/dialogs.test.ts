import { beforeEach, describe, expect, test } from 'vitest';
import { mailedCode, type TestPerson } from '../../support/service';
import { hosted, type Hosted } from '../hosted';
import { PlatformClient } from './client';

let host: Hosted;
let ann: TestPerson;
let bob: TestPerson;
let client: PlatformClient;
let newcomer: PlatformClient;

beforeEach(async () => {
  host = await hosted();
  [ann, bob] = await host.world.people('Ann', 'Bob');
  client = new PlatformClient(host.url, ann.session.token ?? '');
  newcomer = new PlatformClient(host.url, '');
});

describe('a new dialog', () => {
  test.each([
    [{}, 'group'],
    [{ type: 1 }, 'group'],
    [{ type: '1' }, 'group'],
    [{ type: 'public' }, 'group'],
    [{ type: 'group' }, 'group'],
    [{ type: 2 }, 'channel'],
    [{ type: 'channel' }, 'channel'],
  ])('of %j is a %s', async (type, Type) => {
    expect(await client.call('POST', '/dialogs', { name: 'Yard', ...type })).toMatchObject({ Type });
  });

  test.each([0, 3, 'private', '', true])('of type %j is refused', async (type) => {
    const refused = await client.refused('POST', '/dialogs', { name: 'Yard', type });
    expect(refused.body.fields).toHaveProperty('type');
  });
});

describe('a registration', () => {
  test('gives the requested tag, which is mentioned and linked to at once', async () => {
    const ada = await register({ name: 'Ada', email: 'ada@example.org', link: '@Ada.L' });
    expect(await ada.call('GET', '/me')).toMatchObject({ Link: 'ada.l' });
    const { ID } = await client.call('GET', '/user/ada.l');
    const dialog = await client.call<{ ID: number }>('POST', '/dialogs', { name: 'Yard' });
    await client.call('POST', `/dialogs/${dialog.ID}/join/${String(ID)}`);
    await client.call('POST', `/dialogs/${dialog.ID}/messages`, { text: 'Welcome, @ada.l' });
    expect(await ada.call('GET', '/notifications')).toMatchObject([{ Type: 'message_mention' }]);
  });

  test.each([
    ['Ganna', 'Hrytsenko', 'ganna_hrytsenko'],
    ['Олексій', 'Мельник', 'oleksiy_melnik'],
    ["Мар'яна", '', 'maryana'],
    ['李小龍', '', 'lixiaolong'],
    ['Al', '', 'al_'],
    ['Ann', '', 'ann2'],
    ['77', '', 'member'],
    ['x'.repeat(100), '', 'x'.repeat(32)],
  ])('of %s %s without a tag gives @%s', async (name, surname, Link) => {
    const someone = await register({ name, surname, email: 'someone@example.org', link: '' });
    expect(await someone.call('GET', '/me')).toMatchObject({ Link });
  });

  test('whose tag was taken before it was confirmed gives the next free one', async () => {
    await newcomer.call('POST', '/register', { ...ADA, link: 'bob3' });
    await bob.call('account.updateProfile', { link: 'bob3' });
    const ada = await confirm(ADA.email);
    expect(await ada.call('GET', '/me')).toMatchObject({ Link: 'bob32' });
  });

  test.each(['bob', 'ab', 'a b', 'me', 'u17', 'x'.repeat(33), 7])(
    'with the tag %j is refused',
    async (link) => {
      const refused = await newcomer.refused('POST', '/register', { ...ADA, link });
      expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, ['link']]);
    },
  );
});

const ADA = { name: 'Ada', email: 'ada@example.org', password: 'a password of Ada' };

async function register(person: { name: string; email: string; link: string; surname?: string }) {
  await newcomer.call('POST', '/register', { ...ADA, ...person });
  return confirm(person.email);
}

async function confirm(email: string): Promise<PlatformClient> {
  const code = await mailedCode(host.world.service, email);
  await newcomer.call('POST', '/confirm', { code, h_captcha_response: await host.world.captcha() });
  const { token } = await newcomer.call<{ token: string }>('POST', '/login', { ...ADA, email });
  return new PlatformClient(host.url, token);
}
