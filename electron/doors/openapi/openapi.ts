import { endpointOf, names, type Name } from '../../../shared/contract';
import { routesOf, type Alias, type Endpoint } from '../../../shared/contract/endpoint';
import { splitRoute } from '../../../shared/contract/http-routes';
import { LIMITS, PICTURE_SIZES } from '../../../shared/limits';
import { version } from '../../version';
import { AUTHORIZE, formContent, formResponses, OAUTH_PATHS } from '../apps/openapi-oauth';
import { ERROR_CODES, ERROR_SCHEMA, errorResponse, errorsOf } from './openapi-errors';
import {
  describeOutputs,
  inputSchema,
  json,
  type Json,
  type JsonSchema,
  type Outputs,
} from './openapi-schemas';
import { UPLOAD_PATHS } from './openapi-uploads';

/** The contract as an OpenAPI 3.1 document in JSON, created on first use. */
export function describeContract(): string {
  return (described ??= JSON.stringify(makeDocument()));
}

let described: string | undefined;

const NOTES = [
  'The public interface of a Courtyard community: programs of other makers may rely on every name, path and type here.',
  'Identifiers are positive safe integers, newer things have larger ones. Times are whole Unix seconds.',
  'Unknown query parameters are answered 422 with their names in `fields`, unless they begin with `_`. Unknown keys of a body are ignored, except under /settings and /admin.',
  'Live events come over the socket `GET /ws?token=…`, with `since` and `log` to resume. Instead of the query, the token may be in a header, or the second protocol after `courtyard`.',
  'In its frames `Message` is an object: of `read`, `message_delete` and `typing` with `ID`, `Dialog` and `Author`, of `notification` the notification. The `Type` of an ordinary message is "" there. `hello` has `ok: 1` and `version`. With `v=2` the socket sends the leaner form of the own pages: `Message` is an ID in `read` and `message_delete`, and absent from `typing` and `notification`; `hello`, events and frames `durable` say in `Durable` up to which event the standby of the community, if it has one, has everything on its disk.',
].join('\n\n');

function makeDocument(): Json {
  const outputs = describeOutputs();
  const paths: Record<string, Json> = {};
  for (const name of names) {
    const endpoint = endpointOf(name);
    routesOf(endpoint).forEach((alias, index) => {
      const { method, path } = splitRoute(alias.route);
      const id = index === 0 ? name : `${name}.${index + 1}`;
      (paths[path] ??= {})[method.toLowerCase()] = {
        operationId: id,
        ...operation(name, endpoint, alias, outputs),
        ...(index > 0 && { description: sameAs(endpoint, alias) }),
      };
    });
  }
  paths['/oauth/authorize'] = { ...paths['/oauth/authorize'], get: AUTHORIZE };
  return {
    openapi: '3.1.0',
    info: { title: 'Courtyard', version, description: NOTES, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    security: [{ token: [] }, { bearer: [] }],
    tags: [...new Set(names.map(tagOf))].map((name) => ({ name })),
    paths: {
      ...paths,
      ...UPLOAD_PATHS,
      ...OAUTH_PATHS,
      '/health': { get: HEALTH },
      '/content/{kind}/{id}/{name}': { get: CONTENT },
    },
    components: {
      schemas: { ...outputs.shared, Error: ERROR_SCHEMA },
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'token' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
      parameters: { key: KEY },
      headers: { Seq: SEQ },
      responses: Object.fromEntries(ERROR_CODES.map((code) => [code, errorResponse(code)])),
    },
  };
}

/** Describes an alias by the main route of its endpoint. */
function sameAs({ http }: Endpoint, { sets = {} }: Alias): string {
  const values = Object.entries(sets).map(([key, value]) => `\`${key}\` set to \`${value}\``);
  return `The same as \`${http}\`${values.length > 0 ? ` with ${values.join(' and ')}` : ''}.`;
}

function operation(name: Name, endpoint: Endpoint, alias: Alias, outputs: Outputs): Json {
  const { parameters, body } = describeInput(endpoint, alias);
  return {
    summary: endpoint.summary,
    tags: [tagOf(name)],
    'x-since': endpoint.since,
    ...(endpoint.deprecated && { deprecated: true }),
    ...(endpoint.open && { security: [] }),
    parameters:
      endpoint.kind === 'write' ? [...parameters, { $ref: '#/components/parameters/key' }] : parameters,
    ...(body && {
      requestBody: { required: body.required !== undefined, content: contentOf(endpoint, body) },
    }),
    responses: endpoint.form
      ? formResponses(outputs.of(name))
      : {
          '200': {
            description: 'Done.',
            ...(endpoint.download === undefined && {
              headers: { Seq: { $ref: '#/components/headers/Seq' } },
            }),
            content: answerOf(name, endpoint, outputs),
          },
          ...errorsOf(endpoint),
        },
  };
}

/** A record as JSON, or a download as bytes without a schema. */
function answerOf(name: Name, { download }: Endpoint, outputs: Outputs): Json {
  return download === undefined ? json(outputs.of(name)) : { [download]: {} };
}

/** Splits an input into path parameters, query parameters and a body. */
function describeInput(
  endpoint: Endpoint,
  { route, sets = {} }: Alias,
): { parameters: Json[]; body: JsonSchema | undefined } {
  const { method, path } = splitRoute(route);
  const { properties = {}, required = [], ...rest } = inputSchema(endpoint);
  const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key ?? ''));
  const bodyless = method === 'GET';
  const { headers = {} } = endpoint;
  const place = (key: string) =>
    inPath.has(key)
      ? 'path'
      : headers[key]
        ? 'header'
        : bodyless || endpoint.query?.includes(key)
          ? 'query'
          : 'body';

  const parameters: Json[] = [];
  const bodyProperties: Record<string, Json> = {};
  for (const [key, schema] of Object.entries(properties)) {
    if (key in sets) continue;
    const where = place(key);
    if (where === 'body') bodyProperties[key] = schema;
    else
      parameters.push({
        name: headers[key] ?? key,
        in: where,
        required: where === 'path' || required.includes(key),
        schema,
      });
  }
  const requiredInBody = required.filter((key) => Object.hasOwn(bodyProperties, key));
  const isOpenObject = Object.keys(properties).length === 0 && rest['additionalProperties'] !== undefined;
  if (bodyless || (Object.keys(bodyProperties).length === 0 && !isOpenObject))
    return { parameters, body: undefined };
  return {
    parameters,
    body: {
      ...rest,
      properties: bodyProperties,
      ...(requiredInBody.length > 0 && { required: requiredInBody }),
    },
  };
}

