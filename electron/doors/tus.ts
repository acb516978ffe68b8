import { Readable } from 'node:stream';
import { AppError, invalid } from '../../shared/errors';
import { LIMITS } from '../../shared/limits';
import type { NewUpload, Service, Session, IncomingChunk, ResumableUploadState } from '../service';

/** A request of the tus protocol, version 1.0, independent of the door. */
export interface TusRequest {
  method: string;
  /** ID of the upload; "" for creating one. */
  id: string;
  /** Headers by lower-case name. */
  headers: Record<string, string | string[] | undefined>;
  session: Session;
  /** The body; null if there is none. */
  source: Readable | null;
  /** Called when the body has been accepted, before its first byte is read. */
  onAdmitted?: () => void;
}

/** The response, which never has a body. */
export interface TusResponse {
  status: number;
  headers: Record<string, string>;
}

/** Version of the protocol. */
const VERSION = '1.0.0';

/** Headers of every response, including errors. */
export const TUS_ANSWER_HEADERS = {
  'tus-resumable': VERSION,
  'tus-version': VERSION,
  'cache-control': 'no-store',
};

/** Content type of an appended chunk. */
export const CHUNK_TYPE = 'application/offset+octet-stream';

/**
 * Handles the tus protocol: creation, with or without bytes, checksums, expiration and termination. Throws AppError;
 * `tusStatusOf` returns its status.
 */
export async function answerTus(
  resumable: Service['resumable'],
  tusRequest: TusRequest,
): Promise<TusResponse> {
  if (tusRequest.method === 'OPTIONS') return { status: 204, headers: descriptionOf(resumable) };
  if (tusRequest.headers[VERSION_HEADER.toLowerCase()] !== VERSION)
    throw invalid(VERSION_HEADER, `must be ${VERSION}`);
  const { session, id } = tusRequest;
  switch (tusRequest.method) {
    case 'POST': {
      const state = await create(resumable, tusRequest);
      return { status: 201, headers: { ...stateHeaders(state), location: `/uploads/${state.id}` } };
    }
    case 'PATCH':
      return { status: 204, headers: stateHeaders(await append(resumable, tusRequest)) };
    case 'DELETE':
      await resumable.remove(session, id);
      return { status: 204, headers: {} };
    default:
      return { status: 200, headers: wholeStateHeaders(await resumable.find(session, id)) };
  }
}

/**
 * Statuses defined by the protocol: 412 for a wrong version, 460 for a wrong checksum, 400 for an unknown algorithm.
 */
export function tusStatusOf({ fields, status }: AppError): number {
  if (fields?.[VERSION_HEADER] !== undefined) return 412;
  const why = fields?.[CHECKSUM];
  if (why === undefined) return status;
  return why === UNKNOWN_CHECKSUM ? 400 : 460;
}

async function create(
  resumable: Service['resumable'],
  tusRequest: TusRequest,
): Promise<ResumableUploadState> {
  const { session, headers, onAdmitted } = tusRequest;
  const state = await resumable.create(session, parseNewUpload(headers));
  const source = isChunk(headers) ? tusRequest.source : null;
  if (!source) return state;
  try {
    return await resumable.append(session, state.id, toChunk(headers, source, 0), onAdmitted);
  } catch (error) {
    // The client never learned the upload's URL.
    await resumable.remove(session, state.id).catch(() => undefined);
    throw error;
  }
}

async function append(
  resumable: Service['resumable'],
  tusRequest: TusRequest,
): Promise<ResumableUploadState> {
  const { session, id, headers, source, onAdmitted } = tusRequest;
  if (!isChunk(headers)) throw new AppError('invalid_type', `The body must be sent as ${CHUNK_TYPE}.`);
  const offset = parseByteCount(headers, 'Upload-Offset');
  return resumable.append(session, id, toChunk(headers, source ?? Readable.from([]), offset), onAdmitted);
}

type Headers = TusRequest['headers'];

/** Digest length in bytes by algorithm. */
const DIGESTS = { sha1: 20, sha256: 32 };
const CHECKSUM = 'Upload-Checksum';
const METADATA = 'Upload-Metadata';
const VERSION_HEADER = 'Tus-Resumable';

function isChunk(headers: Headers): boolean {
  return headers['content-type'] === CHUNK_TYPE;
}

function descriptionOf({ largest }: Service['resumable']): Record<string, string> {
  return {
    'tus-extension': 'creation,creation-with-upload,checksum,expiration,termination',
    'tus-max-size': String(largest),
    'tus-checksum-algorithm': Object.keys(DIGESTS).join(','),
  };
}

function stateHeaders({ offset, expires }: ResumableUploadState): Record<string, string> {
  return { 'upload-offset': String(offset), 'upload-expires': new Date(expires * 1000).toUTCString() };
}

function wholeStateHeaders(state: ResumableUploadState): Record<string, string> {
  return {
    ...stateHeaders(state),
    'upload-length': String(state.length),
    ...(state.metadata !== '' && { 'upload-metadata': state.metadata }),
  };
}

function parseByteCount(headers: Headers, header: string): number {
  const text = headers[header.toLowerCase()];
  if (typeof text !== 'string' || !/^\d{1,15}$/.test(text))
    throw invalid(header, 'must be a whole number of bytes');
  return Number(text);
}

/** Parses what a client declares when it creates an upload. Throws `validation_error`. */
export function parseNewUpload(headers: Headers): NewUpload {
  const { [METADATA.toLowerCase()]: given = '' } = headers;
  const metadata = String(given);
  if (metadata.length > LIMITS.uploadMetadata) throw invalid(METADATA, 'is too long');
  const metadataFields = new Map(metadata.split(',').map((pair) => parseMetadataPair(pair.trim())));
  return {
    length: parseByteCount(headers, 'Upload-Length'),
    kind: metadataFields.get('kind'),
    name: metadataFields.get('filename'),
    metadata,
  };
}

/** Parses `key base64` into key and text. */
function parseMetadataPair(pair: string): [key: string, value: string] {
  const [key = '', value = '', ...rest] = pair.split(' ');
  const bytes = Buffer.from(value, 'base64');
  const isWhole = rest.length === 0 && /^[!-~]*$/.test(key) && bytes.toString('base64') === value;
  if (!isWhole) throw invalid(METADATA, 'is malformed');
  try {
    return [key, new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)];
  } catch (cause) {
    const fields = { [key === 'filename' ? key : METADATA]: 'must be UTF-8' };
    throw new AppError('validation_error', undefined, { fields, cause });
  }
}

function toChunk(headers: Headers, bytes: Readable, offset: number): IncomingChunk {
  const length = headers['content-length'];
  return {
    bytes,
    offset,
    declared: length === undefined ? undefined : Number(length),
    checksum: parseChecksum(headers),
  };
}

const UNKNOWN_CHECKSUM = `must be one of ${Object.keys(DIGESTS).join(', ')}, followed by the digest in base64`;

function parseChecksum(headers: Headers): IncomingChunk['checksum'] {
  const text = headers[CHECKSUM.toLowerCase()];
  if (text === undefined) return null;
  const [algorithm, encoded = ''] = String(text).split(' ');
  const digest = Buffer.from(encoded, 'base64');
  if ((algorithm === 'sha1' || algorithm === 'sha256') && digest.length === DIGESTS[algorithm]) {
    return { algorithm, digest };
  }
  throw invalid(CHECKSUM, UNKNOWN_CHECKSUM);
}
