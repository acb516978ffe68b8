import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError, invalid } from '../../shared/errors';
import { isForm } from './multipart';
import { PIECE_TYPE } from './tus';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route reads forms with bytes in them itself. */
    takesForm?: boolean;
    /** The route reads plain bytes itself. */
    takesBytes?: boolean;
  }
}

/** Lets requests that asked for leave to send their body send it. */
export interface Patient {
  /** Says that the body may come; of no effect for those that did not ask. */
  admit: (request: FastifyRequest) => void;
}

/**
 * A request with `Expect: 100-continue` waits with its body until it is told that there is room for it. Node would tell
 * it at once.
 */
export function waitForLeave(app: FastifyInstance): Patient {
  const waiting = new WeakMap<IncomingMessage, ServerResponse>();
  app.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.set(request, response);
    app.routing(request, response);
  });
  return {
    admit: ({ raw }) => {
      waiting.get(raw)?.writeContinue();
      waiting.delete(raw);
    },
  };
}

/** Milliseconds for which the bytes of a body are awaited. */
export interface BodyTimes {
  /** All of a body that is no upload. */
  body: number;
  /** The next bytes of an upload. */
  silence: number;
}

/**
 * A body that is no upload must be here within a minute; an upload may take as long as it likes while its bytes keep
 * coming. What is done with a body that is here does not count.
 */
export function limitBody(request: FastifyRequest, patient: Patient, times: BodyTimes = TIMES): void {
  const { raw } = request;
  if (!hasBody(request)) return;
  if (takesForm(request) || takesBytes(request)) {
    limitSilence(raw, times.silence);
    return;
  }
  patient.admit(request);
  const late = setTimeout(() => raw.destroy(), times.body);
  raw.once('close', () => clearTimeout(late));
}

function limitSilence(raw: IncomingMessage, silence: number): void {
  let seen = raw.socket.bytesRead;
  const timer = setInterval(() => {
    const { bytesRead } = raw.socket;
    if (raw.complete) clearInterval(timer);
    // What is here and not read yet waits for this host, not for the sender.
    else if (bytesRead === seen && raw.readableLength === 0) raw.destroy();
    seen = bytesRead;
  }, silence);
  raw.once('close', () => clearInterval(timer));
}

const TIMES: BodyTimes = { body: 60_000, silence: 60_000 };

/** Whether a request brings a form to a route that reads it. */
export function takesForm({ headers, routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.takesForm === true && isForm(headers['content-type']);
}

/** Whether a request brings plain bytes to a route that reads them. */
export function takesBytes({ headers, routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.takesBytes === true && headers['content-type'] === PIECE_TYPE;
}

/**
 * JSON is the only content that is taken, besides forms by those that take bytes. It must be UTF-8 and one object, or nothing at all. Keys that would reach
 * for an object's prototype are dropped like other unknown ones.
 */
export function takeJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('remove', 'remove');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (body.length === 0) done(null, undefined);
    else if (!isUtf8(body)) done(invalid('body', 'must be UTF-8'));
    else
      void parseJson(request, body.toString(), (error, value: unknown) => {
        if (error) done(invalid('body', 'must be valid JSON'));
        else if (typeof value !== 'object' || value === null || Array.isArray(value))
          done(invalid('body', 'must be a JSON object'));
        else done(null, value);
      });
  });
  app.addContentTypeParser('*', (request, _payload, done) => {
    if (takesForm(request) || takesBytes(request)) done(null, undefined);
    else if (hasBody(request))
      done(new AppError('invalid_type', 'The body must be JSON. Send it as application/json.'));
    else done(null, undefined);
  });
  // Some clients send the input of a list as the body of its GET.
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
}

/** Whether anything follows a request's head. */
export function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}
