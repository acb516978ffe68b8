import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RouteHandlerMethod,
} from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { ServerOptions } from 'node:https';
import { Readable } from 'node:stream';
import type { Logger } from 'pino';
import { endpointOf, names, type Name } from '../../shared/contract';
import type { Download } from '../../shared/contract/media/download';
import { inputKeys, routesOf, type Alias } from '../../shared/contract/endpoint';
import { splitRoute, type HttpRoute } from '../../shared/contract/http-routes';
import { AppError, invalid } from '../../shared/errors';
import { CONNECTIONS, LIMITS } from '../../shared/limits';
import type { Service } from '../service';
import { version } from '../version';
import { encodeAnswer } from './answer-body';
import { serveOAuth } from './apps/oauth';
import { createSessionReader, type DoorSettings, type SessionReader } from './session-reader';
import {
  limitBodyTime,
  acceptJsonOnly,
  acceptsForm,
  createContinueGate,
  type BodyTimeouts,
  type ContinueGate,
} from './request-bodies';
import { createConnectionLimiter, type ConnectionLimiter } from './connection-limiter';
import { answerContent } from './content';
import { answerMalformedRequest, toAppError, sendError } from './error-responses';
import { enforceOrigin, createOriginGuard } from './origin-guard';
import { describeContract } from './openapi/openapi';
import { servePages } from './pages';
import { serveReference } from './openapi/reference';
import { serveResumable } from './resumable';
import { SECURITY_HEADERS } from './security-headers';
import { formatMovedTo, MOVED_TO_HEADER } from '../standby/succession/moved-to';
import { answerUpload, drainRejected } from './uploads';

/** What the HTTP server answers with: a service, its settings, and pages. */
export interface HttpDoorOptions {
  service: Pick<Service, 'isMember' | 'answer' | 'receive' | 'resumable' | 'content' | 'requireData'> & {
    hosting: Pick<Service['hosting'], 'successor'>;
  };
  settings: DoorSettings;
  /** The names of this machine, for a door on all of its addresses. */
  own?: () => ReadonlySet<string>;
  logger: Logger;
  /** What TLS needs; without it plain HTTP is spoken. */
  secure?: ServerOptions;
  /** The folder of the built pages; without it only calls are answered. */
  pages?: string;
  /** The connections of all doors; those of this one are counted by themselves unless given. */
  connections?: ConnectionLimiter;
  /** A minute each unless given. */
  bodyTimes?: BodyTimeouts;
}

/**
 * Door 2: every entry of the contract at its addresses, /health, /openapi.json, /docs and the pages. Answers are JSON
 * that nobody may cache; errors are those of `shared/errors`. A known path with another method is `not_found` like an
 * unknown one: which of the two it is would be of use to no program that was written from the contract.
 */
