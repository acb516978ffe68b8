import type { FastifyReply } from 'fastify';
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { AppError } from '../../shared/errors';
import { LIMITS } from '../../shared/limits';
import { SECURITY_HEADERS } from './security-headers';

/** A request that violates HTTP itself; answered with status 400. */
export class MalformedRequest extends AppError {
  constructor(field: string, why: string) {
    super('validation_error', undefined, { fields: { [field]: why } });
  }

  override get status(): number {
    return 400;
  }
}

/** Converts any thrown value to an error of the contract; unexpected ones are logged under a new ID. */
export function toAppError(error: unknown, logger: Logger): AppError {
  if (error instanceof AppError) return error;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new AppError('too_large', `The body is too large. The limit is ${LIMITS.jsonBody} bytes.`);
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new AppError('invalid_type', 'The body must be JSON. Send it as application/json.');
  if (code === 'FST_ERR_BAD_URL' || code === 'FST_ERR_MAX_PARAM_LENGTH') return malformed('path');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return malformed('body');
  const id = randomUUID();
  logger.error({ id, err: error }, 'a request failed');
  return new AppError('server_error', undefined, { id });
}

/** Sends an error in the contract's form, with its own status unless a protocol requires another. */
export function sendError(failure: AppError, reply: FastifyReply, status = failure.status): void {
  reply.code(status).headers(ERROR_HEADERS);
  if (failure.retryAfter !== undefined) reply.header('retry-after', String(failure.retryAfter));
  reply.send(JSON.stringify(failure.toBody()));
}

/** Answers bytes that are not valid HTTP or arrive too slowly. */
export function answerMalformedRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(rawErrorResponse(STATUS_OF_NODE_ERROR[error.code ?? ''] ?? 400, malformed('request')));
}

/** A complete HTTP response for a connection without a Fastify request. */
export function rawErrorResponse(status: number, failure: AppError): string {
  const body = JSON.stringify(failure.toBody());
  const headers = {
    ...SECURITY_HEADERS,
    ...ERROR_HEADERS,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
    ...(failure.retryAfter !== undefined && { 'retry-after': String(failure.retryAfter) }),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`;
}

const ERROR_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

/** HTTP statuses by error codes of Node's parser and timeouts. */
const STATUS_OF_NODE_ERROR: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

function malformed(part: string): AppError {
  return new AppError('validation_error', undefined, { fields: { [part]: 'is malformed' } });
}
