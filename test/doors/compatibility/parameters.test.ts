import { describe, expect, it } from 'vitest';
import { contract, endpointOf, names } from '../../../shared/contract';
import { routesOf } from '../../../shared/contract/endpoint';
import { splitRoute, type HttpRoute } from '../../../shared/contract/http-routes';
import { describeContract } from '../../../electron/doors/openapi/openapi';
import type { TestPerson } from '../../support/service';
import { hosted, type Hosted } from '../hosted';
import { PlatformClient, type PlatformError } from './client';

/** Calls of OAuth answer as that standard demands, which ignores unknown parameters. */
const routes = names
  .filter((name) => !endpointOf(name).form)
  .flatMap((name) => routesOf(endpointOf(name)).map(({ route }) => route));

/** A value of the right form for every path parameter; most lead to nothing. */
const SAMPLES: Record<string, string> = {
  code: 'NOSUCHCODE',
  mask: 'word',
  query: 'word',
  kind: 'photos',
  emoji: '👍',
  user: '@me',
  user_id: '1',
};

function addressOf(route: HttpRoute): { method: string; path: string } {
  const { method, path } = splitRoute(route);
  return {
    method,
    path: path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(SAMPLES[key] ?? '1')),
  };
}

async function community(): Promise<{ host: Hosted; ann: TestPerson; client: PlatformClient }> {
  const host = await hosted();
  const ann = await host.world.person('Ann');
  return { host, ann, client: clientOf(host, ann) };
}

function clientOf(host: Hosted, person: TestPerson): PlatformClient {
  return new PlatformClient(host.url, person.session.token ?? '');
}

/** The status of a request, and the fields that its error names. */
async function outcomeOf(client: PlatformClient, method: string, path: string): Promise<[number, string[]]> {
  const response = await fetch(client.url + path, { method, headers: { token: client.token } });
  const text = await response.text();
  if (response.ok) return [response.status, []];
  const { fields = {} } = JSON.parse(text) as PlatformError['body'];
  return [response.status, Object.keys(fields)];
}

describe('an unknown query parameter', () => {
  it('is refused by name at every address', async () => {
    const { host, client } = await community();
    for (const route of routes) {
      host.world.clock.advance(1);
      const { method, path } = addressOf(route);
      expect([route, ...(await outcomeOf(client, method, `${path}?surprise=1`))]).toEqual([
        route,
        422,
        ['surprise'],
      ]);
    }
  });

  it('that begins with _ changes nothing', async () => {
    const { host, client } = await community();
    const gets = routes.filter((route) => route.startsWith('GET '));
    expect(gets.length).toBeGreaterThan(40);
    for (const route of gets) {
      host.world.clock.advance(1);
      const { method, path } = addressOf(route);
      const without = await outcomeOf(client, method, path);
      expect([route, ...(await outcomeOf(client, method, `${path}?_=1&_t=2`))]).toEqual([route, ...without]);
    }
  });

  it('is named with every other', async () => {
    const { client } = await community();
    const { body } = await client.refused('GET', '/dialogs?page=1&lastid=5&constructor=1');
    expect(Object.keys(body.fields ?? {}).sort()).toEqual(['constructor', 'lastid', 'page']);
  });

  it('is not stored as a preference', async () => {
    const { client } = await community();
    const { body } = await client.refused('PATCH', '/settings/preferences?theme=dark', { theme: 'light' });
    expect(body.fields).toHaveProperty('theme');
    expect(await client.call('GET', '/settings/preferences?_=1')).toEqual({});
  });

  it('is refused where the input of a read is passed without an address', async () => {
    const { ann } = await community();
    for (const name of names) {
      if (endpointOf(name).kind !== 'read' || !endpointOf(name).http.startsWith('GET ')) continue;
      const { fields } = await ann.refused(name, { surprise: 1 } as never);
      expect([name, fields]).toEqual([name, expect.objectContaining({ surprise: 'is not a known field' })]);
    }
  });
});

describe('lastId', () => {
  const lists = names.filter((name) => 'last_id' in shapeOf(name));

  it.each(lists)('is taken and documented by %s', (name) => {
    expect(shapeOf(name)).toHaveProperty('lastId');
    const { method, path } = splitRoute(endpointOf(name).http);
    const { paths } = JSON.parse(describeContract()) as {
      paths: Record<string, Record<string, unknown>>;
    };
    const operation = JSON.stringify(paths[path]?.[method.toLowerCase()]);
    expect(operation).toContain('"last_id"');
    expect(operation).toContain('"lastId"');
  });

  it('continues every list as last_id does', async () => {
    const { host, ann, client } = await community();
    const ben = await host.world.person('Ben');
    const { ID: dialog } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' });
    const { ID: post } = await ann.call('posts.create', { user: '@me', content: 'a word' });
    for (const n of [1, 2, 3]) {
      await ann.call('dialogs.send', { dialog_id: dialog, text: `word ${n} https://example.org/${n}` });
      await ann.call('posts.create', { user: '@me', content: `word ${n}` });
      const { ID } = await ben.call('posts.comment', { post_id: post, content: `word ${n}` });
      await ann.call('posts.likeComment', { comment_id: ID });
      await ben.call('posts.like', { post_id: (await ben.call('posts.list', { user: ann.id }))[0]?.ID ?? 0 });
    }
    for (const path of [
      `/dialogs/${dialog}/messages`,
      '/dialogs/messages/find/word',
      '/user/@me/posts',
      '/posts/find/word',
      `/posts/${post}/comments`,
      '/notifications',
    ]) {
      const [first, second] = await client.call<{ ID: number }[]>('GET', path);
      expect([path, second?.ID]).toEqual([path, expect.any(Number)]);
      const rest = await client.call<{ ID: number }[]>('GET', `${path}?last_id=${first?.ID}`);
      expect([path, rest[0]?.ID]).toEqual([path, second?.ID]);
      expect(await client.call('GET', `${path}?lastId=${first?.ID}`)).toEqual(rest);
      expect(await client.call('GET', `${path}?lastId=${first?.ID}&last_id=${first?.ID}`)).toEqual(rest);
      const { status, body } = await client.refused('GET', `${path}?lastId=${first?.ID}&last_id=0`);
      expect([status, body.fields]).toEqual([422, { lastId: 'must be the same as last_id' }]);
    }
    const links = await client.call<{ Message: number }[]>('GET', `/dialogs/${dialog}/shared/links`);
    const older = await client.call('GET', `/dialogs/${dialog}/shared/links?lastId=${links[0]?.Message}`);
    expect(older).toEqual(links.slice(1));
    expect((await client.refused('GET', '/user/@me/posts?lastId=x')).body.fields).toHaveProperty('lastId');
  });
});

function shapeOf(name: (typeof names)[number]): object {
  const { input } = contract[name];
  return 'shape' in input ? input.shape : {};
}