/** Files are sent in a form; a JSON body refers to an upload that has been received before. */
function contentOf({ upload, form: isForm }: Endpoint, body: JsonSchema): Json {
  if (isForm) return formContent(body);
  if (!upload) return json(body);
  const bytes = { type: 'string', format: 'binary' };
  const form = { ...body, properties: { ...body.properties, [upload.part]: bytes } };
  return { 'multipart/form-data': { schema: form }, ...json(body) };
}

const KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Repeating a call with the same key and input returns the first answer and changes nothing; with another input, the answer is 422. Stored for 30 days.',
  schema: { type: 'string', minLength: LIMITS.keyMin, maxLength: LIMITS.keyMax },
};

const SEQ: Json = {
  description:
    'The number of the last event that the answer is sure to include. Apply to it the events with a higher number. Absent from the stored answer to a repeated write.',
  schema: { type: 'integer' },
};

const CONTENT: Json = {
  operationId: 'content',
  summary: 'The bytes of a signed content URL (Url of a record), valid for 24 hours.',
  tags: ['files'],
  security: [],
  parameters: [
    ...['kind', 'id', 'name'].map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...['exp', 'sig'].map((name) => ({ name, in: 'query', required: true, schema: { type: 'string' } })),
    {
      name: 'size',
      in: 'query',
      schema: { enum: PICTURE_SIZES },
      description: 'A smaller form of a photo.',
    },
    { name: 'Range', in: 'header', schema: { type: 'string' }, description: 'One range of bytes.' },
    ...['If-Range', 'If-None-Match'].map((name) => ({ name, in: 'header', schema: { type: 'string' } })),
  ],
  responses: {
    '200': { description: 'All bytes.', content: { '*/*': {} } },
    '206': { description: 'The bytes of the range.', content: { '*/*': {} } },
    '304': { description: 'Not modified.' },
    '401': { $ref: '#/components/responses/auth_failed' },
    '404': { $ref: '#/components/responses/not_found' },
    '410': { $ref: '#/components/responses/gone' },
    '416': { description: 'Range not satisfiable.' },
    '422': { $ref: '#/components/responses/validation_error' },
  },
};

const HEALTH: Json = {
  operationId: 'health',
  summary: 'Whether the host is up.',
  tags: ['community'],
  security: [],
  responses: {
    '503': { $ref: '#/components/responses/unavailable' },
    '200': {
      description: 'The host is up.',
      content: json({
        type: 'object',
        required: ['ok', 'version'],
        properties: { ok: { const: true }, version: { type: 'string' } },
      }),
    },
  },
};

function tagOf(name: Name): string {
  return name.slice(0, name.indexOf('.'));
}
