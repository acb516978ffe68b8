import type { FastifyInstance, InjectOptions } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openHttpDoor } from '../../electron/doors/http';
import { contract, endpointOf, names, type Name } from '../../shared/contract';
import { routesOf } from '../../shared/contract/endpoint';
import { splitRoute, type HttpRoute } from '../../shared/contract/http-routes';
import { createApp, pkce, requestOf, tokenFor } from '../support/apps';
import { upload } from '../support/content';
import { fixture } from '../support/fixtures';
import { testService, type TestPerson, type TestService } from '../support/service';
import { ask } from './http/http-door';
import { silent } from './recording-service';

const routes = names.flatMap((name) => {
  const endpoint = endpointOf(name);
  // An app shows its secret in place of a token.
  const { open, headers } = endpoint;
  return routesOf(endpoint).map(({ route }) => ({ name, route, open, hasSecret: headers !== undefined }));
});

/** A valid value for every path parameter. */
const SAMPLES: Record<string, string> = {
  code: 'NOSUCHCODE',
  mask: 'word',
  query: 'word',
  kind: 'photos',
  emoji: '👍',
  user: '@me',
  answer: 'going',
};

/** Queries of the reads that require one. */
const QUERIES: Partial<Record<Name, string>> = {
  'dialogs.calendar': '?from=1&to=2',
  'sync.page': '?scope=community:0',
  'sync.changes': '?log=none&since=0',
};

function request(
  route: HttpRoute,
  values: Record<string, string | number> = {},
): { method: 'GET'; url: string } {
  const { method, path } = splitRoute(route);
  const url = path.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(values[key] ?? SAMPLES[key] ?? '1'),
  );
  // The method type of `inject` is narrower than what it supports, which includes all methods used here.
  return { method: method as 'GET', url };
}

async function realDoor(): Promise<{ app: FastifyInstance; world: TestService }> {
  const world = await testService();
  const settings = { host: '127.0.0.1', hosts: [], origins: [] };
  const app = await openHttpDoor({ service: world.service, settings, logger: silent });
  onTestFinished(() => app.close());
  return { app, world };
}

function as(person: TestPerson, options: InjectOptions): InjectOptions {
  return { ...options, headers: { ...options.headers, token: person.session.token ?? '' } };
}

describe('every operation over HTTP', () => {
  it('exists, and needs a token unless it is open', async () => {
    const { app, world } = await realDoor();
    const { Code } = await (await world.person('Ada')).call('admin.createInvite', {});
    for (const { route, open, hasSecret } of routes) {
      const { status, json } = await ask(app, request(route, { code: Code }));
      const { detail } = json();
      if (open && !hasSecret)
        expect([route, detail]).not.toEqual([route, expect.stringMatching('auth_failed|not_found')]);
      else expect([route, status, detail]).toEqual([route, 401, 'auth_failed']);
    }
  });

  it('rejects an invalid token', async () => {
    const { app } = await realDoor();
    for (const token of ['', 'y.', `y.${'a'.repeat(43)}`, "' OR 1=1", 'a'.repeat(4000)]) {
      const { status, json } = await ask(app, { url: '/me', headers: { token } });
      expect([status, json()['detail']]).toEqual([401, 'auth_failed']);
    }
  });

  it('matches its output schema: all reads', async () => {
    const { app, world } = await realDoor();
    const [ada, ben] = await world.people('Ada', 'Ben');
    if (!ada || !ben) throw new Error('there are two');
    const dialog = await ada.call('dialogs.create', { name: 'Yard', type: 'group' });
    await ada.call('dialogs.join', { dialog_id: dialog.ID, user_id: ben.id });
    const poll = { options: ['Yes', 'No'], anonymous: false };
    const message = await ada.call('dialogs.send', {
      dialog_id: dialog.ID,
      text: `hello word @u${ben.id}`,
      poll,
    });
    const event = await ada.call('dialogs.send', {
      dialog_id: dialog.ID,
      text: 'Party',
      event: { starts: world.clock.seconds + 3600 },
    });
    const post = await ada.call('posts.create', { user: '@me', content: 'hello word' });
    const comment = await ben.call('posts.comment', { post_id: post.ID, content: 'hello' });
    const { Code } = await ada.call('dialogs.createInvite', { dialog_id: dialog.ID });
    const file = await upload(world.service, ada.session, 'files.upload', Buffer.from('hello'));
    const photo = await upload(world.service, ada.session, 'photos.upload', fixture('picture.png'));
    const track = await upload(world.service, ada.session, 'music.upload', fixture('track.mp3'), {
      name: 'A word',
    });
    const video = await upload(world.service, ada.session, 'videos.upload', fixture('video.mp4'));
    const pack = await ada.call('stickers.createPack', { name: 'Cats' });
    const sticker = { pack_id: pack.ID, emoji: '😀' };
    await upload(world.service, ada.session, 'stickers.upload', fixture('picture.png'), sticker);
    const { TrackList = 0 } = await ada.call('people.me', {});
    await ben.call('people.subscribe', { user: String(ada.id) });
    await ben.call('people.report', { user: String(ada.id), reason: 'too cheerful' });
    await ada.call('admin.createPromo', { code: 'COINS', coins: 200, uses: 1 });
    await ada.call('account.promo', { promo: 'COINS' });
    await ada.call('people.give', { user: '@me', item: 101 });
    await ada.call('admin.createBackup', {});
    const listed = await createApp(ada);
    const values = {
      token: await tokenFor(world, ben, listed),
      dialog_id: dialog.ID,
      message_id: message.ID,
      file_id: file.ID,
      photo_id: photo.ID,
      ids: photo.ID,
      post_id: post.ID,
      comment_id: comment.ID,
      track_id: track.ID,
      video_id: video.ID,
      playlist_id: TrackList,
      pack_id: pack.ID,
      item: 101,
      code: Code,
      user: ben.id,
    };

    for (const name of names) {
      const { kind, http, output, download } = endpointOf(name);
      // Only a former host becomes a standby, or the host again.
      if (kind !== 'read' || name === 'admin.becomeStandby' || name === 'admin.hostAgain') continue;
      const isEvent = http.includes('/event');
      const { method, url } = request(http, { ...values, ...(isEvent && { message_id: event.ID }) });
      const headers = { 'secret-key': listed.Secret };
      const asked = as(ada, { method, url: `${url}${QUERIES[name] ?? ''}`, headers });
      const isPost = asked.method === ('POST' as typeof asked.method);
      const payload = requestOf(listed, pkce().challenge);
      const answer = await ask(app, isPost ? { ...asked, payload } : asked);
      const { status, body } = answer;
      expect([name, status, status === 200 ? '' : body]).toEqual([name, 200, '']);
      expect(answer.headers['content-type']).toBe(download ?? 'application/json; charset=utf-8');
      if (download !== undefined) continue;
      const parsed = output.safeParse(JSON.parse(body));
      expect([name, parsed.error?.issues ?? []]).toEqual([name, []]);
    }
  });

  it.each(['-1', '0', 'NaN', '1e400', '9007199254740992', '1.5', '%20', '0x1', '١'])(
    'rejects the identifier %s in any path',
    async (bad) => {
      const { app, world } = await realDoor();
      const ada = await world.person('Ada');
      for (const { name, route } of routes) {
        for (const [, key = ''] of splitRoute(route).path.matchAll(/\{(\w+_id)\}/g)) {
          const { method, url } = request(route, { [key]: 'IDENTIFIER' });
          const answer = await ask(
            app,
            as(ada, { method, url: url.replace('IDENTIFIER', encodeURI(decodeURI(bad))) }),
          );
          expect([name, key, answer.status]).toEqual([name, key, 422]);
          expect(answer.json()['fields']).toHaveProperty(key);
        }
      }
    },
  );
});

