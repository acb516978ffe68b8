import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Service } from '../service';
import { hasBody, type Patient } from './bodies';
import type { SessionReader } from './caller';
import { failureOf, sendFailure } from './failures';
import { answerTus, TUS_ANSWER_HEADERS, tusStatusOf } from './tus';
import { letPass } from './uploads';

/** The headers of the protocol that pages of foreign origins may send and read. */
export const TUS_HEADERS = {
  asked: 'tus-resumable, upload-length, upload-offset, upload-metadata, upload-checksum',
  answered:
    'location, tus-resumable, tus-version, tus-extension, tus-max-size, tus-checksum-algorithm, upload-length, ' +
    'upload-offset, upload-metadata, upload-expires',
};

/** Resumable uploads by the tus protocol at /uploads. What is wrong with a request is told in the contract's form. */
export function serveResumable(
  app: FastifyInstance,
  { resumable }: Pick<Service, 'resumable'>,
  { logger, patient, sessionOf }: { logger: Logger; patient: Patient; sessionOf: SessionReader },
): void {
  const route = (method: string, url: string) =>
    app.route({ method, url, config: { takesBytes: true }, handler: answer });

  route('POST', '/uploads');
  for (const method of ['HEAD', 'PATCH', 'DELETE']) route(method, '/uploads/:id');
  for (const url of ['/uploads', '/uploads/:id']) route('OPTIONS', url);

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    reply.headers(TUS_ANSWER_HEADERS);
    try {
      const { status, headers } = await answerTus(resumable, {
        method: request.method,
        id: (request.params as { id?: string }).id ?? '',
        headers: request.headers,
        session: sessionOf(request.raw),
        source: hasBody(request) ? request.raw : null,
        onAdmitted: () => patient.admit(request),
      });
      return reply.code(status).headers(headers).send();
    } catch (error) {
      const failure = failureOf(error, logger);
      letPass(request);
      sendFailure(failure, reply, tusStatusOf(failure));
      return reply;
    }
  }
}
