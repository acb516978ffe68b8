import { expect, it, test } from 'vitest';
import { scopeFor } from '../../../electron/service/access/app-scopes';
import { endpointOf, names } from '../../../shared/contract';
import { splitRoute } from '../../../shared/contract/http-routes';
import { createApp, tokenFor } from '../../support/apps';
import { refusal, testService } from '../../support/service';

/** First path segments of calls that concern the account, others' access to it, or copies of all that it may see. */
const PROTECTED =
  /^\/(admin|apps|oauth|settings|tokens|login|logout|register|confirm|reset|promo|captcha|sync)(\/|$)/;

test('apps may call nothing that concerns the account, its sessions or the administration', () => {
  const open = names.filter((name) => {
    const { http, also = [] } = endpointOf(name);
    const isProtected = [http, ...also].some((route) => PROTECTED.test(splitRoute(route).path));
    return isProtected !== (scopeFor(name) === 'never');
  });
  expect(open).toEqual(['dialogs.createCommons', 'community.update']);
});

test('every write requires the scope write, and no read requires more than read', () => {
  for (const name of names) {
    const { kind } = endpointOf(name);
    expect([name, kind === 'write' ? ['write', 'never'] : ['profile', 'read', 'never']]).toEqual([
      name,
      expect.arrayContaining([scopeFor(name)]),
    ]);
  }
});

async function yard() {
  const t = await testService();
  const [ann, ben] = await t.people('Ann', 'Ben');
  const app = await createApp(ann);
  const as = async (person: typeof ann, scope: string) =>
    t.as({ ...person.session, token: await tokenFor(t, person, app, scope) }, person);
  return { t, ann, ben, as };
}

it('profile lets an app know who the person is, without their email address', async () => {
  const { ben, as } = await yard();
  const app = await as(ben, 'profile');
  const me = await app.call('people.me', {});
  expect(me).toMatchObject({ ID: ben.id, Name: 'Ben' });
  expect(me).not.toHaveProperty('Email');
  for (const [name, input] of [
    ['people.get', { user: '@me' }],
    ['dialogs.list', {}],
    ['dialogs.create', { name: 'Yard', type: 'group' }],
    ['account.tokens', {}],
  ] as const) {
    expect([name, (await app.refused(name, input)).code]).toEqual([name, 'access_denied']);
  }
  expect((await refusal(app.listen())).code).toBe('access_denied');
});

it('read lets an app read and listen, but neither write nor type', async () => {
  const { ann, ben, as } = await yard();
  const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' });
  await ann.call('dialogs.join', { dialog_id, user_id: ben.id });
  const app = await as(ben, 'read');
  expect(await app.call('people.me', {})).toMatchObject({ Email: '', EmailReserve: '' });
  expect(await app.call('dialogs.messages', { dialog_id })).toHaveLength(1);
  expect((await app.refused('dialogs.send', { dialog_id, text: 'Hi' })).code).toBe('access_denied');
  const line = await app.listen();
  line.command({ command: 'typing', thing_id: dialog_id });
  await ann.call('dialogs.send', { dialog_id, text: 'Hello' });
  expect(line.frames).toContainEqual({ Type: 'error', detail: 'access_denied' });
  expect(await line.take()).toContainEqual(expect.objectContaining({ Type: 'message' }));
});

it('write lets an app do what an ordinary member does, whoever its person is', async () => {
  const { ann, ben, as } = await yard();
  const app = await as(ann, 'write');
  const { ID } = await app.call('posts.create', { user: '@me', content: 'Hello' });
  const { ID: bens } = await ben.call('posts.create', { user: '@me', content: 'Hello' });
  await app.call('posts.remove', { post_id: ID });
  expect((await app.refused('posts.remove', { post_id: bens })).code).toBe('access_denied');
  for (const [name, input] of [
    ['admin.people', {}],
    ['community.update', { name: 'Mine' }],
    ['account.updateProfile', { about: 'x' }],
    ['account.changePassword', { old: ann.password, new: 'another password' }],
    ['account.createToken', { name: 'bot' }],
    ['account.export', {}],
    ['apps.create', { name: 'x', redirects: ['https://x.example/'] }],
  ] as const) {
    expect([name, (await app.refused(name, input)).code]).toEqual([name, 'access_denied']);
  }
});

it('events for an app hold less than those for its person’s own devices', async () => {
  const { ann, ben, as } = await yard();
  await ann.call('people.report', { user: String(ben.id), reason: 'Loud' });
  const app = await as(ann, 'read');
  const [own, its] = [await ann.listen(), await app.listen()];
  await ben.call('account.updateProfile', { about: 'Here' });
  const profile = (Reports: number) => [
    expect.objectContaining({ User: expect.objectContaining({ Reports }) }),
  ];
  expect([await own.take(), await its.take()]).toEqual([profile(1), profile(0)]);
  const replayed = await app.listen({ since: 0 });
  const ownReplayed = await ann.listen({ since: 0 });
  const seen = async (line: typeof own) =>
    (await line.take()).flatMap((event) => (event.Type === 'profile' ? event.User.Reports : []));
  expect(Math.max(...(await seen(replayed)))).toBe(0);
  expect(Math.max(...(await seen(ownReplayed)))).toBe(1);
});

it('uploads need the scope write', async () => {
  const { t, ben, as } = await yard();
  const upload = { length: 1, kind: undefined, name: undefined, metadata: '' };
  const { session } = await as(ben, 'read');
  expect((await refusal(t.service.receive(session, 'files.upload', 1))).code).toBe('access_denied');
  expect((await refusal(t.service.resumable.create(session, upload))).code).toBe('access_denied');
  const writer = await as(ben, 'write');
  await (await t.service.receive(writer.session, 'files.upload', 1)).release();
  await t.service.resumable.create(writer.session, upload);
});
