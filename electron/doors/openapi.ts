import { z } from 'zod';
import { endpointOf, names, type Name } from '../../shared/contract';
import { Captcha } from '../../shared/contract/account';
import { Act, AdminPerson, Backup, LocalMail, Report } from '../../shared/contract/admin';
import { InvitePreview } from '../../shared/contract/dialogs';
import { Folder } from '../../shared/contract/files';
import { splitRoute, type Endpoint, type Route } from '../../shared/contract/endpoint';
import { Found } from '../../shared/contract/search';
import * as records from '../../shared/contract/records';
import { ERROR_STATUS, type ErrorCode } from '../../shared/errors';
import { LIMITS } from '../../shared/limits';
import { version } from '../version';
import { UPLOAD_PATHS } from './openapi-uploads';

/** The contract as an OpenAPI 3.1 document, in JSON; made when first asked for. */
export function describeContract(): string {
  return (described ??= JSON.stringify(makeDocument()));
}

type Json = Record<string, unknown>;
type JsonSchema = Json & { properties?: Record<string, Json>; required?: string[] };

let described: string | undefined;

const SCHEMAS = '#/components/schemas/';
const NOTES = [
  'The public interface of a Courtyard community: programs of other makers may rely on every name, path and type here.',
  'Identifiers are positive safe integers, newer things have larger ones. Times are whole Unix seconds.',
  'Unknown keys of a body are ignored, except under /settings and /admin.',
  'Live events come over the socket `GET /ws?token=…`, with `since` and `log` to resume.',
].join('\n\n');

function makeDocument(): Json {
  const outputs = describeOutputs();
  const paths: Record<string, Json> = {};
  for (const name of names) {
    const endpoint = endpointOf(name);
    [endpoint.http, ...(endpoint.also ?? [])].forEach((route, index) => {
      const { method, path } = splitRoute(route);
      const id = index === 0 ? name : `${name}.${index + 1}`;
      (paths[path] ??= {})[method.toLowerCase()] = {
        operationId: id,
        ...operation(name, endpoint, route, outputs),
      };
    });
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Courtyard', version, description: NOTES, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    security: [{ token: [] }, { bearer: [] }],
    tags: [...new Set(names.map(tagOf))].map((name) => ({ name })),
    paths: {
      ...paths,
      ...UPLOAD_PATHS,
      '/health': { get: HEALTH },
      '/content/{kind}/{id}/{name}': { get: CONTENT },
    },
    components: {
      schemas: { ...outputs.shared, Error: ERROR },
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'token' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
      parameters: { key: KEY },
      responses: Object.fromEntries(CODES.map((code) => [code, errorResponse(code)])),
    },
  };
}

function operation(name: Name, endpoint: Endpoint, route: Route, outputs: Outputs): Json {
  const { parameters, body } = describeInput(endpoint, route);
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
    responses: {
      '200': { description: 'Done.', content: answerOf(name, endpoint, outputs) },
      ...errorsOf(endpoint),
    },
  };
}

/** A record as JSON, or a file as bytes, which have no schema. */
function answerOf(name: Name, { download }: Endpoint, outputs: Outputs): Json {
  return download === undefined ? json(outputs.of(name)) : { [download]: {} };
}

/** Path parameters as the route names them, then the query, then what is left for the body. */
function describeInput(
  endpoint: Endpoint,
  route: Route,
): { parameters: Json[]; body: JsonSchema | undefined } {
  const { method, path } = splitRoute(route);
  const { properties = {}, required = [], ...rest } = inputSchema(endpoint);
  const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key ?? ''));
  const bodyless = method === 'GET';
  const place = (key: string) =>
    inPath.has(key) ? 'path' : bodyless || endpoint.query?.includes(key) ? 'query' : 'body';

  const parameters: Json[] = [];
  const left: Record<string, Json> = {};
  for (const [key, schema] of Object.entries(properties)) {
    const where = place(key);
    if (where === 'body') left[key] = schema;
    else
      parameters.push({ name: key, in: where, required: where === 'path' || required.includes(key), schema });
  }
  const needed = required.filter((key) => Object.hasOwn(left, key));
  const isOpenObject = Object.keys(properties).length === 0 && rest['additionalProperties'] !== undefined;
  if (bodyless || (Object.keys(left).length === 0 && !isOpenObject)) return { parameters, body: undefined };
  return { parameters, body: { ...rest, properties: left, ...(needed.length > 0 && { required: needed }) } };
}

/** Bytes travel in a form; a JSON body names bytes that the host has received already. */
function contentOf({ upload }: Endpoint, body: JsonSchema): Json {
  if (!upload) return json(body);
  const bytes = { type: 'string', format: 'binary' };
  const form = { ...body, properties: { ...body.properties, [upload.part]: bytes } };
  return { 'multipart/form-data': { schema: form }, ...json(body) };
}

