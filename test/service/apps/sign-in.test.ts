import { describe, expect, it, test } from 'vitest';
import { LIFETIMES, LIMITS, RATES } from '../../../shared/limits';
import { CALLBACK, createApp, grant, pkce, requestOf, tokenFor } from '../../support/apps';
import { lowered } from '../../support/lowered';
import { passDays, testService, type TestService } from '../../support/service';

async function yard() {
  const t = await testService();
  const [ann, ben] = await t.people('Ann', 'Ben');
  return { t, ann, ben, app: await createApp(ann) };
}

function isValid(t: TestService, token: string): Promise<boolean> {
  return t.service.isMember(token);
}

describe('a request for access', () => {
  it('is described by app, owner, scopes and host', async () => {
    const { ann, ben, app } = await yard();
    const described = await ben.call('apps.request', requestOf(app, pkce().challenge, 'profile write'));
    expect(described).toMatchObject({
      App: { ID: app.ID, Name: app.Name },
      Owner: { ID: ann.id },
      Scopes: ['profile', 'write'],
      Host: 'client.example',
      Error: '',
      Redirect: '',
    });
  });

  it('of an unknown app, or with another redirect address, is never answered to that address', async () => {
    const { ben, app } = await yard();
    const request = requestOf(app, pkce().challenge);
    for (const [changed, code] of [
      [{ client_id: '12345' }, 'not_found'],
      [{ client_id: 'x' }, 'not_found'],
      [{ redirect_uri: `${CALLBACK}/` }, 'validation_error'],
      [{ redirect_uri: 'https://other.example/' }, 'validation_error'],
    ] as const) {
      for (const allow of [true, false]) {
        const refused = await ben.refused('apps.authorize', { ...request, ...changed, allow });
        expect([changed, refused.code]).toEqual([changed, code]);
      }
      expect((await ben.refused('apps.request', { ...request, ...changed })).code).toBe(code);
    }
  });

  it.each([
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ response_type: undefined }, 'invalid_request'],
    [{ scope: 'admin' }, 'invalid_scope'],
    [{ code_challenge: undefined }, 'invalid_request'],
    [{ code_challenge: 'short' }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge_method: undefined }, 'invalid_request'],
  ])('that is invalid (%o) is answered to the app as %s', async (changed, error) => {
    const { ben, app } = await yard();
    const request = { ...requestOf(app, pkce().challenge), state: 'a state', ...changed };
    const { Redirect } = await ben.call('apps.authorize', { ...request, allow: true });
    const url = new URL(Redirect);
    expect(url.origin + url.pathname).toBe(CALLBACK);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ error, state: 'a state' });
    expect(await ben.call('apps.request', request)).toMatchObject({ Error: error, Redirect });
  });

  it('that is refused is answered to the app as access_denied', async () => {
    const { ben, app } = await yard();
    const request = { ...requestOf(app, pkce().challenge), state: 's' };
    const { Redirect } = await ben.call('apps.authorize', { ...request, allow: false });
    const answer = Object.fromEntries(new URL(Redirect).searchParams);
    expect(answer).toMatchObject({ error: 'access_denied', state: 's' });
    expect(answer).not.toHaveProperty('code');
  });

  it('keeps the query of the redirect address', async () => {
    const { ann, ben } = await yard();
    const redirect_uri = 'https://client.example/?page=1';
    const app = await createApp(ann, { redirects: [redirect_uri] });
    for (const allow of [true, false]) {
      const request = { ...requestOf(app, pkce().challenge), redirect_uri, allow };
      const { Redirect } = await ben.call('apps.authorize', request);
      expect(new URL(Redirect).searchParams.get('page')).toBe('1');
      expect(new URL(Redirect).searchParams.has(allow ? 'code' : 'error')).toBe(true);
    }
  });
});