export async function openHttpDoor(options: HttpDoorOptions): Promise<FastifyInstance> {
  const { logger, secure } = options;
  const guard = createOriginGuard(options.settings, options.own);
  const sessionOf = createSessionReader(options.settings);
  const app = Fastify({
    bodyLimit: LIMITS.jsonBody,
    // Fastify's types tell its two kinds of server apart, which the door need not.
    ...(secure ? ({ https: { ...secure, ...SERVER_OPTIONS } } as object) : { http: SERVER_OPTIONS }),
    routerOptions: { maxParamLength: PARAMETER_LENGTH },
    schemaController: { compilersFactory: NO_COMPILERS },
    // The service itself says `unavailable` to what comes while it stops, in the contract's form.
    return503OnClosing: false,
    frameworkErrors: (error, _request, reply) =>
      sendError(toAppError(error, logger), reply.headers(SECURITY_HEADERS)),
    clientErrorHandler: answerMalformedRequest,
  });
  const connections = options.connections ?? createConnectionLimiter(options);
  connections.attachTo(app.server);
  app.server.maxConnections = MAX_CONNECTIONS;
  const continueGate = createContinueGate(app);

  app.addHook('onRequest', (request, reply, done) => {
    const movedTo = formatMovedTo(options.service.hosting.successor?.urls ?? []);
    if (movedTo !== undefined) reply.header(MOVED_TO_HEADER, movedTo);
    reply.headers(SECURITY_HEADERS);
    enforceOrigin(guard, request, reply, done);
  });
  app.addHook('onRequest', (request, reply) => connections.begin(request.raw, reply.raw));
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    limitBodyTime(request, continueGate, options.bodyTimes);
    done();
  });
  app.setErrorHandler((error, request, reply) => {
    drainRejected(request);
    sendError(toAppError(error, logger), reply);
  });
  app.setNotFoundHandler(() => {
    throw new AppError('not_found');
  });
  acceptJsonOnly(app);

  for (const name of names) {
    const endpoint = endpointOf(name);
    if (endpoint.form) continue;
    for (const alias of routesOf(endpoint)) {
      app.route({
        ...addressOf(alias.route),
        // A HEAD must not change anything.
        exposeHeadRoute: endpoint.kind === 'read',
        config: { acceptsForm: endpoint.upload !== undefined },
        handler: answer(options, name, alias, continueGate, sessionOf),
      });
    }
  }
  app.get('/health', (_request, reply) => {
    options.service.requireData();
    return reply.headers(ANSWER_HEADERS).send(HEALTH);
  });
  app.get('/openapi.json', (_request, reply) => reply.headers(ANSWER_HEADERS).send(describeContract()));
  app.route({
    method: ['GET', 'HEAD'],
    url: '/content/:kind/:id/:name',
    handler: serveContent(options.service, connections),
  });
  serveResumable(app, options.service, { logger, continueGate, sessionOf });
  await serveOAuth(app, { service: options.service, sessionOf, logger });
  serveReference(app);
  if (options.pages !== undefined) servePages(app, options.pages);
  await app.ready();
  return app;
}

/** Node's own timeouts in milliseconds. Bodies have timeouts of their own (`BodyTimeouts`). */
export const SERVER_TIMEOUTS = { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 };
/** Options of all servers that answer calls. An offer to upgrade to HTTP/2, as Java's client sends, is ignored. */
export const SERVER_OPTIONS = { ...SERVER_TIMEOUTS, shouldUpgradeCallback: isForWebSocket };
/** Node closes new connections beyond these: more than the limiter admits, because closing one takes a while. */
export const MAX_CONNECTIONS = CONNECTIONS.total + CONNECTIONS.headroom;
/** The contract validates by itself. Loading Fastify's compilers of JSON Schema would take a tenth of each start. */
const NO_COMPILERS = { buildValidator: refuseSchema, buildSerializer: refuseSchema };
/** A mask of the greatest length, each character four bytes, each byte written as %XX. */
const PARAMETER_LENGTH = LIMITS.mask * 4 * 3;
const ANSWER_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
const HEALTH = JSON.stringify({ ok: true, version });
const KEY = new RegExp(`^[\\x21-\\x7e]{${LIMITS.keyMin},${LIMITS.keyMax}}$`);