function inputSchema(endpoint: Endpoint): JsonSchema {
  return plain(z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' }));
}

interface Outputs {
  /** Records that several answers share. */
  shared: Record<string, Json>;
  of: (name: Name) => Json;
}

/** Every record of the contract is described once and referred to by its name. */
function describeOutputs(): Outputs {
  const registry = z.registry<{ id: string }>();
  const shared = new Map<z.ZodType, string>();
  for (const [id, schema] of Object.entries(RECORDS)) {
    if (!(schema instanceof z.ZodType)) continue;
    shared.set(schema, id);
    registry.add(schema, { id });
  }
  for (const name of names)
    if (!shared.has(endpointOf(name).output)) registry.add(endpointOf(name).output, { id: name });
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `${SCHEMAS}${id}`,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // A later version may add keys to a record: clients are not told to refuse them.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return {
    shared: Object.fromEntries([...shared.values()].map((id) => [id, plain(schemas[id] ?? {})])),
    of: (name) => {
      const id = shared.get(endpointOf(name).output);
      return id === undefined ? plain(schemas[name] ?? {}) : { $ref: `${SCHEMAS}${id}` };
    },
  };
}

const RECORDS = {
  ...records,
  Captcha,
  Found,
  InvitePreview,
  AdminPerson,
  Report,
  Act,
  LocalMail,
  Backup,
  Folder,
};

/**
 * A schema without its own address. Any JSON value is a recursion to zod; the empty schema says the same, and its
 * definitions would not be found inside a larger document.
 */
function plain(schema: object): JsonSchema {
  const text = JSON.stringify(schema, (key, value: unknown) => {
    if (key === '$schema' || key === '$id' || key === '$defs') return undefined;
    return isRecursion(value) ? {} : value;
  });
  return JSON.parse(text) as JsonSchema;
}

function isRecursion(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('$ref' in value)) return false;
  return typeof value.$ref === 'string' && value.$ref.includes('$defs');
}

const CODES = Object.keys(ERROR_STATUS) as ErrorCode[];
const ALWAYS: readonly ErrorCode[] = [
  'validation_error',
  'rate_limit_exceeded',
  'server_error',
  'unavailable',
];
const CLOSED: readonly ErrorCode[] = ['access_denied', 'not_found'];
const WRITING: readonly ErrorCode[] = ['conflict', 'gone', 'too_large', 'invalid_type'];

/** The errors that an operation may answer with; no two of them share a status. */
function errorsOf(endpoint: Endpoint): Json {
  const codes = [...ALWAYS, ...(endpoint.open ? [] : ['auth_failed' as const]), ...CLOSED];
  if (endpoint.kind === 'write') codes.push(...WRITING);
  return Object.fromEntries(
    codes.map((code) => [ERROR_STATUS[code], { $ref: `#/components/responses/${code}` }]),
  );
}

function errorResponse(code: ErrorCode): Json {
  const waits = code === 'rate_limit_exceeded' || code === 'unavailable';
  return {
    description: code,
    content: json({ $ref: `${SCHEMAS}Error` }),
    ...(waits && {
      headers: { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds to wait.' } },
    }),
  };
}

const ERROR: Json = {
  type: 'object',
  required: ['detail', 'message'],
  properties: {
    detail: { type: 'string', enum: CODES },
    message: { type: 'string', description: 'One plain sentence.' },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Why each field was refused.',
    },
    id: { type: 'string', description: 'With server_error: where to look in the log.' },
    retry_after: { type: 'integer', description: 'Seconds to wait.' },
  },
};

const KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key and input give the first answer again and change nothing. Kept 30 days.',
  schema: { type: 'string', minLength: LIMITS.keyMin, maxLength: LIMITS.keyMax },
};

const CONTENT: Json = {
  operationId: 'content',
  summary: 'The bytes behind a signed address, as the Url of a record gives it; good for 24 hours.',
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
    { name: 'Range', in: 'header', schema: { type: 'string' }, description: 'One range of bytes.' },
    { name: 'If-None-Match', in: 'header', schema: { type: 'string' } },
  ],
  responses: {
    '200': { description: 'All bytes.', content: { '*/*': {} } },
    '206': { description: 'The bytes of the range.', content: { '*/*': {} } },
    '304': { description: 'The asker has them.' },
    '401': { $ref: '#/components/responses/auth_failed' },
    '404': { $ref: '#/components/responses/not_found' },
    '416': { description: 'No byte lies in the range.' },
  },
};

const HEALTH: Json = {
  operationId: 'health',
  summary: 'Whether the host is up.',
  tags: ['community'],
  security: [],
  responses: {
    '200': {
      description: 'It is.',
      content: json({
        type: 'object',
        required: ['ok', 'version'],
        properties: { ok: { const: true }, version: { type: 'string' } },
      }),
    },
  },
};

function json(schema: Json): Json {
  return { 'application/json': { schema } };
}

function tagOf(name: Name): string {
  return name.slice(0, name.indexOf('.'));
}
