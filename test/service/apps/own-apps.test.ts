import { describe, expect, it, test } from 'vitest';
import { LIMITS } from '../../../shared/limits';
import { CALLBACK, createApp, grant, tokenFor } from '../../support/apps';
import { lowered } from '../../support/lowered';
import { testService } from '../../support/service';

describe('own apps', () => {
  it('are listed without their secret, which is shown once', async () => {
    const t = await testService();
    const [ann, ben] = await t.people('Ann', 'Ben');
    const { Secret, ...app } = await createApp(ann);
    const publicApp = await createApp(ann, { name: 'Phone app', public: true });
    expect(Secret).toMatch(/^[0-9a-f]{64}$/);
    expect(publicApp).toMatchObject({ Public: true });
    expect(publicApp).not.toHaveProperty('Secret');
    expect(await ann.call('apps.list', {})).toEqual([publicApp, app]);
    expect(await ben.call('apps.list', {})).toEqual([]);
    const changed = await ann.call('apps.update', { app_id: app.ID, name: 'New name' });
    expect(changed).toEqual({ ...app, Name: 'New name' });
    await ann.call('apps.remove', { app_id: app.ID });
    expect(await ann.call('apps.list', {})).toEqual([publicApp]);
  });

  it('can replace their secret', async () => {
    const t = await testService();
    const [ann, ben] = await t.people('Ann', 'Ben');
    const app = await createApp(ann);
    const token = await tokenFor(t, ben, app);
    const { Secret: secret } = await ann.call('apps.rotateSecret', { app_id: app.ID });
    expect(secret).not.toBe(app.Secret);
    expect((await t.refusedOpen('apps.user', { token, secret: app.Secret })).code).toBe('auth_failed');
    expect(await t.open('apps.user', { token, secret })).toMatchObject({ ID: ben.id });
    expect(await t.open('apps.token', await grant(ben, app))).toMatchObject({ error: 'invalid_client' });
    const { ID: app_id } = await createApp(ann, { public: true });
    expect((await ann.refused('apps.rotateSecret', { app_id })).code).toBe('conflict');
  });

  it('are limited in number', async () => {
    lowered(LIMITS, 'appsEach', 2);
    const ann = await (await testService()).person('Ann');
    await createApp(ann);
    await createApp(ann);
    const refused = await ann.refused('apps.create', { name: 'Third', redirects: [CALLBACK] });
    expect(refused.code).toBe('conflict');
  });

  it('vanish with their tokens when their owner’s account is removed', async () => {
    const t = await testService();
    const [, ben, eve] = await t.people('Ann', 'Ben', 'Eve');
    const app = await createApp(ben);
    const evesApp = await createApp(eve);
    const holder = t.as({ ...eve.session, token: await tokenFor(t, eve, app) }, eve);
    const bensOwn = t.as({ ...ben.session, token: await tokenFor(t, ben, evesApp) }, ben);
    const waiting = await grant(ben, evesApp);
    const line = await holder.listen();
    await ben.call('account.remove', { password: ben.password });
    expect(line.closed?.code).toBe(4401);
    for (const person of [holder, bensOwn])
      expect((await person.refused('people.me', {})).code).toBe('auth_failed');
    expect(await t.open('apps.token', waiting)).toMatchObject({ error: 'invalid_grant' });
    expect((await eve.call('account.tokens', {})).filter(({ Kind }) => Kind === 'app')).toEqual([]);
  });
});

test.each([
  'https://client.example/callback',
  'https://client.example/callback?from=courtyard',
  'http://localhost:8080/callback',
  'http://127.0.0.1/',
  'http://[::1]:3000/callback',
  'http://192.168.1.20:3000/callback',
  'http://10.0.0.7/callback',
  'http://[fd00::7]/callback',
  'http://nas/callback',
  'http://nas.local/callback',
])('accepts the redirect address %s', async (address) => {
  const ann = await (await testService()).person('Ann');
  expect(await createApp(ann, { redirects: [address] })).toMatchObject({ Redirects: [address] });
});

test.each([
  ['http://client.example/callback'],
  ['http://93.184.216.34/callback'],
  ['http://[2606:2800::1]/callback'],
  ['http://[::ffff:93.184.216.34]/callback'],
  ['http://nas.local.example.org/'],
  ['javascript:alert(1)'],
  ['data:text/html,hello'],
  ['ftp://client.example/'],
  ['https://client.example/callback#part'],
  ['https://client.example/callback#'],
  ['https://user:word@client.example/'],
  ['https://client.example\\@other.example/'],
  ['https://client.example/a b'],
  ['https://клієнт.example/'],
  ['//client.example/'],
  ['callback'],
  [''],
  [CALLBACK, CALLBACK],
  [],
  Array.from({ length: LIMITS.appRedirects + 1 }, (_, n) => `${CALLBACK}/${n}`),
])('rejects the redirect addresses %s', async (...redirects) => {
  const ann = await (await testService()).person('Ann');
  const refused = await ann.refused('apps.create', { name: 'App', redirects });
  expect(refused.code).toBe('validation_error');
  expect(Object.keys(refused.fields ?? {})[0]).toMatch(/^redirects/);
});
