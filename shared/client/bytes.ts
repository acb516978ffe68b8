import type { Upload } from '../contract/endpoint';
import { AppError } from '../errors';
import { errorOf, reached, type HttpOptions } from './http';
import { persist, type CallOptions } from './persist';

/** How bytes are sent. */
export interface SendOptions extends Pick<CallOptions, 'signal' | 'attempts'> {
  /** Told how many bytes the host has, as they arrive there. */
  onProgress?: (sent: number, total: number) => void;
}

export interface BytesToSend {
  bytes: Blob;
  kind: Upload['kind'];
  filename?: string | undefined;
}

/**
 * Sends bytes to a host as a resumable upload (tus 1.0) and gives its name for the call that uses it. Each piece is tried
 * as a call is, and goes on from where the host says that it has come. Where it is given up, the host is told to forget it.
 */
export async function sendBytes(
  host: Pick<HttpOptions, 'url'> & { token: string },
  { bytes, kind, filename }: BytesToSend,
  options: SendOptions,
): Promise<string> {
  const said = { kind, ...(filename !== undefined && { filename }) };
  const metadata = Object.entries(said).map(([key, value]) => `${key} ${base64(value)}`);
  const created = await persist(
    () =>
      request('POST', '/uploads', {
        'Upload-Length': String(bytes.size),
        'Upload-Metadata': metadata.join(),
      }),
    options,
  );
  const path = created.headers.get('Location') ?? '';
  try {
    await sendPieces(path);
  } catch (error) {
    // It would be forgotten in a day anyway.
    await request('DELETE', path, {}, { signal: AbortSignal.timeout(FORGETTING) }).catch(() => undefined);
    throw error;
  }
  return path.slice(path.lastIndexOf('/') + 1);

  async function sendPieces(path: string): Promise<void> {
    let offset = 0;
    let isKnown = true;
    options.onProgress?.(0, bytes.size);
    while (offset < bytes.size) {
      offset = await persist(async () => {
        const from = isKnown ? offset : await comeTo(path);
        isKnown = false;
        if (from > offset) return from;
        return sendPiece(path, from);
      }, options);
      isKnown = true;
      options.onProgress?.(offset, bytes.size);
    }
  }

  async function sendPiece(path: string, offset: number): Promise<number> {
    const body = bytes.slice(offset, offset + PIECE);
    const headers = { 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' };
    const sum = await checksumOf(body);
    const checked = { ...headers, ...(sum !== undefined && { 'Upload-Checksum': sum }) };
    const answer = await request('PATCH', path, checked, { body, signal: options.signal });
    return Number(answer.headers.get('Upload-Offset'));
  }

  async function comeTo(path: string): Promise<number> {
    const answer = await request('HEAD', path, {}, { signal: options.signal });
    return Number(answer.headers.get('Upload-Offset'));
  }

  async function request(
    method: string,
    path: string,
    headers: Record<string, string>,
    rest: { body?: Blob; signal?: AbortSignal | undefined } = { signal: options.signal },
  ): Promise<Response> {
    const asked = fetch(new URL(path, host.url), {
      method,
      headers: { token: host.token, 'Tus-Resumable': '1.0.0', ...headers },
      body: rest.body ?? null,
      signal: rest.signal ?? null,
      credentials: 'omit',
      cache: 'no-store',
    });
    const answer = await reached(asked, rest.signal);
    if (answer.ok) return answer;
    // Changed on its way, or two attempts crossed: either is mended by another one.
    if (method === 'PATCH' && (answer.status === 460 || answer.status === 409))
      throw new AppError('unavailable');
    throw errorOf(answer, await reached(answer.text(), rest.signal));
  }
}

/** Bytes that one request carries. */
const PIECE = 8 * 1024 * 1024;
/** Milliseconds that the host is given to forget an upload. */
const FORGETTING = 5_000;

/** Pages that came over plain HTTP from the network have no digests. */
async function checksumOf(piece: Blob): Promise<string | undefined> {
  const { subtle } = crypto as { subtle?: SubtleCrypto };
  if (!subtle) return undefined;
  const digest = await subtle.digest('SHA-256', await piece.arrayBuffer());
  return `sha256 ${binaryBase64(new Uint8Array(digest))}`;
}

function base64(text: string): string {
  return binaryBase64(new TextEncoder().encode(text));
}

function binaryBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
