import type { UploadSpec } from '../contract/endpoint';
import { AppError, type ErrorCode } from '../errors';
import { errorOf, reached, type HttpOptions } from './http';
import { persist, type CallOptions } from './persist';

/** The host that bytes are sent to, and who sends them. */
export type BytesHost = Pick<HttpOptions, 'url'> & { token: string };

/** How long a step is tried, and what ends it. */
export type Trying = Pick<CallOptions, 'signal' | 'attempts'>;

/** How bytes are sent. */
export interface SendOptions extends Trying {
  /** Told how many bytes the host has, as they arrive there. */
  onProgress?: (sent: number, total: number) => void;
}

export interface BytesToSend {
  bytes: Blob;
  kind: UploadSpec['kind'];
  filename?: string | undefined;
}

/**
 * Sends bytes to a host as a resumable upload (tus 1.0) and gives its name for the call that uses it. Each piece is tried
 * as a call is, and goes on from where the host says that it has come. Where it is given up, the host is told to forget it.
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

/** Makes room for so many bytes on a host and gives the path of the upload there. Throws AppError. */
export async function openUpload(
  host: BytesHost,
  { size, kind, filename }: { size: number; kind: UploadSpec['kind']; filename?: string | undefined },
  options: Trying,
): Promise<string> {
  const said = { kind, ...(filename !== undefined && { filename }) };
  const metadata = Object.entries(said).map(([key, value]) => `${key} ${base64(value)}`);
  const headers = { 'Upload-Length': String(size), 'Upload-Metadata': metadata.join() };
  const { signal } = options;
  const answer = await persist(() => request(host, 'POST', '/uploads', { headers, signal }), options);
  return answer.headers.get('Location') ?? '';
}

/** How many bytes of an upload the host has. Throws `not_found` or `gone` where it knows the upload no more. */
export function sentOf(host: BytesHost, path: string, options: Trying): Promise<number> {
  return persist(() => offsetOf(host, path, options.signal), options);
}

/** Sends the bytes of an upload from an offset to their end. Where it fails, the host keeps what has arrived. Throws AppError. */
export async function sendFrom(
  host: BytesHost,
  path: string,
  bytes: Blob,
  from: number,
  options: SendOptions & {
    /** Bytes that the next request carries. */
    piece?: () => number;
  },
): Promise<void> {
  const { signal, onProgress, piece = () => PIECE } = options;
  let offset = from;
  let isKnown = true;
  onProgress?.(offset, bytes.size);
  while (offset < bytes.size) {
    offset = await persist(async () => {
      const at = isKnown ? offset : await offsetOf(host, path, signal);
      isKnown = false;
      if (at > offset) return at;
      return sendPiece(host, path, bytes.slice(at, at + piece()), at, signal);
    }, options);
    isKnown = true;
    onProgress?.(offset, bytes.size);
  }
}

/** Tells the host to forget an upload. Where it doesn't hear, it forgets it in a day. */
export async function forgetUpload(host: BytesHost, path: string): Promise<void> {
  const signal = AbortSignal.timeout(FORGETTING);
  await request(host, 'DELETE', path, { signal }).catch(() => undefined);
}

/** The name by which a call uses the upload at a path. */
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
  // Read here: what cannot be read any more is told apart from a host that does not answer.
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
  const answer = await reached(asked, signal);
  if (answer.ok) return answer;
  // Changed on its way, or two attempts crossed: either is mended by another one.
  if (method === 'PATCH' && (answer.status === 460 || answer.status === 409))
    throw new AppError('unavailable');
  // An answer to HEAD has no body that would say why.
  const code = method === 'HEAD' ? REFUSALS[answer.status] : undefined;
  if (code) throw new AppError(code);
  throw errorOf(answer, await reached(answer.text(), signal));
}

/** Status -> what it says of an upload. */
const REFUSALS: Record<number, ErrorCode> = {
  401: 'auth_failed',
  404: 'not_found',
  410: 'gone',
  429: 'rate_limit_exceeded',
};

/** Bytes that one request carries. */
const PIECE = 8 * 1024 * 1024;
/** Milliseconds that the host is given to forget an upload. */
const FORGETTING = 5_000;

/** Pages that came over plain HTTP from the network have no digests. */
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
