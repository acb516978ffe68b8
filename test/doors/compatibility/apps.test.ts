import * as oauth from 'oauth4webapi';
import { describe, expect, it } from 'vitest';
import { CALLBACK, createApp } from '../../support/apps';
import type { TestPerson } from '../../support/service';
import { hosted, type Hosted } from '../hosted';

/** Plain HTTP is for this machine and local networks, as the client has to allow explicitly. */
const LOCAL = { [oauth.allowInsecureRequests]: true };

async function yard() {
  const host = await hosted();
  const [ann, ben] = await host.world.people('Ann', 'Ben');
  const issuer = new URL(host.url);
  const discovered = await oauth.discoveryRequest(issuer, { ...LOCAL, algorithm: 'oauth2' });
  return { host, ann, ben, server: await oauth.processDiscoveryResponse(issuer, discovered) };
}

/** Sends a person to the authorization address as a browser would go, and decides on the consent page. */
async function decide(host: Hosted, person: TestPerson, address: URL, allow = true): Promise<URL> {
  const opened = await fetch(address, { redirect: 'manual' });
  expect(opened.status).toBe(303);
  expect(opened.headers.get('x-frame-options')).toBe('DENY');
  const page = new URL(opened.headers.get('location') ?? '', host.url);
  const [path, query] = page.hash.split('?', 2);
  expect([page.pathname, path]).toEqual(['/', '#/authorize']);
  const answer = await fetch(`${host.url}/oauth/authorize`, {
    method: 'POST',
    headers: { token: person.session.token ?? '', 'content-type': 'application/json' },
    body: JSON.stringify({ ...Object.fromEntries(new URLSearchParams(query)), allow }),
  });
  const { Redirect } = (await answer.json()) as { Redirect: string };
  return new URL(Redirect);
}

/** An authorization request as the client builds it. */
async function beginSignIn(server: oauth.AuthorizationServer, client: oauth.Client, scope: string) {
  const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()];
  const address = new URL(server.authorization_endpoint ?? '');
  const parameters = {
    client_id: client.client_id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  };
  for (const [key, value] of Object.entries(parameters)) address.searchParams.set(key, value);
  return { verifier, state, address };
}

describe('an independent OAuth client', () => {
  it.each(['basic', 'post', 'none'] as const)(
    'signs a person in and revokes its token, with client authentication %s',
    async (method) => {
      const { host, ann, ben, server } = await yard();
      const app = await createApp(ann, { public: method === 'none' });
      const client: oauth.Client = { client_id: String(app.ID) };
      const authentication = {
        basic: () => oauth.ClientSecretBasic(app.Secret ?? ''),
        post: () => oauth.ClientSecretPost(app.Secret ?? ''),
        none: () => oauth.None(),
      }[method]();

      const { verifier, state, address } = await beginSignIn(server, client, 'read');
      const returned = await decide(host, ben, address);
      const parameters = oauth.validateAuthResponse(server, client, returned, state);
      const asked = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        authentication,
        parameters,
        CALLBACK,
        verifier,
        LOCAL,
      );
      expect(asked.headers.get('cache-control')).toBe('no-store');
      const result = await oauth.processAuthorizationCodeResponse(server, client, asked);
      expect(result).toMatchObject({ token_type: 'bearer', scope: 'read' });

      const get = (path: string) =>
        oauth.protectedResourceRequest(
          result.access_token,
          'GET',
          new URL(path, host.url),
          undefined,
          undefined,
          LOCAL,
        );
      expect(await (await get('/me')).json()).toMatchObject({ ID: ben.id, Name: 'Ben', Email: '' });
      expect((await get('/tokens')).status).toBe(403);

      const revoked = await oauth.revocationRequest(
        server,
        client,
        authentication,
        result.access_token,
        LOCAL,
      );
      await oauth.processRevocationResponse(revoked);
      expect((await get('/me')).status).toBe(401);
    },
  );

  it('is told that the person refused', async () => {
    const { host, ann, ben, server } = await yard();
    const client: oauth.Client = { client_id: String((await createApp(ann)).ID) };
    const { state, address } = await beginSignIn(server, client, 'profile');
    const returned = await decide(host, ben, address, false);
    expect(() => oauth.validateAuthResponse(server, client, returned, state)).toThrow(
      expect.objectContaining({ error: 'access_denied' }),
    );
  });

  it('is told why a code is refused, and that its secret is wrong', async () => {
    const { host, ann, ben, server } = await yard();
    const app = await createApp(ann);
    const client: oauth.Client = { client_id: String(app.ID) };
    const { verifier, state, address } = await beginSignIn(server, client, 'profile');
    const parameters = oauth.validateAuthResponse(server, client, await decide(host, ben, address), state);
    const exchange = async (secret: string, codeVerifier: string) => {
      const authentication = oauth.ClientSecretBasic(secret);
      const asked = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        authentication,
        parameters,
        CALLBACK,
        codeVerifier,
        LOCAL,
      );
      return oauth.processAuthorizationCodeResponse(server, client, asked);
    };
    await expect(exchange('wrong', verifier)).rejects.toMatchObject({ status: 401 });
    await expect(exchange(app.Secret ?? '', oauth.generateRandomCodeVerifier())).rejects.toMatchObject({
      error: 'invalid_grant',
      status: 400,
    });
    await expect(exchange(app.Secret ?? '', verifier)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it('learns whose token it holds by the platform’s own call', async () => {
    const { host, ann, ben, server } = await yard();
    const app = await createApp(ann);
    const client: oauth.Client = { client_id: String(app.ID) };
    const { verifier, state, address } = await beginSignIn(server, client, 'profile');
    const parameters = oauth.validateAuthResponse(server, client, await decide(host, ben, address), state);
    const authentication = oauth.ClientSecretPost(app.Secret ?? '');
    const asked = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authentication,
      parameters,
      CALLBACK,
      verifier,
      LOCAL,
    );
    const { access_token } = await oauth.processAuthorizationCodeResponse(server, client, asked);
    const ask = async (secret: string | null, query = '') => {
      const headers = new Headers(secret === null ? {} : { 'Secret-Key': secret });
      return fetch(`${host.url}/apps/user/${access_token}${query}`, { headers });
    };
    expect(await (await ask(app.Secret ?? '')).json()).toMatchObject({ ID: ben.id, Name: 'Ben' });
    for (const refused of [await ask('wrong'), await ask(null), await ask(null, `?secret=${app.Secret}`)]) {
      expect(refused.status).toBe(401);
    }
  });
});

