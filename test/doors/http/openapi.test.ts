import { describe, expect, it } from 'vitest';
import { describeContract } from '../../../electron/doors/openapi/openapi';
import { version } from '../../../electron/version';
import { endpointOf, names } from '../../../shared/contract';
import { routesOf } from '../../../shared/contract/endpoint';
import { splitRoute } from '../../../shared/contract/http-routes';
import { ask, door } from './http-door';

interface Operation {
  operationId: string;
  summary: string;
  deprecated?: boolean;
  security?: unknown[];
  parameters: { name?: string; in?: string; required?: boolean; $ref?: string; schema?: unknown }[];
  requestBody?: { content: { 'application/json': { schema: { properties: Record<string, unknown> } } } };
  responses: Record<string, unknown>;
  'x-since': string;
}

interface Document {
  openapi: string;
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, unknown> };
}

const document = JSON.parse(describeContract()) as Document;
const routes = names.flatMap((name) => {
  const endpoint = endpointOf(name);
  return routesOf(endpoint).map(({ route }) => ({
    name,
    endpoint,
    route,
    ...splitRoute(route),
  }));
});

function operationOf(method: string, path: string): Operation {
  const operation = document.paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${method} ${path} is not described`);
  return operation;
}

describe('/openapi.json', () => {
  it('is OpenAPI 3.1 of this version, open to everyone', async () => {
    const { app } = await door();
    const { status, headers, body } = await ask(app, '/openapi.json');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(body).toBe(describeContract());
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version } });
    expect(document.components.securitySchemes).toMatchObject({
      token: { type: 'apiKey', in: 'header', name: 'token' },
      bearer: { type: 'http', scheme: 'bearer' },
    });
  });

  it.each(routes)('describes $route', ({ endpoint, method, path }) => {
    const operation = operationOf(method, path);
    expect(operation).toMatchObject({ summary: endpoint.summary, 'x-since': endpoint.since });
    expect(operation.deprecated).toBe(endpoint.deprecated);
    expect(operation.security).toEqual(endpoint.open && []);
    expect('401' in operation.responses).toBe(!endpoint.open || endpoint.form === true);
    const refs = operation.parameters.map(({ $ref }) => $ref);
    expect(refs.includes('#/components/parameters/key')).toBe(endpoint.kind === 'write');
  });

  it.each(routes)('describes every path parameter of $route', ({ method, path }) => {
    const inPath = operationOf(method, path).parameters.filter((parameter) => parameter.in === 'path');
    expect(inPath.map(({ name }) => name).sort()).toEqual(
      [...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key).sort(),
    );
    expect(inPath.every(({ required }) => required)).toBe(true);
  });

  it('lists the errors of bodies, invitations and uploads', () => {
    const errorsOf = (method: string, path: string) => Object.keys(operationOf(method, path).responses);
    expect(errorsOf('POST', '/users/find')).toEqual(expect.arrayContaining(['413', '415']));
    expect(errorsOf('GET', '/dialogs')).not.toContain('415');
    expect(errorsOf('GET', '/invites/{code}')).toContain('410');
    expect(errorsOf('POST', '/files')).toContain('507');
    expect(errorsOf('POST', '/uploads')).toEqual(expect.arrayContaining(['400', '412', '415', '460', '507']));
    expect(errorsOf('HEAD', '/uploads/{upload_id}')).toEqual(expect.arrayContaining(['403', '412', '503']));
  });

  it('explains what the parameters of messages refer to', () => {
    const { parameters } = operationOf('GET', '/dialogs/{dialog_id}/messages');
    expect(parameters.find(({ name }) => name === 'around_time')?.schema).toMatchObject({
      type: 'integer',
      minimum: 0,
      description: expect.stringContaining('Unix seconds'),
    });
    const send = operationOf('POST', '/dialogs/{dialog_id}/messages').requestBody;
    expect(send?.content['application/json'].schema.properties).toMatchObject({
      forward: { type: 'integer', description: expect.any(String) },
      read: { type: 'boolean', description: expect.any(String) },
    });
  });

  it('describes the parameters of content', () => {
    const { parameters } = operationOf('GET', '/content/{kind}/{id}/{name}');
    expect(parameters.map(({ name }) => name)).toEqual(expect.arrayContaining(['size', 'Range', 'If-Range']));
  });

  it('gives each operation its own id', () => {
    const ids = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('contains all its references', () => {
    const missing: string[] = [];
    JSON.stringify(document, (key, value: unknown) => {
      if (key === '$ref' && resolve(String(value)) === undefined) missing.push(String(value));
      return value;
    });
    expect(missing).toEqual([]);
  });

  it('describes records once, with references to each other', () => {
    expect(document.components.schemas['MessageModel']).toMatchObject({
      properties: {
        Author: { $ref: '#/components/schemas/Author' },
        ReplyTo: { anyOf: [{ $ref: '#/components/schemas/MessageModel' }, { type: 'null' }] },
      },
    });
    expect(operationOf('GET', '/dialogs').responses['200']).toMatchObject({
      content: { 'application/json': { schema: { items: { $ref: '#/components/schemas/DialogModel' } } } },
    });
  });

  it('separates query from body', () => {
    const find = operationOf('POST', '/users/find');
    expect(find.parameters.map(({ name }) => name)).toEqual(['page', 'limit']);
    expect(Object.keys(find.requestBody?.content['application/json'].schema.properties ?? {})).toEqual(
      expect.arrayContaining(['query', 'sort', 'worksAt']),
    );
    expect(operationOf('GET', '/dialogs').requestBody).toBeUndefined();
    const unban = operationOf('DELETE', '/admin/people/{user_id}/ban');
    expect(Object.keys(unban.requestBody?.content['application/json'].schema.properties ?? {})).toEqual([
      'reason',
    ]);
  });
});

describe('/docs', () => {
  it('is a page that runs only its own script, from this host', async () => {
    const { app } = await door();
    const page = await ask(app, '/docs');
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-[^']+'/);
    const [, source = ''] = /<script src="([^"]+)"/.exec(page.body) ?? [];
    const program = await ask(app, source);
    expect(program.status).toBe(200);
    expect(program.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(page.body).not.toMatch(/(src|href)="https?:/);
  });
});

function resolve(ref: string): unknown {
  return ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
}
