import OAuth2Server from '@node-oauth/oauth2-server';
import type { Output, Parsed } from '../../../shared/contract';
import type { UserModel } from '../../../shared/contract/records';
import { AppError } from '../../../shared/errors';
import { LIFETIMES } from '../../../shared/limits';
import { findCaller, hashToken } from '../access/access';
import type { Context, ReadContext } from '../context';
import { ownUser } from '../people/records';
import { authenticateApp, countAppAttempt } from './clients';
import { CodeExchange } from './code-exchange';
import { deleteAppToken } from './code-queries';
import { oauthFailure } from './oauth-failure';
import { findAppBySecret } from './queries';

/** Exchanges an authorization code for a token. Errors are answers, so that a revocation because of reuse is stored. */
export async function exchangeCode(ctx: ReadContext, input: Parsed<'apps.token'>) {
  const forgive = countAppAttempt(ctx);
  return async (inner: Context): Promise<Output<'apps.token'>> => {
    const model = new CodeExchange(inner) as unknown as OAuth2Server.AuthorizationCodeModel;
    const server = new OAuth2Server({ model });
    try {
      const token = await server.token(formRequest(input), new OAuth2Server.Response());
      inner.afterCommit(forgive);
      return {
        access_token: token.accessToken,
        token_type: 'Bearer',
        expires_in: LIFETIMES.session,
        scope: (token.scope ?? []).join(' '),
      };
    } catch (error) {
      return oauthFailure(error);
    }
  };
}

/** Revokes a token of the app; the answer doesn't tell whether there was one (RFC 7009, 2.2). */
export async function revokeToken(ctx: ReadContext, input: Parsed<'apps.revoke'>) {
  const forgive = countAppAttempt(ctx);
  return async (inner: Context): Promise<Output<'apps.revoke'>> => {
    const app = await authenticateApp(inner, input.client_id, input.client_secret);
    if (!app) return { error: 'invalid_client', error_description: 'Wrong credentials of the app' };
    inner.afterCommit(forgive);
    if (input.token === undefined) return { error: 'invalid_request', error_description: NO_TOKEN };
    const token = await deleteAppToken(inner.db, app.id, hashToken(input.token));
    if (token !== undefined) inner.afterCommit(() => inner.connections.close({ token }));
    return {};
  };
}

/** Returns the person whose token an app holds. Throws `auth_failed` for a wrong secret of the app. */
export async function readTokenUser(ctx: ReadContext, input: Parsed<'apps.user'>): Promise<UserModel> {
  const forgive = countAppAttempt(ctx);
  const app = input.secret ? await findAppBySecret(ctx.db, hashToken(input.secret)) : undefined;
  if (!app) throw new AppError('auth_failed', 'Send the secret of your app in the header Secret-Key.');
  const caller = await findCaller(ctx.db, input.token, ctx.nowForAges());
  if (caller?.app?.id !== app.id) throw new AppError('not_found', 'This isn’t a token of your app.');
  forgive();
  const user = await ownUser({ ...ctx, caller }, caller.id);
  if (!user) throw new AppError('not_found');
  return user;
}

const NO_TOKEN = 'Missing parameter: `token`';

/** The library requires a form with a body. */
function formRequest(body: Parsed<'apps.token'>): OAuth2Server.Request {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'transfer-encoding': 'chunked' };
  return new OAuth2Server.Request({ method: 'POST', headers, query: {}, body });
}
