import type { UploadSpec } from '../contract/endpoint';
import { AppError, type ErrorCode } from '../errors';
import { errorOf, mapNetworkError, type HttpOptions } from './http';
import { retryCall, type CallOptions } from './retry';

/** The host that receives an upload, and the token of its sender. */
export type BytesHost = Pick<HttpOptions, 'url'> & { token: string };

/** The number of attempts of a step, and the signal that cancels it. */
export type Trying = Pick<CallOptions, 'signal' | 'attempts'>;

/** Options for sending an upload. */
export interface SendOptions extends Trying {
  /** Receives the number of bytes that the host has stored so far. */
  onProgress?: (sent: number, total: number) => void;
}

export interface BytesToSend {
  bytes: Blob;
  kind: UploadSpec['kind'];
  filename?: string | undefined;
}

/**
 * Sends bytes to a host as a resumable upload (tus 1.0) and returns the upload's name for the call that uses it. Each
 * piece is retried like a call and resumes at the offset that the host reports. If the upload fails, it is deleted on
 * the host.
 */
export async function sendBytes(
  host: BytesHost,
  { bytes, kind, filename }: BytesToSend,
  options: SendOptions,
): Promise<string> {
  const path = await openUpload(host, { size: bytes.size, kind, filename }, options);
  try {
    await sendFrom(host, path, bytes, 0, options);
  } catch (error) {
    await forgetUpload(host, path);
    throw error;
  }
  return uploadNamed(path);
}

/** Creates an upload of `size` bytes on a host and returns its path there. Throws AppError. */
export async function openUpload(
  host: BytesHost,
  { size, kind, filename }: { size: number; kind: UploadSpec['kind']; filename?: string | undefined },
  options: Trying,
): Promise<string> {
  const fields = { kind, ...(filename !== undefined && { filename }) };
  const metadata = Object.entries(fields).map(([key, value]) => `${key} ${base64(value)}`);
  const headers = { 'Upload-Length': String(size), 'Upload-Metadata': metadata.join() };
  const { signal } = options;
  const answer = await retryCall(() => request(host, 'POST', '/uploads', { headers, signal }), options);
  return answer.headers.get('Location') ?? '';
}

/**
 * Returns how many bytes of an upload the host has. Throws `not_found` or `gone` if the host no longer has the upload.
 */
export function sentOf(host: BytesHost, path: string, options: Trying): Promise<number> {
  return retryCall(() => offsetOf(host, path, options.signal), options);
}

/**
 * Sends the bytes of an upload from an offset to the end. If it fails, the host keeps the bytes it has received. Throws
 * AppError.
 */
export async function sendFrom(
  host: BytesHost,
  path: string,
  bytes: Blob,
  from: number,
  options: SendOptions & {
    /** Returns the size of the next request in bytes. */
    piece?: () => number;
  },
): Promise<void> {
  const { signal, onProgress, piece = () => PIECE } = options;
  let offset = from;
  let isKnown = true;
  onProgress?.(offset, bytes.size);
  while (offset < bytes.size) {
    offset = await retryCall(async () => {
      const at = isKnown ? offset : await offsetOf(host, path, signal);
      isKnown = false;
      if (at > offset) return at;
      return sendPiece(host, path, bytes.slice(at, at + piece()), at, signal);
    }, options);
    isKnown = true;
    onProgress?.(offset, bytes.size);
  }
}

/** Deletes an upload on the host. If the host can't be reached, it deletes the upload after a day. */
export async function forgetUpload(host: BytesHost, path: string): Promise<void> {
  const signal = AbortSignal.timeout(FORGETTING);
  await request(host, 'DELETE', path, { signal }).catch(() => undefined);
}

/** Returns the name by which a call refers to the upload at a path. */
export function uploadNamed(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

async function sendPiece(
  host: BytesHost,
  path: string,
  piece: Blob,
  offset: number,
  signal: AbortSignal | undefined,
): Promise<number> {
  // Read before the request, to distinguish a file that can't be read from a host that doesn't answer.
  const body = await piece.arrayBuffer();
  const sum = await checksumOf(body);
  const headers = {
    'Upload-Offset': String(offset),
    'Content-Type': 'application/offset+octet-stream',
    ...(sum !== undefined && { 'Upload-Checksum': sum }),
  };
  const answer = await request(host, 'PATCH', path, { headers, body, signal });
  return Number(answer.headers.get('Upload-Offset'));
}

async function offsetOf(host: BytesHost, path: string, signal: AbortSignal | undefined): Promise<number> {
  const answer = await request(host, 'HEAD', path, { signal });
  return Number(answer.headers.get('Upload-Offset'));
}

interface Sent {
  headers?: Record<string, string>;
  body?: ArrayBuffer;
  signal: AbortSignal | undefined;
}

async function request(
  host: BytesHost,
  method: string,
  path: string,
  { headers, body, signal }: Sent,
): Promise<Response> {
  const asked = fetch(new URL(path, host.url), {
    method,
    headers: { token: host.token, 'Tus-Resumable': '1.0.0', ...headers },
    body: body ?? null,
    signal: signal ?? null,
    credentials: 'omit',
    cache: 'no-store',
  });
  const answer = await mapNetworkError(asked, signal);
  if (answer.ok) return answer;
  // The piece was corrupted on the way, or two attempts overlapped: a retry fixes both.
  if (method === 'PATCH' && (answer.status === 460 || answer.status === 409))
    throw new AppError('unavailable');
  // The response to HEAD has no body with an error code.
  const code = method === 'HEAD' ? REFUSALS[answer.status] : undefined;
  if (code) throw new AppError(code);
  throw errorOf(answer, await mapNetworkError(answer.text(), signal));
}

/** HTTP status -> error code of an upload. */
const REFUSALS: Record<number, ErrorCode> = {
  401: 'auth_failed',
  404: 'not_found',
  410: 'gone',
  429: 'rate_limit_exceeded',
};

/** The bytes sent in one request. */
const PIECE = 8 * 1024 * 1024;
/** Timeout for deleting an upload, in milliseconds. */
const FORGETTING = 5_000;

/**
 * Returns the checksum header; undefined on pages loaded over plain HTTP from the network, which can't compute digests.
 */
async function checksumOf(piece: ArrayBuffer): Promise<string | undefined> {
  const { subtle } = crypto as { subtle?: typeof crypto.subtle };
  if (!subtle) return undefined;
  return `sha256 ${binaryBase64(new Uint8Array(await subtle.digest('SHA-256', piece)))}`;
}

function base64(text: string): string {
  return binaryBase64(new TextEncoder().encode(text));
}

function binaryBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