describe('a code', () => {
  it('gives a token once; a second use revokes it', async () => {
    const { t, ben, app } = await yard();
    const given = await grant(ben, app);
    const answer = await t.open('apps.token', given);
    expect(answer).toEqual({
      access_token: expect.stringMatching(/^y\.[\w-]{43}$/),
      token_type: 'Bearer',
      expires_in: LIFETIMES.session,
      scope: 'read',
    });
    const token = 'access_token' in answer ? answer.access_token : '';
    const line = await t.as({ ...ben.session, token }, ben).listen();
    expect(await t.open('apps.token', given)).toMatchObject({ error: 'invalid_grant' });
    expect(await isValid(t, token)).toBe(false);
    expect(line.closed?.code).toBe(4401);
  });

  it('is not revealed by another app, nor does its attempt revoke anything', async () => {
    const { t, ann, ben, app } = await yard();
    const other = await createApp(ann);
    const given = await grant(ben, app);
    const stolen = { ...given, client_id: String(other.ID), client_secret: other.Secret ?? '' };
    expect(await t.open('apps.token', stolen)).toMatchObject({ error: 'invalid_grant' });
    const answer = await t.open('apps.token', given);
    expect(await t.open('apps.token', stolen)).toMatchObject({ error: 'invalid_grant' });
    expect(await isValid(t, 'access_token' in answer ? answer.access_token : '')).toBe(true);
  });

  it.each([
    [{ code_verifier: pkce().verifier }, 'invalid_grant'],
    [{ code_verifier: undefined }, 'invalid_grant'],
    [{ redirect_uri: `${CALLBACK}/other` }, 'invalid_request'],
    [{ redirect_uri: undefined }, 'invalid_request'],
  ])('with a wrong %o is used up', async (changed, error) => {
    const { t, ben, app } = await yard();
    const given = await grant(ben, app);
    expect(await t.open('apps.token', { ...given, ...changed })).toMatchObject({ error });
    expect(await t.open('apps.token', given)).toMatchObject({ error: 'invalid_grant' });
  });

  it.each([
    [{ client_secret: 'f'.repeat(64) }, 'invalid_client'],
    [{ client_secret: undefined }, 'invalid_client'],
    [{ client_id: '1' }, 'invalid_client'],
    [{ client_id: undefined }, 'invalid_client'],
    [{ code: 'x' }, 'invalid_grant'],
    [{ code: undefined }, 'invalid_request'],
    [{ grant_type: 'other' }, 'unsupported_grant_type'],
    [{ grant_type: 'refresh_token' }, 'unauthorized_client'],
  ])('sent with a wrong %o stays unused', async (changed, error) => {
    const { t, ben, app } = await yard();
    const given = await grant(ben, app);
    expect(await t.open('apps.token', { ...given, ...changed })).toMatchObject({ error });
    expect(await t.open('apps.token', given)).toHaveProperty('access_token');
  });

  it('expires', async () => {
    const { t, ben, app } = await yard();
    const given = await grant(ben, app);
    t.clock.advance(LIFETIMES.appCode);
    expect(await t.open('apps.token', given)).toMatchObject({ error: 'invalid_grant' });
  });

  it('of a public app needs PKCE alone, and no secret', async () => {
    const { t, ann, ben } = await yard();
    const app = await createApp(ann, { public: true });
    const given = await grant(ben, app);
    expect(await t.open('apps.token', { ...given, client_secret: 'x' })).toHaveProperty('error');
    expect(await t.open('apps.token', given)).toHaveProperty('access_token');
  });

  it('is of no use once its person is banned', async () => {
    const { t, ann, ben, app } = await yard();
    const given = await grant(ben, app);
    await ann.call('admin.ban', { user_id: ben.id, reason: 'spam' });
    expect(await t.open('apps.token', given)).toMatchObject({ error: 'invalid_grant' });
  });
});

