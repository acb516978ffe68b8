import { describe, expect, it } from 'vitest';
import { describeContract } from '../../../electron/doors/openapi/openapi';
import { endpointOf, names } from '../../../shared/contract';
import { routesOf } from '../../../shared/contract/endpoint';
import { splitRoute } from '../../../shared/contract/http-routes';
import { upload } from '../../support/content';
import { fixture } from '../../support/fixtures';
import type { TestPerson } from '../../support/service';
import { hosted, type Hosted } from '../hosted';
import { PlatformClient } from './client';

interface Community {
  host: Hosted;
  ann: TestPerson;
  ben: TestPerson;
  /** Ann's and Ben's clients. */
  client: PlatformClient;
  other: PlatformClient;
}

interface Item {
  ID: number;
  Name: string;
}

async function community(): Promise<Community> {
  const host = await hosted();
  const [ann, ben] = await host.world.people('Ann', 'Ben');
  if (!ann || !ben) throw new Error('there are two');
  const clientOf = ({ session }: TestPerson) => new PlatformClient(host.url, session.token ?? '');
  return { host, ann, ben, client: clientOf(ann), other: clientOf(ben) };
}

describe('dialogs', () => {
  it('POST /dialogs/{id}/read reads up to the newest message, or to the given one', async () => {
    const { ann, ben, client, other } = await community();
    const { ID: dialog } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' });
    await ben.call('dialogs.join', { dialog_id: dialog, user_id: '@me' });
    const send = async () => (await ann.call('dialogs.send', { dialog_id: dialog, text: 'Hi' })).ID;
    const [first] = [await send(), await send()];
    const unread = async () => (await client.call<{ Unread: number }>('GET', `/dialogs/${dialog}`)).Unread;
    const unreadOfBen = async () =>
      (await other.call<{ Unread: number }>('GET', `/dialogs/${dialog}`)).Unread;
    expect(await unreadOfBen()).toBe(2);
    expect(await other.call('POST', `/dialogs/${dialog}/read`, { message: first })).toEqual({ ok: true });
    expect(await unreadOfBen()).toBe(1);
    expect(await other.call('POST', `/dialogs/${dialog}/read`)).toEqual({ ok: true });
    expect([await unreadOfBen(), await unread()]).toEqual([0, 0]);
  });

  it('links are invitations: listed, made, used and revoked by their code alone', async () => {
    const { ann, client, other } = await community();
    const { ID: dialog } = await ann.call('dialogs.create', { name: 'Yard', type: 'group', private: true });
    const { Code } = await client.call<{ Code: string }>('POST', `/dialogs/${dialog}/links`);
    expect(await client.call('GET', `/dialogs/${dialog}/links`)).toEqual(
      await client.call('GET', `/dialogs/${dialog}/invites`),
    );
    expect((await other.refused('GET', `/dialogs/${dialog}`)).status).toBe(404);
    expect((await other.refused('DELETE', `/dialogs/links/${Code}`)).status).toBe(404);
    expect((await other.refused('POST', '/dialogs/join', { code: 'NOSUCHCODE' })).status).toBe(404);
    expect((await other.refused('POST', '/dialogs/join')).body.fields).toHaveProperty('code');
    expect(await other.call('POST', '/dialogs/join', { code: Code })).toMatchObject({ ok: true });
    expect(await other.call('GET', `/dialogs/${dialog}`)).toMatchObject({ Member: true, Members: 2 });
    expect((await other.refused('DELETE', `/dialogs/links/${Code}`)).status).toBe(403);
    expect(await client.call('DELETE', `/dialogs/links/${Code}`)).toEqual({ ok: true });
    expect(await client.call('GET', `/dialogs/${dialog}/links`)).toEqual([]);
  });

  it('an invitation to the community joins and revokes nothing', async () => {
    const { ann, other } = await community();
    const { Code } = await ann.call('admin.createInvite', {});
    expect((await other.refused('POST', '/dialogs/join', { code: Code })).status).toBe(404);
    expect((await other.refused('DELETE', `/dialogs/links/${Code}`)).status).toBe(404);
    expect(await ann.call('admin.invites', {})).toHaveLength(1);
  });
});

