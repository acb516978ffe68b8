import type { IncomingMessage } from 'node:http';
import { errorOf } from '../../shared/client/http';
import { Unreachable } from '../../shared/client/transport';
import { AppError, type ErrorCode } from '../../shared/errors';
import { CHUNK_TYPE } from '../doors/tus';
import type { HostUploads } from '../outbox/upload-sender';
import type { Session } from '../service';
import type { CommunityHost } from './host';
import type { HostRequest } from './host-connections';
import { headersOf, readText } from './host-requests';

/** Resumable uploads (tus 1.0) of a person to the host of a community. */
export function hostUploads(host: CommunityHost, session: Session): HostUploads {
  const ask = async (
    method: string,
    path: string,
    headers: HostRequest['headers'] = {},
    body?: HostRequest['body'],
  ): Promise<IncomingMessage> => {
    const { response } = await host.request({
      method,
      path,
      headers: { ...headersOf(session), 'tus-resumable': '1.0.0', ...headers },
      ...(body !== undefined && { body }),
    });
    const text = await readText(response);
    const { statusCode: status = 0 } = response;
    if (status >= 200 && status < 300) return response;
    throw failureOf(method, response, text);
  };
  return {
    create: async ({ kind, name, length }) => {
      const metadata = Object.entries({ kind, ...(name !== '' && { filename: name }) });
      const response = await ask('POST', '/uploads', {
        'upload-length': length,
        'upload-metadata': metadata.map(([key, value]) => `${key} ${base64(value)}`).join(),
      });
      const [, id = ''] = UPLOAD_PATH.exec(response.headers.location ?? '') ?? [];
      if (id === '') throw new Unreachable();
      return id;
    },
    offset: async (id) => offsetIn(await ask('HEAD', `/uploads/${id}`)),
    append: async (id, { offset, length, bytes }) => {
      const headers = { 'upload-offset': offset, 'content-length': length, 'content-type': CHUNK_TYPE };
      return offsetIn(await ask('PATCH', `/uploads/${id}`, headers, bytes));
    },
    remove: async (id) => void (await ask('DELETE', `/uploads/${id}`)),
  };
}

const UPLOAD_PATH = /\/uploads\/([\w-]{1,100})$/;

/** The answer to HEAD has no body with an error code. */
const REFUSALS: Record<number, ErrorCode> = {
  401: 'auth_failed',
  404: 'not_found',
  410: 'gone',
  429: 'rate_limit_exceeded',
};

function failureOf(method: string, { statusCode = 0, headers }: IncomingMessage, text: string): AppError {
  // Another attempt may still be running: the next one asks for the offset first.
  if (method === 'PATCH' && (statusCode === 409 || statusCode === 460)) return new AppError('unavailable');
  const code = method === 'HEAD' ? REFUSALS[statusCode] : undefined;
  if (code) return new AppError(code);
  const wait = headers['retry-after'];
  return errorOf(
    { status: statusCode, headers: new Headers(wait === undefined ? {} : { 'retry-after': wait }) },
    text,
  );
}

function offsetIn({ headers }: IncomingMessage): number {
  const offset = headers['upload-offset'];
  if (typeof offset !== 'string' || !/^\d{1,15}$/.test(offset)) throw new Unreachable();
  return Number(offset);
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