describe('over HTTP', () => {
  it('one key sends one message, and other input with it is rejected', async () => {
    const { app, world } = await realDoor();
    const ada = await world.person('Ada');
    const { ID } = await ada.call('dialogs.create', { name: 'Yard', type: 'group' });
    const send = (text: string) =>
      ask(
        app,
        as(ada, {
          method: 'POST',
          url: `/dialogs/${ID}/messages`,
          headers: { 'idempotency-key': 'key-of-this-one' },
          payload: { text },
        }),
      );
    const [first, again] = [await send('once'), await send('once')];
    expect(first.status).toBe(200);
    expect(again.body).toBe(first.body);
    expect((await send('twice')).status).toBe(422);
    const page = await ask(app, as(ada, { url: `/dialogs/${ID}/messages` }));
    expect((JSON.parse(page.body) as unknown[]).length).toBe(1);
  });

  it('a misspelled setting is rejected, and unknown keys elsewhere are ignored', async () => {
    const { app, world } = await realDoor();
    const ada = await world.person('Ada');
    const patch = (url: string, payload: object) => ask(app, as(ada, { method: 'PATCH', url, payload }));
    const wrong = await patch('/settings/profile', { nmae: 'Ada' });
    expect([wrong.status, wrong.json()['fields']]).toEqual([422, { nmae: 'is not a known field' }]);
    expect((await patch('/community', { nmae: 'Yard' })).status).toBe(200);
  });

  it('endlessly nested input is rejected', async () => {
    const { app, world } = await realDoor();
    const ada = await world.person('Ada');
    const deep = `{"theme":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    const headers = { 'content-type': 'application/json' };
    const answer = await ask(
      app,
      as(ada, { method: 'PATCH', url: '/settings/preferences', headers, payload: deep }),
    );
    expect(answer.status).toBe(422);
  });

  it('a call while the host stops is asked to retry', async () => {
    const { app, world } = await realDoor();
    const ada = await world.person('Ada');
    await world.service.close();
    const { status, json } = await ask(app, as(ada, { url: '/me' }));
    expect([status, json()['detail']]).toEqual([503, 'unavailable']);
  });
});

describe('the contract', () => {
  it('has no two operations at one address', () => {
    const shapes = routes.map(({ route }) => route.replace(/\{\w+\}/g, '{}'));
    expect(shapes.filter((shape, index) => shapes.indexOf(shape) !== index)).toEqual([]);
  });

  it('names every path parameter in its input', () => {
    for (const { name, route } of routes)
      for (const [, key = ''] of route.matchAll(/\{(\w+)\}/g))
        expect([name, key in shapeOf(name)]).toEqual([name, true]);
  });
});

function shapeOf(name: Name): object {
  const { input } = contract[name];
  return 'shape' in input ? input.shape : {};
}