describe('music', () => {
  it('has every route under /musebase too', () => {
    const routes = names.flatMap((name) => routesOf(endpointOf(name)).map(({ route }) => route as string));
    const own = routes.filter((route) => route.includes(' /musicbase'));
    expect(own.length).toBeGreaterThan(15);
    for (const route of own) expect(routes).toContain(route.replace('/musicbase', '/musebase'));
  });

  it.each(['musicbase', 'musebase'])('uploads and moves tracks up and down at /%s', async (base) => {
    const { client } = await community();
    const form = new FormData();
    form.set('audio', new Blob([new Uint8Array(fixture('track.mp3'))]), 'one.mp3');
    form.set('name', 'One');
    const response = await fetch(`${client.url}/${base}/upload`, {
      method: 'POST',
      headers: { token: client.token },
      body: form,
    });
    const one = (await response.json()) as Item;
    expect(one.Name).toBe('One');
    expect(await client.call('GET', `/${base}/${one.ID}`)).toMatchObject({ ID: one.ID });
    expect(await client.call('GET', `/${base}/find/One`)).toHaveLength(1);
  });

  it('moves a track of an own playlist by one place', async () => {
    const { host, ann, client, other } = await community();
    const tracks: number[] = [];
    for (const name of ['One', 'Two', 'Three']) {
      const { ID } = await upload(host.world.service, ann.session, 'music.upload', fixture('track.mp3'), {
        name,
      });
      tracks.push(ID);
    }
    const [one, two, three] = tracks;
    const { ID: playlist } = await client.call<Item>('POST', '/musebase/playlists', { name: 'Mix' });
    const path = `/musebase/playlists/${playlist}`;
    for (const track of tracks) await client.call('POST', `${path}/tracks/${track}`, {});
    const order = async () => (await client.call<{ Tracks: number[] }>('GET', path)).Tracks;
    expect(await client.call('POST', `${path}/tracks/${three}/up`)).toEqual({ ok: true });
    expect(await order()).toEqual([one, three, two]);
    await client.call('POST', `${path}/tracks/${one}/down`, {});
    expect(await order()).toEqual([three, one, two]);
    await client.call('POST', `${path}/tracks/${three}/up`);
    await client.call('POST', `${path}/tracks/${two}/down`, { direction: 'up' });
    expect(await order()).toEqual([three, one, two]);
    expect((await client.refused('POST', `${path}/tracks/1/up`)).status).toBe(404);
    expect((await other.refused('POST', `${path}/tracks/${one}/up`)).status).toBe(403);
    expect((await client.refused('PATCH', `${path}/tracks/${one}`)).body.fields).toHaveProperty('direction');
  });
});

