import { Readable } from 'node:stream';
import { AppError, invalid } from '../../shared/errors';
import { LIMITS } from '../../shared/limits';
import type { NewUpload, Service, Session, IncomingChunk, ResumableUploadState } from '../service';

/** A request of the tus protocol, version 1.0, as a door has it. */
export interface TusQuestion {
  method: string;
  /** Of which upload; "" for the place where they are made. */
  id: string;
  /** By their names in small letters. */
  headers: Record<string, string | string[] | undefined>;
  session: Session;
  /** The body; null where there is none. */
  source: Readable | null;
  /** Called when the body was let in, before its first byte is read. */
  onAdmitted?: () => void;
}

/** What is answered; there is never a body. */
export interface TusAnswer {
  status: number;
  headers: Record<string, string>;
}

/** The version of the protocol. */
const VERSION = '1.0.0';

/** What every answer says, errors too. */
export const TUS_ANSWER_HEADERS = {
  'tus-resumable': VERSION,
  'tus-version': VERSION,
  'cache-control': 'no-store',
};

/** The content type of bytes that go on where others ended. */
export const PIECE_TYPE = 'application/offset+octet-stream';

/**
 * Answers by the tus protocol: creation, with bytes or without, checksums, expiration and termination. Throws AppError, and
 * `tusStatusOf` says by which status it is told.
 */
export async function answerTus(resumable: Service['resumable'], question: TusQuestion): Promise<TusAnswer> {
  if (question.method === 'OPTIONS') return { status: 204, headers: descriptionOf(resumable) };
  if (question.headers[VERSION_HEADER.toLowerCase()] !== VERSION)
    throw invalid(VERSION_HEADER, `must be ${VERSION}`);
  const { session, id } = question;
  switch (question.method) {
    case 'POST': {
      const state = await create(resumable, question);
      return { status: 201, headers: { ...stateHeaders(state), location: `/uploads/${state.id}` } };
    }
    case 'PATCH':
      return { status: 204, headers: stateHeaders(await append(resumable, question)) };
    case 'DELETE':
      await resumable.remove(session, id);
      return { status: 204, headers: {} };
    default:
      return { status: 200, headers: wholeStateHeaders(await resumable.find(session, id)) };
  }
}

/** The protocol's own statuses: a wrong version is 412, a wrong checksum 460, one of another kind 400. */
export function tusStatusOf({ fields, status }: AppError): number {
  if (fields?.[VERSION_HEADER] !== undefined) return 412;
  const why = fields?.[CHECKSUM];
  if (why === undefined) return status;
  return why === UNKNOWN_CHECKSUM ? 400 : 460;
}

async function create(resumable: Service['resumable'], question: TusQuestion): Promise<ResumableUploadState> {
  const { session, headers, onAdmitted } = question;
  const state = await resumable.create(session, newUploadOf(headers));
  const source = isPiece(headers) ? question.source : null;
  if (!source) return state;
  try {
    return await resumable.append(session, state.id, pieceOf(headers, source, 0), onAdmitted);
  } catch (error) {
    // Nobody was told where it is.
    await resumable.remove(session, state.id).catch(() => undefined);
    throw error;
  }
}

async function append(resumable: Service['resumable'], question: TusQuestion): Promise<ResumableUploadState> {
  const { session, id, headers, source, onAdmitted } = question;
  if (!isPiece(headers)) throw new AppError('invalid_type', `The body must be sent as ${PIECE_TYPE}.`);
  const offset = wholeOf(headers, 'Upload-Offset');
  return resumable.append(session, id, pieceOf(headers, source ?? Readable.from([]), offset), onAdmitted);
}

type Headers = TusQuestion['headers'];

/** Bytes of a checksum, by its algorithm. */
const DIGESTS = { sha1: 20, sha256: 32 };
const CHECKSUM = 'Upload-Checksum';
const METADATA = 'Upload-Metadata';
const VERSION_HEADER = 'Tus-Resumable';

function isPiece(headers: Headers): boolean {
  return headers['content-type'] === PIECE_TYPE;
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

function wholeOf(headers: Headers, header: string): number {
  const text = headers[header.toLowerCase()];
  if (typeof text !== 'string' || !/^\d{1,15}$/.test(text))
    throw invalid(header, 'must be a whole number of bytes');
  return Number(text);
}

function newUploadOf(headers: Headers): NewUpload {
  const { [METADATA.toLowerCase()]: given = '' } = headers;
  const metadata = String(given);
  if (metadata.length > LIMITS.uploadMetadata) throw invalid(METADATA, 'is too long');
  const said = new Map(metadata.split(',').map((pair) => saidBy(pair.trim())));
  return {
    length: wholeOf(headers, 'Upload-Length'),
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
  if (!isWhole) throw invalid(METADATA, 'is malformed');
  try {
    return [key, new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)];
  } catch (cause) {
    const fields = { [key === 'filename' ? key : METADATA]: 'must be UTF-8' };
    throw new AppError('validation_error', undefined, { fields, cause });
  }
}

function pieceOf(headers: Headers, bytes: Readable, offset: number): IncomingChunk {
  const length = headers['content-length'];
  return {
    bytes,
    offset,
    declared: length === undefined ? undefined : Number(length),
    checksum: checksumOf(headers),
  };
}

const UNKNOWN_CHECKSUM = `must be one of ${Object.keys(DIGESTS).join(', ')}, followed by the digest in base64`;

function checksumOf(headers: Headers): IncomingChunk['checksum'] {
  const text = headers[CHECKSUM.toLowerCase()];
  if (text === undefined) return null;
  const [algorithm, encoded = ''] = String(text).split(' ');
  const digest = Buffer.from(encoded, 'base64');
  if ((algorithm === 'sha1' || algorithm === 'sha256') && digest.length === DIGESTS[algorithm]) {
    return { algorithm, digest };
  }
  throw invalid(CHECKSUM, UNKNOWN_CHECKSUM);
}
