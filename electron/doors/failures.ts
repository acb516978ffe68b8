import type { FastifyReply } from 'fastify';
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { AppError } from '../../shared/errors';
import { LIMITS } from '../../shared/limits';
import { SECURITY_HEADERS } from './security';

/** A request that breaks HTTP's own rules, so that its status is that of HTTP. */
export class MalformedRequest extends AppError {
  constructor(field: string, why: string) {
    super('validation_error', undefined, { fields: { [field]: why } });
  }

  override get status(): number {
    return 400;
  }
}

/** The contract's error for whatever was thrown behind this door; what is a bug of ours is logged under an id. */
export function failureOf(error: unknown, logger: Logger): AppError {
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

/** Answers with an error in the contract's form, by its own status unless a protocol has another for it. */
export function sendFailure(failure: AppError, reply: FastifyReply, status = failure.status): void {
  reply.code(status).headers(FAILURE_HEADERS);
  if (failure.retryAfter !== undefined) reply.header('retry-after', String(failure.retryAfter));
  reply.send(JSON.stringify(failure.toBody()));
}

/** Answers bytes that are not HTTP, or that came too slowly: by HTTP's own status, since there is no request. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(rawAnswer(BROKEN[error.code ?? ''] ?? 400, malformed('request')));
}

/** A whole HTTP answer for a connection that never became a request of Fastify's. */
export function rawAnswer(status: number, failure: AppError): string {
  const body = JSON.stringify(failure.toBody());
  const headers = {
    ...SECURITY_HEADERS,
    ...FAILURE_HEADERS,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
    ...(failure.retryAfter !== undefined && { 'retry-after': String(failure.retryAfter) }),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`;
}

const FAILURE_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

/** Codes of Node's parser and timers -> HTTP status. */
const BROKEN: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

function malformed(part: string): AppError {
  return new AppError('validation_error', undefined, { fields: { [part]: 'is malformed' } });
}