describe('the token address', () => {
  async function post(host: Hosted, body: BodyInit, headers: Record<string, string> = {}, path = 'token') {
    const type = 'application/x-www-form-urlencoded';
    const answer = await fetch(`${host.url}/oauth/${path}`, {
      method: 'POST',
      headers: { 'content-type': type, ...headers },
      body,
    });
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as unknown };
  }

  it.each([
    ['nothing', '', 'invalid_client', 401],
    ['a parameter twice', 'code=1&code=2', 'invalid_request', 400],
    ['another type', '{', 'invalid_request', 400, { 'content-type': 'application/json' }],
    ['two secrets', 'client_secret=1', 'invalid_request', 400, { authorization: `Basic ${btoa('1:2')}` }],
    ['two clients', 'client_id=2', 'invalid_request', 400, { authorization: `Basic ${btoa('1:2')}` }],
    ['malformed credentials', '', 'invalid_request', 400, { authorization: `Basic ${btoa('1')}` }],
    ['an unknown client', 'grant_type=authorization_code', 'invalid_client', 401, basic('1', '2')],
  ] as const)('answers %s with %3$s', async (_what, body, error, status, headers: Headers = {}) => {
    const host = await hosted();
    for (const path of ['token', 'revoke']) {
      const answer = await post(host, body, headers, path);
      expect([answer.status, answer.body]).toEqual([status, expect.objectContaining({ error })]);
      const isBasic = error === 'invalid_client' && 'authorization' in headers;
      expect(answer.headers.get('www-authenticate')).toBe(isBasic ? 'Basic realm="apps"' : null);
    }
  });

  it('answers too many wrong attempts with 429', async () => {
    const host = await hosted();
    let answer = await post(host, 'client_id=1&client_secret=2');
    for (let n = 0; n < 20 && answer.status !== 429; n++) answer = await post(host, 'client_id=1');
    expect(answer).toMatchObject({ status: 429, body: { error: 'temporarily_unavailable' } });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  type Headers = Record<string, string>;
  function basic(id: string, secret: string): Headers {
    return { authorization: `Basic ${btoa(`${id}:${secret}`)}` };
  }
});

it('names itself by the address that a client reached, behind a trusted proxy too', async () => {
  const host = await hosted({}, ['127.0.0.1']);
  const issuer = async (headers: Record<string, string>) => {
    const answer = await fetch(`${host.url}/.well-known/oauth-authorization-server`, { headers });
    return ((await answer.json()) as { issuer: string }).issuer;
  };
  expect(await issuer({})).toBe(host.url);
  expect(await issuer({ 'x-forwarded-proto': 'https' })).toBe(host.url.replace('http:', 'https:'));
  const direct = await hosted();
  const answer = await fetch(`${direct.url}/.well-known/oauth-authorization-server`, {
    headers: { 'x-forwarded-proto': 'https' },
  });
  expect(await answer.json()).toMatchObject({ issuer: direct.url });
});
