import { json, type Json, type JsonSchema } from '../openapi/openapi-schemas';

/** Paths of OAuth 2 that are no calls of the contract. */
export const OAUTH_PATHS: Record<string, Json> = {
  '/.well-known/oauth-authorization-server': {
    get: {
      operationId: 'apps.metadata',
      summary: 'Metadata of the authorization server (RFC 8414).',
      tags: ['apps'],
      security: [],
      responses: { '200': { description: 'The metadata.', content: json({ type: 'object' }) } },
    },
  },
};

/** `GET /oauth/authorize`, beside the call that answers it. */
export const AUTHORIZE: Json = {
  operationId: 'apps.openConsentPage',
  summary: 'Where an app sends people to sign in: opens the consent page (OAuth 2.1, 4.1.1).',
  tags: ['apps'],
  security: [],
  parameters: [
    'client_id',
    'redirect_uri',
    'response_type',
    'code_challenge',
    'code_challenge_method',
    'scope',
    'state',
  ].map((name, index) => ({
    name,
    in: 'query',
    required: index < 5,
    schema: { type: 'string' },
  })),
  responses: { '303': { description: 'The consent page.' } },
};

/** The body of a call that takes a form. */
export function formContent(body: JsonSchema): Json {
  return { 'application/x-www-form-urlencoded': { schema: body }, ...json(body) };
}

/** Responses of a call that takes a form: its schema is a union of the result and an error. */
export function formResponses(schema: Json): Json {
  const [result = schema, error = schema] = (schema['anyOf'] ?? []) as Json[];
  return {
    '200': { description: 'Done.', content: json(result) },
    '400': { description: 'An error of OAuth 2 (RFC 6749, 5.2).', content: json(error) },
    '401': { description: 'The credentials of the app are wrong.', content: json(error) },
    '429': { description: 'Too many wrong attempts. See Retry-After.', content: json(error) },
  };
}
