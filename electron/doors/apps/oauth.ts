import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { Logger } from 'pino';
import { endpointOf, names, type Name } from '../../../shared/contract';
import { splitRoute } from '../../../shared/contract/http-routes';
import type { Service } from '../../service';
import { toAppError } from '../error-responses';
import type { SessionReader } from '../session-reader';
import { parseForm, withBasicCredentials } from './forms';
import { AUTHORIZE_PATH, describeServer } from './metadata';
import { oauthErrorOf, statusOf, type OAuthError } from './oauth-errors';

interface OAuthDoorOptions {
  service: Pick<Service, 'answer'>;
  sessionOf: SessionReader;
  logger: Logger;
}

/**
 * Serves what OAuth 2 prescribes and other calls don't have: the metadata (RFC 8414), the address that apps send people
 * to, which opens the consent page, and the calls whose input is a form and whose errors have the form of RFC 6749.
 */
export async function serveOAuth(app: FastifyInstance, options: OAuthDoorOptions): Promise<void> {
  await app.register(async (door) => {
    door.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, text, done) => {
        try {
          done(null, parseForm(String(text)));
        } catch (error) {
          done(error as Error);
        }
      },
    );
    door.setErrorHandler((error, _request, reply) => {
      const failure = toAppError(error, options.logger);
      if (failure.retryAfter !== undefined) reply.header('retry-after', String(failure.retryAfter));
      const [status, body] = oauthErrorOf(failure);
      return sendJson(reply.code(status), body);
    });
    for (const name of names) {
      const { http, form } = endpointOf(name);
      if (form) door.post(splitRoute(http).path, answerForm(options, name));
    }
    door.get('/.well-known/oauth-authorization-server', (request, reply) =>
      sendJson(reply, describeServer(options.sessionOf(request.raw).origin)),
    );
    door.get(AUTHORIZE_PATH, openConsentPage);
  });
}

function answerForm({ service, sessionOf }: OAuthDoorOptions, name: Name): RouteHandlerMethod {
  return async (request, reply) => {
    const { authorization } = request.headers;
    const input = withBasicCredentials(authorization, request.body as Record<string, unknown> | undefined);
    const { value } = await service.answer(sessionOf(request.raw, null), name, input);
    const error = (value as Partial<OAuthError>).error;
    if (error !== undefined) reply.code(statusOf(error));
    if (error === 'invalid_client' && authorization !== undefined) {
      reply.header('www-authenticate', 'Basic realm="apps"');
    }
    return sendJson(reply, value);
  };
}

/** The pages read the request from their hash, so that neither this host nor a proxy logs it again. */
function openConsentPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const url = request.raw.url ?? '';
  const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';
  return reply.header('cache-control', 'no-store').redirect(`/#/authorize?${query}`, 303);
}

function sendJson(reply: FastifyReply, value: object): FastifyReply {
  return reply.headers(JSON_HEADERS).send(JSON.stringify(value));
}

const JSON_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  pragma: 'no-cache',
};