describe('a token of an app', () => {
  it('is listed with app and scopes, and can be revoked there', async () => {
    const { t, ben, app } = await yard();
    const token = await tokenFor(t, ben, app, 'profile read');
    const [listed] = (await ben.call('account.tokens', {})).filter(({ Kind }) => Kind === 'app');
    expect(listed).toMatchObject({ App: { ID: app.ID, Name: app.Name }, Scopes: ['profile', 'read'] });
    await ben.call('account.revokeToken', { token_id: listed?.ID ?? 0 });
    expect(await isValid(t, token)).toBe(false);
  });

  it('can be revoked by the app alone', async () => {
    const { t, ann, ben, app } = await yard();
    const other = await createApp(ann);
    const token = await tokenFor(t, ben, app);
    const as = ({ ID, Secret }: typeof app) => ({ client_id: String(ID), client_secret: Secret ?? '' });
    expect(await t.open('apps.revoke', { ...as(app), client_secret: 'x', token })).toMatchObject({
      error: 'invalid_client',
    });
    expect(await t.open('apps.revoke', { ...as(other), token })).toEqual({});
    expect(await isValid(t, token)).toBe(true);
    expect(await t.open('apps.revoke', { ...as(app), token })).toEqual({});
    expect(await isValid(t, token)).toBe(false);
    expect(await t.open('apps.revoke', { ...as(app), token })).toEqual({});
    expect(await t.open('apps.revoke', as(app))).toMatchObject({ error: 'invalid_request' });
  });

  it('ends with its app, a password reset, and after half a year without use', async () => {
    const { t, ann, ben, app } = await yard();
    const first = await tokenFor(t, ben, app);
    const { Code } = await ann.call('admin.resetCode', { user_id: ben.id });
    await t.open('account.resetConfirm', { code: Code, password: 'another password' });
    expect(await isValid(t, first)).toBe(false);
    const again = t.as(await t.signIn(ben.email, 'another password'), ben);
    const second = await tokenFor(t, again, app);
    await ann.call('apps.remove', { app_id: app.ID });
    expect(await isValid(t, second)).toBe(false);
    const third = await tokenFor(t, again, await createApp(ann));
    await passDays(t, 181);
    expect(await isValid(t, third)).toBe(false);
  });

  it('replaces the least recently used one beyond the maximum', async () => {
    lowered(LIMITS, 'appTokensEach', 2);
    const { t, ben, app } = await yard();
    const tokens = [];
    for (let n = 0; n < 3; n++) tokens.push(await tokenFor(t, ben, app));
    const valid = await Promise.all(tokens.map((token) => isValid(t, token)));
    expect(valid).toEqual([false, true, true]);
  });
});

describe('the user of a token', () => {
  it('is answered to the app that holds it, for its secret', async () => {
    const { t, ann, ben, app } = await yard();
    const token = await tokenFor(t, ben, app, 'profile');
    const user = await t.open('apps.user', { token, secret: app.Secret });
    expect(user).toMatchObject({ ID: ben.id, Name: 'Ben' });
    expect(user).not.toHaveProperty('Email');
    const { Secret: secret } = await createApp(ann);
    expect((await t.refusedOpen('apps.user', { token, secret })).code).toBe('not_found');
    expect((await t.refusedOpen('apps.user', { token, secret: 'x' })).code).toBe('auth_failed');
    expect((await t.refusedOpen('apps.user', { token })).code).toBe('auth_failed');
    const session = ben.session.token ?? '';
    expect((await t.refusedOpen('apps.user', { token: session, secret: app.Secret })).code).toBe('not_found');
  });
});

test('limits wrong secrets, codes and tokens by address, and never valid ones', async () => {
  const { t, ben, app } = await yard();
  const from = { token: null, address: '198.51.100.7', userAgent: '' };
  for (let n = 0; n < RATES.failedAppCallsPerMinute * 2; n++)
    expect(await t.service.call(from, 'apps.token', await grant(ben, app))).toHaveProperty('access_token');
  const given = await grant(ben, app);
  for (let n = 0; n < RATES.failedAppCallsPerMinute; n++)
    await t.service.call(from, 'apps.token', { ...given, client_secret: `${n}` });
  for (const [name, input] of [
    ['apps.token', given],
    ['apps.revoke', { token: 'x' }],
    ['apps.user', { token: 'x', secret: 'x' }],
  ] as const) {
    await expect(t.service.call(from, name, input)).rejects.toMatchObject({ code: 'rate_limit_exceeded' });
  }
  expect(await t.service.call({ ...from, address: '198.51.100.8' }, 'apps.token', given)).toHaveProperty(
    'access_token',
  );
});