/** Whether a request with the header `Upgrade` asks for a WebSocket. */
function isForWebSocket({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket';
}

function refuseSchema(): never {
  throw new Error('routes of this door have no JSON Schema');
}

/** `/dialogs/{dialog_id}` -> Fastify's `/dialogs/:dialog_id`. */
function addressOf(route: HttpRoute): { method: string; url: string } {
  const { method, path } = splitRoute(route);
  return { method, url: path.replace(/\{(\w+)\}/g, ':$1') };
}

function answer(
  { service, logger }: HttpDoorOptions,
  name: Name,
  { sets }: Alias,
  continueGate: ContinueGate,
  sessionOf: SessionReader,
): RouteHandlerMethod {
  const endpoint = endpointOf(name);
  const { kind, upload, download, headers = {} } = endpoint;
  const known = inputKeys(endpoint);
  return async (request, reply) => {
    const session = sessionOf(request.raw);
    const key = kind === 'write' ? keyOf(request) : undefined;
    const input = { ...inputOf(request, known), ...sets, ...inputOfHeaders(request, headers) };
    const { value, seq } =
      upload && acceptsForm(request)
        ? await answerUpload(service, {
            name,
            upload,
            session,
            type: request.headers['content-type'] ?? '',
            length: lengthOf(request),
            source: request.raw,
            address: input,
            key,
            onAdmitted: () => continueGate.accept(request),
          })
        : await service.answer(session, name, input, key);
    if (download !== undefined) return sendFile(value as Download, reply, logger);
    reply.headers(ANSWER_HEADERS);
    if (seq !== undefined) reply.header('seq', String(seq));
    return encodeAnswer(value, session.origin);
  };
}

/**
 * Merges path, query and body of a request into the input of its call: the path takes precedence, then the query.
 * Throws `validation_error` for query parameters that are not `known`, except those that begin with `_`, by which
 * clients avoid caches.
 */
function inputOf(request: FastifyRequest, known: ReadonlySet<string>): Record<string, unknown> {
  // Spread, unlike assignment, cannot reach a prototype.
  return { ...bodyOf(request, known), ...queryOf(request, known), ...(request.params as object) };
}

/** Some clients send the input of a list as the body of a GET, with keys of their own. */
function bodyOf({ method, body }: FastifyRequest, known: ReadonlySet<string>): object | undefined {
  if (method !== 'GET' || typeof body !== 'object' || body === null) return body as object | undefined;
  return Object.fromEntries(Object.entries(body).filter(([key]) => known.has(key)));
}

function queryOf({ raw, query }: FastifyRequest, known: ReadonlySet<string>): object {
  const url = raw.url ?? '';
  const at = url.indexOf('?');
  if (at === -1) return {};
  if (!decodes(url.slice(at))) throw invalid('query', 'is malformed');
  const parameters = Object.entries(query as object).filter(
    ([key]) => known.has(key) || !key.startsWith('_'),
  );
  const unknown = parameters.filter(([key]) => !known.has(key));
  if (unknown.length > 0) {
    const fields = Object.fromEntries(unknown.map(([key]) => [key, 'is not a known parameter']));
    throw new AppError('validation_error', undefined, { fields });
  }
  return Object.fromEntries(parameters);
}

function decodes(query: string): boolean {
  if (!query.includes('%')) return true;
  try {
    decodeURIComponent(query);
    return true;
  } catch {
    return false;
  }
}

/** A header that is absent hides a parameter of that name: secrets don't belong in a URL. */
function inputOfHeaders({ headers }: FastifyRequest, names: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(names).map(([key, name]) => [key, headers[name.toLowerCase()]]));
}

function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined || (typeof key === 'string' && KEY.test(key))) return key;
  throw invalid('Idempotency-Key', `must be ${LIMITS.keyMin} to ${LIMITS.keyMax} visible ASCII characters`);
}

function lengthOf({ headers }: FastifyRequest): number | undefined {
  const length = headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

/** Streams a file that is made while it is sent; where that fails, the connection ends before the file does. */
function sendFile({ Name, Type, Bytes }: Download, reply: FastifyReply, logger: Logger): FastifyReply {
  const body = Readable.from(Bytes, { objectMode: false });
  body.once('error', (error) => {
    // Who made it may have been signed out meanwhile, which is no failure of the host.
    const level = error instanceof AppError ? 'warn' : 'error';
    logger[level]({ err: error }, 'a file was not finished');
  });
  reply.headers({
    'content-type': Type,
    'content-disposition': `attachment; filename="${Name}"`,
    'cache-control': 'no-store',
  });
  return reply.send(body);
}

function serveContent(service: Pick<Service, 'content'>, connections: ConnectionLimiter): RouteHandlerMethod {
  return async (request, reply) => {
    const { kind, id } = request.params as { kind: string; id: string };
    const query = request.query as Record<string, unknown>;
    const isHead = request.method === 'HEAD';
    const { status, headers, body } = await answerContent(service, {
      kind,
      id,
      query,
      headers: request.headers,
      isHead,
    });
    connections.trust(request.raw);
    reply.code(status).headers(headers);
    return reply.send(body ?? undefined);
  };
}
