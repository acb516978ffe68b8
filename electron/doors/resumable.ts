import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Service } from '../service';
import { hasBody, type ContinueGate } from './request-bodies';
import type { SessionReader } from './session-reader';
import { toAppError, sendError } from './error-responses';
import { answerTus, TUS_ANSWER_HEADERS, tusStatusOf } from './tus';
import { drainRejected } from './uploads';

/** Protocol headers that pages of other origins may send and read (CORS). */
export const TUS_HEADERS = {
  request: 'tus-resumable, upload-length, upload-offset, upload-metadata, upload-checksum',
  response:
    'location, tus-resumable, tus-version, tus-extension, tus-max-size, tus-checksum-algorithm, upload-length, ' +
    'upload-offset, upload-metadata, upload-expires',
};

/** Resumable uploads by the tus protocol at /uploads. Errors are sent in the contract's form. */
export function serveResumable(
  app: FastifyInstance,
  { resumable }: Pick<Service, 'resumable'>,
  {
    logger,
    continueGate,
    sessionOf,
  }: { logger: Logger; continueGate: ContinueGate; sessionOf: SessionReader },
): void {
  const route = (method: string, url: string) =>
    app.route({ method, url, config: { acceptsBytes: true }, onRequest: addHeaders, handler: answer });

  route('POST', '/uploads');
  for (const method of ['HEAD', 'PATCH', 'DELETE']) route(method, '/uploads/:id');
  for (const url of ['/uploads', '/uploads/:id']) route('OPTIONS', url);

  function addHeaders(_request: FastifyRequest, reply: FastifyReply, done: () => void): void {
    reply.headers(TUS_ANSWER_HEADERS);
    done();
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    try {
      const { status, headers } = await answerTus(resumable, {
        method: request.method,
        id: (request.params as { id?: string }).id ?? '',
        headers: request.headers,
        session: sessionOf(request.raw),
        source: hasBody(request) ? request.raw : null,
        onAdmitted: () => continueGate.accept(request),
      });
      return reply.code(status).headers(headers).send();
    } catch (error) {
      const failure = toAppError(error, logger);
      drainRejected(request);
      sendError(failure, reply, tusStatusOf(failure));
      return reply;
    }
  }
}