describe('posts', () => {
  it('GET /posts/all shows the posts of everybody, newest first, by pages and language', async () => {
    const { ann, ben, client, other } = await community();
    const write = async (by: TestPerson, user: number, language = 0) =>
      (await by.call('posts.create', { user, content: 'Hi', language })).ID;
    const ids = [
      await write(ann, ann.id),
      await write(ben, ben.id, 2),
      await write(ben, ann.id),
      await write(ann, ann.id, 2),
    ].reverse();
    const listOf = async (by: PlatformClient, query = '') =>
      (await by.call<Item[]>('GET', `/posts/all${query}`)).map(({ ID }) => ID);
    expect(await listOf(client)).toEqual(ids);
    expect(await listOf(other, `?limit=2&lastId=${ids[0]}`)).toEqual(ids.slice(1, 3));
    expect(await listOf(client, '?lang=2')).toEqual([ids[0], ids[2]]);
    expect(await listOf(client, `?lang=2&last_id=${ids[0]}`)).toEqual([ids[2]]);
    await ben.call('people.block', { user: ann.id });
    expect(await listOf(client)).toEqual([ids[0], ids[3]]);
    expect(await listOf(other)).toEqual([ids[2]]);
  });

  it('GET /posts/all hides who is banned', async () => {
    const { ann, ben, client } = await community();
    await ben.call('posts.create', { user: '@me', content: 'Hi' });
    await ann.call('admin.ban', { user_id: ben.id, reason: 'Loud' });
    expect(await client.call('GET', '/posts/all')).toEqual([]);
  });

  it('GET /comments/{id} is one comment that the caller may see', async () => {
    const { ann, ben, client, other } = await community();
    const { ID: post } = await ann.call('posts.create', { user: '@me', content: 'Hi' });
    const { ID } = await ann.call('posts.comment', { post_id: post, content: 'Me again' });
    const [listed] = await other.call<Item[]>('GET', `/posts/${post}/comments`);
    expect(await other.call('GET', `/comments/${ID}`)).toEqual(listed);
    expect((await client.refused('GET', '/comments/1')).status).toBe(404);
    await ann.call('people.block', { user: ben.id });
    expect((await other.refused('GET', `/comments/${ID}`)).status).toBe(404);
  });
});

describe('people and the shop', () => {
  it('POST /users/find/{mask} finds people by words', async () => {
    const { ben, client } = await community();
    const found = await client.call<Item[]>('POST', '/users/find/be?page=0', { sort: 0 });
    expect(found.map(({ ID }) => ID)).toEqual([ben.id]);
    expect(await client.call('POST', '/users/find/nobody')).toEqual([]);
  });

  it('has categories, and items that are bought, sent and active', async () => {
    const { ann, ben, client, other } = await community();
    const shops = await client.call<Item[]>('GET', '/shop');
    for (const shop of shops) {
      expect(await client.call('GET', `/shop/categories/${shop.ID}`)).toEqual(shop);
    }
    expect((await client.refused('GET', '/shop/categories/9')).status).toBe(404);
    await ann.call('admin.createPromo', { code: 'COINS', coins: 1000, uses: 2 });
    await client.call('GET', '/promo/COINS');
    expect((await client.refused('GET', '/shop/items/101/activate')).status).toBe(404);
    expect(await client.call('GET', '/shop/items/101/purchase')).toMatchObject({ Item: { ID: 101 } });
    expect(await client.call('POST', '/shop/items/101/activate')).toEqual({ ok: true });
    expect(await client.call('GET', '/me')).toMatchObject({ Sub: 1, Coins: 800 });
    expect((await client.refused('POST', '/shop/items/1/purchase')).body.fields).toHaveProperty('user');
    expect((await client.refused('POST', '/shop/items/1/send')).body.fields).toHaveProperty('user');
    const sent = await client.call('POST', '/shop/items/1/send', { user: ben.id, message: 'Tea?' });
    expect(sent).toMatchObject({ Target: { ID: ben.id }, Item: { ID: 1 }, Message: 'Tea?' });
    await client.call('GET', `/shop/items/2/send?user=${ben.id}`);
    const inventory = await other.call<Item[]>('GET', '/shop/inventory');
    expect(inventory.map(({ ID }) => ID)).toEqual([2, 1]);
    expect((await other.refused('GET', '/shop/items/1/activate')).body.fields).toHaveProperty('item');
  });

  it('buys nothing by HEAD', async () => {
    const { ann, client } = await community();
    await ann.call('admin.createPromo', { code: 'COINS', coins: 1000, uses: 2 });
    await client.call('GET', '/promo/COINS');
    const { status } = await fetch(`${client.url}/shop/items/101/purchase`, {
      method: 'HEAD',
      headers: { token: client.token },
    });
    expect(status).toBe(404);
    expect(await client.call('GET', '/me')).toMatchObject({ Sub: 0, Coins: 1000 });
  });
});

