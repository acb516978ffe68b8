import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { Logger } from 'pino';
import { AppError, invalid } from '../../shared/errors';
import { LIMITS } from '../../shared/limits';
import type { NewUpload, Service, UploadPiece, UploadState } from '../service';
import { hasBody, PIECE_TYPE, takesBytes, type Patient } from './bodies';
import { sessionOf } from './caller';
import { failureOf, sendFailure } from './failures';
import { letPass } from './uploads';

/** The headers of the protocol that pages of foreign origins may send and read. */
export const TUS_HEADERS = {
  asked: 'tus-resumable, upload-length, upload-offset, upload-metadata, upload-checksum',
  answered:
    'location, tus-resumable, tus-version, tus-extension, tus-max-size, tus-checksum-algorithm, upload-length, ' +
    'upload-offset, upload-metadata, upload-expires',
};

/**
 * Resumable uploads by the tus protocol, version 1.0, at /uploads: creation, with bytes or without, checksums,
 * expiration and termination. What is wrong with a request is told in the contract's form.
 */
export function serveResumable(
  app: FastifyInstance,
  { resumable }: Pick<Service, 'resumable'>,
  logger: Logger,
  patient: Patient,
): void {
  const route = (method: string, url: string, handler: RouteHandlerMethod) =>
    app.route({
      method,
      url,
      config: { takesBytes: true },
      onRequest: requireVersion,
      handler: async (request, reply) => {
        try {
          await handler.call(app, request, reply);
        } catch (error) {
          const failure = failureOf(error, logger);
          letPass(request);
          sendFailure(failure, reply, statusOf(failure));
        }
        return reply;
      },
    });

  route('POST', '/uploads', create);
  route('HEAD', '/uploads/:id', tell);
  route('PATCH', '/uploads/:id', append);
  route('DELETE', '/uploads/:id', remove);
  for (const url of ['/uploads', '/uploads/:id']) app.options(url, describe);

  async function create(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const session = sessionOf(request.headers, request.socket.remoteAddress);
    let state = await resumable.create(session, newUploadOf(request));
    if (takesBytes(request) && hasBody(request)) {
      const { id } = state;
      try {
        state = await resumable.append(session, id, pieceOf(request, 0), () => patient.admit(request));
      } catch (error) {
        // Nobody was told where it is.
        await resumable.remove(session, id).catch(() => undefined);
        throw error;
      }
    }
    reply.code(201).headers({ ...stateHeaders(state), location: `/uploads/${state.id}` });
    reply.send();
  }

  async function tell(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const session = sessionOf(request.headers, request.socket.remoteAddress);
    const state = await resumable.find(session, idOf(request));
    reply.code(200).headers({
      ...stateHeaders(state),
      'upload-length': String(state.length),
      ...(state.metadata !== '' && { 'upload-metadata': state.metadata }),
    });
    reply.send();
  }

  async function append(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const session = sessionOf(request.headers, request.socket.remoteAddress);
    if (!takesBytes(request)) throw new AppError('invalid_type', `The body must be ${PIECE_TYPE}.`);
    const offset = wholeOf(request, 'Upload-Offset');
    const piece = pieceOf(request, offset);
    const state = await resumable.append(session, idOf(request), piece, () => patient.admit(request));
    reply.code(204).headers(stateHeaders(state));
    reply.send();
  }

  async function remove(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const session = sessionOf(request.headers, request.socket.remoteAddress);
    await resumable.remove(session, idOf(request));
    reply.code(204).send();
  }

  function describe(_request: FastifyRequest, reply: FastifyReply): void {
    reply.code(204).headers({
      'tus-resumable': VERSION,
      'tus-version': VERSION,
      'tus-extension': 'creation,creation-with-upload,checksum,expiration,termination',
      'tus-max-size': String(resumable.largest),
      'tus-checksum-algorithm': Object.keys(DIGESTS).join(','),
    });
    reply.send();
  }
}

const VERSION = '1.0.0';
/** Bytes of a checksum, by its algorithm. */
const DIGESTS = { sha1: 20, sha256: 32 };
const CHECKSUM = 'Upload-Checksum';
const METADATA = 'Upload-Metadata';

function requireVersion(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  reply.headers({ 'tus-resumable': VERSION, 'cache-control': 'no-store' });
  if (request.headers['tus-resumable'] === VERSION) {
    done();
    return;
  }
  reply.header('tus-version', VERSION);
  sendFailure(invalid('Tus-Resumable', `must be ${VERSION}`), reply, 412);
}

/** The protocol's own statuses: a wrong checksum is 460, one of another kind 400. */
function statusOf(failure: AppError): number {
  const why = failure.fields?.[CHECKSUM];
  if (why === undefined) return failure.status;
  return why === UNKNOWN_CHECKSUM ? 400 : 460;
}

function stateHeaders({ offset, expires }: UploadState): Record<string, string> {
  return { 'upload-offset': String(offset), 'upload-expires': new Date(expires * 1000).toUTCString() };
}

function idOf({ params }: FastifyRequest): string {
  return (params as { id: string }).id;
}

function wholeOf({ headers }: FastifyRequest, header: string): number {
  const text = headers[header.toLowerCase()];
  if (typeof text !== 'string' || !/^\d{1,15}$/.test(text))
    throw invalid(header, 'must be a number of bytes');
  return Number(text);
}

function newUploadOf(request: FastifyRequest): NewUpload {
  const { [METADATA.toLowerCase()]: given = '' } = request.headers;
  const metadata = String(given);
  if (metadata.length > LIMITS.uploadMetadata) throw invalid(METADATA, 'is too long');
  const said = new Map(metadata.split(',').map((pair) => saidBy(pair.trim())));
  return {
    length: wholeOf(request, 'Upload-Length'),
    kind: said.get('kind'),
    name: said.get('filename'),
    metadata,
  };
}

/** `key base64` -> key and text. */
function saidBy(pair: string): [key: string, value: string] {
  const [key = '', value = '', ...rest] = pair.split(' ');
  const bytes = Buffer.from(value, 'base64');
  const isWhole = rest.length === 0 && /^[!-~]*$/.test(key) && bytes.toString('base64') === value;
  if (!isWhole) throw invalid(METADATA, 'is not well-formed');
  try {
    return [key, new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)];
  } catch (cause) {
    const fields = { [key === 'filename' ? key : METADATA]: 'must be UTF-8' };
    throw new AppError('validation_error', undefined, { fields, cause });
  }
}

function pieceOf(request: FastifyRequest, offset: number): UploadPiece {
  const length = request.headers['content-length'];
  return {
    bytes: request.raw,
    offset,
    declared: length === undefined ? undefined : Number(length),
    checksum: checksumOf(request),
  };
}

const UNKNOWN_CHECKSUM = `must be one of: ${Object.keys(DIGESTS).join(', ')}, and its digest in base64`;

function checksumOf({ headers }: FastifyRequest): UploadPiece['checksum'] {
  const text = headers[CHECKSUM.toLowerCase()];
  if (text === undefined) return null;
  const [algorithm, encoded = ''] = String(text).split(' ');
  const digest = Buffer.from(encoded, 'base64');
  if ((algorithm === 'sha1' || algorithm === 'sha256') && digest.length === DIGESTS[algorithm]) {
    return { algorithm, digest };
  }
  throw invalid(CHECKSUM, UNKNOWN_CHECKSUM);
}
