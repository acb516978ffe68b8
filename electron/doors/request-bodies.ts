import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError, invalid } from '../../shared/errors';
import { isForm } from './multipart';
import { CHUNK_TYPE } from './tus';

/** Lets clients that sent `Expect: 100-continue` send their request bodies. */
export interface ContinueGate {
  /** Accepts the body; no effect for requests without the header. */
  accept: (request: FastifyRequest) => void;
}

/**
 * Makes requests with `Expect: 100-continue` wait until their route accepts the body. Without this, Node accepts every
 * body immediately.
 */
export function createContinueGate(app: FastifyInstance): ContinueGate {
  const waiting = new WeakMap<IncomingMessage, ServerResponse>();
  app.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.set(request, response);
    app.routing(request, response);
  });
  return {
    accept: ({ raw }) => {
      waiting.get(raw)?.writeContinue();
      waiting.delete(raw);
    },
  };
}

/** Timeouts for request bodies, in milliseconds. */
export interface BodyTimeouts {
  /** For the whole body, except uploads. */
  body: number;
  /** Between two chunks of an upload. */
  silence: number;
}

/**
 * Limits the time of a request body: one minute in total, or for uploads one minute without new bytes. The time to
 * process a received body doesn't count.
 */
export function limitBodyTime(
  request: FastifyRequest,
  continueGate: ContinueGate,
  times: BodyTimeouts = TIMES,
): void {
  const { raw } = request;
  if (!hasBody(request)) return;
  if (acceptsForm(request) || acceptsBytes(request)) {
    limitSilence(raw, times.silence);
    return;
  }
  continueGate.accept(request);
  const late = setTimeout(() => raw.destroy(), times.body);
  raw.once('close', () => clearTimeout(late));
}

function limitSilence(raw: IncomingMessage, silence: number): void {
  let seen = raw.socket.bytesRead;
  const timer = setInterval(() => {
    const { bytesRead } = raw.socket;
    if (raw.complete) clearInterval(timer);
    // Received bytes that are not read yet wait for this host, not for the sender.
    else if (bytesRead === seen && raw.readableLength === 0) raw.destroy();
    seen = bytesRead;
  }, silence);
  raw.once('close', () => clearInterval(timer));
}

const TIMES: BodyTimeouts = { body: 60_000, silence: 60_000 };

/** Whether a request sends a form to a route that parses it. */
export function acceptsForm({ headers, routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.acceptsForm === true && isForm(headers['content-type']);
}

/** Whether a request sends raw bytes to a route that reads them. */
export function acceptsBytes({ headers, routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.acceptsBytes === true && headers['content-type'] === CHUNK_TYPE;
}

/**
 * Accepts JSON bodies only, and forms or bytes on routes that read them. JSON must be UTF-8 and a single object, or
 * empty. Keys that would change an object's prototype are removed.
 */
export function acceptJsonOnly(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('remove', 'remove');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (body.length === 0) done(null, undefined);
    else if (!isUtf8(body))
      done(invalid('body', isCompressed(request) ? 'must not be compressed' : 'must be UTF-8'));
    else
      void parseJson(request, body.toString(), (error, value: unknown) => {
        if (error) done(invalid('body', 'must be valid JSON'));
        else if (typeof value !== 'object' || value === null || Array.isArray(value))
          done(invalid('body', 'must be a JSON object'));
        else done(null, value);
      });
  });
  app.addContentTypeParser('*', (request, _payload, done) => {
    if (acceptsForm(request) || acceptsBytes(request)) done(null, undefined);
    else if (hasBody(request)) done(new AppError('invalid_type', acceptedTypesOf(request)));
    else done(null, undefined);
  });
  // Some clients send the input of a list as the body of a GET.
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
}

function acceptedTypesOf({ routeOptions: { config } }: FastifyRequest): string {
  if (config.acceptsBytes) return `The body must be bytes. Send it as ${CHUNK_TYPE}.`;
  if (config.acceptsForm)
    return 'The body must be a form with the file, or JSON. Send it as multipart/form-data or application/json.';
  return 'The body must be JSON. Send it as application/json.';
}

function isCompressed({ headers }: FastifyRequest): boolean {
  return (headers['content-encoding'] ?? 'identity') !== 'identity';
}

/** Whether a request has a body. */
export function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route parses forms with files itself. */
    acceptsForm?: boolean;
    /** The route reads raw bytes itself. */
    acceptsBytes?: boolean;
  }
}