describe('the account', () => {
  it('POST /reset/password sets a password by a code', async () => {
    const { ann, ben, client } = await community();
    const { Code } = await ann.call('admin.resetCode', { user_id: ben.id });
    const password = 'Ben has another one';
    expect(await client.call('POST', '/reset/password', { code: Code, password })).toEqual({ ok: true });
    const login = await client.call('POST', '/login', { email: ben.email, password });
    expect(login).toMatchObject({ ID: ben.id });
  });

  it('DELETE /logout/all ends every session of the caller, and no named token', async () => {
    const { host, ann, ben, client, other } = await community();
    const second = await host.world.signIn(ann.email, ann.password);
    const { Token = '' } = await ann.call('account.createToken', { name: 'bot' });
    expect(await client.call('DELETE', '/logout/all')).toEqual({ ok: true });
    for (const token of [client.token, second.token ?? '']) {
      expect((await new PlatformClient(host.url, token).refused('GET', '/me')).status).toBe(401);
    }
    expect(await new PlatformClient(host.url, Token).call('GET', '/me')).toMatchObject({ ID: ann.id });
    expect(await other.call('GET', '/me')).toMatchObject({ ID: ben.id });
  });

  it('PATCH /settings/privacy changes privacy settings and names misspelt ones', async () => {
    const { client } = await community();
    const changed = await client.call('PATCH', '/settings/privacy', { postState: 2, searchState: 0 });
    expect(changed).toEqual({ ok: true });
    expect(await client.call('GET', '/me')).toMatchObject({ PostState: 2, SearchState: false });
    const { body } = await client.refused('PATCH', '/settings/privacy', { pstState: 2 });
    expect(body.fields).toEqual({ pstState: 'is not a known field' });
  });
});

describe('countries and languages', () => {
  it('are numbered as in profiles and dialogs, and named in the asked language', async () => {
    const { client } = await community();
    const countries = await client.call<Item[]>('GET', '/countries');
    expect(countries).toHaveLength(245);
    expect(countries.find(({ ID }) => ID === 228)).toEqual({ ID: 228, Code: 'UA', Name: 'Ukraine' });
    const inUkrainian = await client.call<Item[]>('GET', '/countries?lang=uk');
    expect(inUkrainian[227]?.Name).toBe('Україна');
    expect(await client.call('GET', '/languages')).toEqual([
      { ID: 1, Code: 'en', Name: 'English' },
      { ID: 2, Code: 'uk', Name: 'Ukrainian' },
      { ID: 3, Code: 'ru', Name: 'Russian' },
    ]);
  });

  it('have no regions and cities yet', async () => {
    const { client } = await community();
    for (const path of ['/228/regions', '/228/cities', '/228/regions/1/cities']) {
      expect(await client.call('GET', `/countries${path}`)).toEqual([]);
      expect((await client.refused('GET', `/countries${path.replace('228', '999')}`)).status).toBe(404);
    }
  });
});

it('every alias is documented as the same as its main route', () => {
  const { paths } = JSON.parse(describeContract()) as {
    paths: Record<string, Record<string, { description?: string; parameters: { name?: string }[] }>>;
  };
  let aliases = 0;
  for (const name of names) {
    const [main, ...others] = routesOf(endpointOf(name));
    for (const { route, sets = {} } of others) {
      const { method, path } = splitRoute(route);
      const operation = paths[path]?.[method.toLowerCase()];
      expect([route, operation?.description]).toEqual([
        route,
        expect.stringContaining(`The same as \`${main?.route}\``),
      ]);
      for (const key of Object.keys(sets))
        expect(operation?.parameters.map((parameter) => parameter.name)).not.toContain(key);
      aliases++;
    }
  }
  expect(aliases).toBeGreaterThan(30);
});
