import { inputKeys, type Endpoint } from '../../../shared/contract/endpoint';
import { ERROR_STATUS, type ErrorCode } from '../../../shared/errors';
import { json, SCHEMAS, type Json } from './openapi-schemas';

/** All error codes of the contract. */
export const ERROR_CODES = Object.keys(ERROR_STATUS) as ErrorCode[];
const ALWAYS: readonly ErrorCode[] = [
  'validation_error',
  'rate_limit_exceeded',
  'server_error',
  'unavailable',
];
const CLOSED: readonly ErrorCode[] = ['access_denied', 'not_found'];
const WRITING: readonly ErrorCode[] = ['conflict', 'gone'];
const WITH_BODY: readonly ErrorCode[] = ['too_large', 'invalid_type'];

/** Error responses of an operation; each status occurs once. */
export function errorsOf(endpoint: Endpoint): Json {
  const codes = [...ALWAYS, ...(endpoint.open ? [] : ['auth_failed' as const]), ...CLOSED];
  const keys = inputKeys(endpoint);
  if (endpoint.kind === 'write') codes.push(...WRITING);
  if (endpoint.kind === 'write' || !endpoint.http.startsWith('GET ')) codes.push(...WITH_BODY);
  if (keys.has('code')) codes.push('gone');
  if (keys.has('ifVersion')) codes.push('version_conflict');
  if (endpoint.upload) codes.push('upload_error');
  return Object.fromEntries(
    codes.map((code) => [ERROR_STATUS[code], { $ref: `#/components/responses/${code}` }]),
  );
}

/** The response for an error code. */
export function errorResponse(code: ErrorCode): Json {
  const waits = code === 'rate_limit_exceeded' || code === 'unavailable';
  return {
    description: code,
    content: json({ $ref: `${SCHEMAS}Error` }),
    ...(waits && {
      headers: { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds to wait.' } },
    }),
  };
}

/** Schema of an error body. */
export const ERROR_SCHEMA: Json = {
  type: 'object',
  required: ['detail', 'message'],
  properties: {
    detail: { type: 'string', enum: ERROR_CODES },
    message: { type: 'string', description: 'One plain sentence.' },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Why each field was rejected.',
    },
    id: { type: 'string', description: 'With server_error: ID of the log entry.' },
    current: {
      type: 'object',
      additionalProperties: true,
      description: 'With version_conflict: the values as they are now.',
    },
    retry_after: { type: 'integer', description: 'Seconds to wait.' },
  },
};
