import { createHash, randomBytes } from 'node:crypto';
import type { Input } from '../../shared/contract';
import type { App } from '../../shared/contract/apps';
import type { TestPerson, TestService } from './service';

export const CALLBACK = 'https://client.example/callback';

/** Creates an app of a person with one redirect address. */
export function createApp(owner: TestPerson, input: Partial<Input<'apps.create'>> = {}): Promise<App> {
  return owner.call('apps.create', { name: 'Garden planner', redirects: [CALLBACK], ...input });
}

/** A PKCE verifier and its S256 challenge. */
export function pkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** A valid authorization request of an app. */
export function requestOf(app: Pick<App, 'ID'>, challenge: string, scope = 'read') {
  return {
    client_id: String(app.ID),
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  };
}

/** Allows an app as a person and returns what the app exchanges for a token. */
export async function grant(person: TestPerson, app: App, scope?: string) {
  const { verifier, challenge } = pkce();
  const { Redirect } = await person.call('apps.authorize', {
    ...requestOf(app, challenge, scope),
    allow: true,
  });
  return {
    grant_type: 'authorization_code',
    code: new URL(Redirect).searchParams.get('code') ?? '',
    redirect_uri: CALLBACK,
    code_verifier: verifier,
    client_id: String(app.ID),
    ...(app.Secret !== undefined && { client_secret: app.Secret }),
  };
}

/** Signs a person in to an app and returns the app's token. */
export async function tokenFor(
  t: TestService,
  person: TestPerson,
  app: App,
  scope?: string,
): Promise<string> {
  const answer = await t.open('apps.token', await grant(person, app, scope));
  if ('error' in answer) throw new Error(answer.error_description);
  return answer.access_token;
}
