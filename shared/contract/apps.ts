import { z } from 'zod';
import { appScopes } from '../app-scopes';
import { LIMITS } from '../limits';
import { read, write } from './endpoint';
import { Author, BaseOkay, UserModel } from './records';
import { flag, identifier, name, text } from './values';

/** An app of another maker, as its owner sees it. `Secret` is only present where it was just generated. */
export const App = z.object({
  ID: z.number(),
  Name: z.string(),
  /** Has no secret: it runs where one couldn't be hidden, such as a phone or a web page. */
  Public: z.boolean(),
  Redirects: z.array(z.string()),
  Timestamp: z.number(),
  Secret: z.string().optional(),
});

/** An app's request for access, as the consent page shows it. */
export const AppRequest = z.object({
  App: z.object({ ID: z.number(), Name: z.string() }),
  Owner: Author,
  Scopes: z.array(z.enum(appScopes)),
  /** The host of the redirect address. */
  Host: z.string(),
  /** Why the request is invalid, '' if it is valid, and the address that tells the app so. */
  Error: z.string(),
  Redirect: z.string(),
});

/** An error of OAuth 2 (RFC 6749, 5.2). */
const OAuthErrorAnswer = z.object({ error: z.string(), error_description: z.string() });

const IssuedToken = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  /** Seconds until it expires. Each use extends that. */
  expires_in: z.number(),
  scope: z.string(),
});

/** The parameters of an authorization request (OAuth 2.1, 4.1.1). */
const authorizationRequest = {
  client_id: text(100),
  redirect_uri: text(LIMITS.redirectAddress),
  response_type: text(100).optional(),
  scope: text(1000).optional(),
  state: text(2000).optional(),
  code_challenge: text(200).optional(),
  code_challenge_method: text(100).optional(),
};

const clientCredentials = { client_id: text(100).optional(), client_secret: text(200).optional() };

const redirects = () => z.array(text(LIMITS.redirectAddress)).min(1).max(LIMITS.appRedirects);

export const apps = {
  'apps.list': read('GET /apps', {
    summary: 'The caller’s own apps, which people can sign in to with their account here.',
    since: '1.1.0',
    input: z.object({}),
    output: z.array(App),
  }),
  'apps.create': write('POST /apps', {
    summary: 'Creates an app; its secret is shown once. A public app has no secret.',
    since: '1.1.0',
    secret: true,
    input: z.object({
      name: name(LIMITS.personName),
      redirects: redirects(),
      public: flag().default(false),
    }),
    output: App,
  }),
  'apps.update': write('PATCH /apps/{app_id}', {
    summary: 'Changes the name or the redirect addresses of an own app.',
    since: '1.1.0',
    input: z.object({
      app_id: identifier(),
      name: name(LIMITS.personName).optional(),
      redirects: redirects().optional(),
    }),
    output: App,
  }),
  'apps.remove': write('DELETE /apps/{app_id}', {
    summary: 'Deletes an own app and every token that it holds.',
    since: '1.1.0',
    input: z.object({ app_id: identifier() }),
    output: BaseOkay,
  }),
  'apps.rotateSecret': write('POST /apps/{app_id}/secret', {
    summary: 'Replaces the secret of an own app; the new one is shown once.',
    since: '1.1.0',
    secret: true,
    input: z.object({ app_id: identifier() }),
    output: App,
  }),
  'apps.user': read('GET /apps/user/{token}', {
    summary: 'The person whose token an app holds, for that app’s secret (header Secret-Key).',
    since: '1.1.0',
    open: true,
    headers: { secret: 'Secret-Key' },
    input: z.object({ token: text(100), secret: text(200).optional() }),
    output: UserModel,
  }),
  'apps.request': read('POST /oauth/request', {
    summary: 'Describes an app’s request for access, for the consent page.',
    since: '1.1.0',
    input: z.object(authorizationRequest),
    output: AppRequest,
  }),
  'apps.authorize': write('POST /oauth/authorize', {
    summary:
      'Allows or refuses an app’s request; gives the address to return to, with the code or the error.',
    since: '1.1.0',
    secret: true,
    input: z.object({ ...authorizationRequest, allow: flag() }),
    output: z.object({ Redirect: z.string() }),
  }),
  'apps.token': write('POST /oauth/token', {
    summary: 'Exchanges an authorization code for a token (OAuth 2.1; the body is a form).',
    since: '1.1.0',
    open: true,
    secret: true,
    form: true,
    input: z.object({
      ...clientCredentials,
      grant_type: text(100).optional(),
      code: text(200).optional(),
      redirect_uri: text(LIMITS.redirectAddress).optional(),
      code_verifier: text(200).optional(),
    }),
    output: z.union([IssuedToken, OAuthErrorAnswer]),
  }),
  'apps.revoke': write('POST /oauth/revoke', {
    summary: 'Revokes a token that an app holds (RFC 7009; the body is a form).',
    since: '1.1.0',
    open: true,
    form: true,
    input: z.object({ ...clientCredentials, token: text(200).optional() }),
    output: z.union([z.strictObject({}), OAuthErrorAnswer]),
  }),
} as const;

export type App = z.infer<typeof App>;
export type AppRequest = z.infer<typeof AppRequest>;
