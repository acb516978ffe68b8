import type { FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import type { Name } from '../../shared/contract';
import type { UploadSpec } from '../../shared/contract/endpoint';
import type { Answer, Service, Session } from '../service';
import { readForm } from './multipart';

/** An HTTP request that brings a file as a form, and the call that it performs. */
export interface UploadRequest {
  name: Name;
  upload: UploadSpec;
  session: Session;
  /** Content type of the form. */
  type: string;
  /** Content length of the form if known. */
  length: number | undefined;
  source: Readable;
  /** Parameters from the URL, which override the form. */
  address: Record<string, unknown>;
  key: string | undefined;
  /** Called when the upload has been accepted, before its first byte is read. */
  onAdmitted?: () => void;
}

/**
 * Receives a form with a file and performs the call. The bytes are on the disk before the call, and deleted after it
 * unless the call stored them. Throws AppError.
 */
export async function answerUpload(
  service: Pick<Service, 'answer' | 'receive'>,
  { name, upload, session, type, length, source, address, key, onAdmitted }: UploadRequest,
): Promise<Answer<unknown>> {
  const incoming = await service.receive(session, name, length);
  try {
    onAdmitted?.();
    const form = await readForm(source, type, upload.part, incoming.receive);
    return await service.answer(session, name, { ...form, ...address }, key);
  } finally {
    await incoming.release();
  }
}

/**
 * Discards the rest of a rejected request up to a limit, so that the client reads the answer; then closes the
 * connection.
 */
export function drainRejected({ raw }: FastifyRequest): void {
  if (raw.complete || raw.destroyed) return;
  let remaining = MAX_DRAINED_BYTES;
  raw.on('data', (chunk: Buffer) => {
    remaining -= chunk.length;
    if (remaining < 0) raw.destroy();
  });
  raw.resume();
}

const MAX_DRAINED_BYTES = 4 * 1024 * 1024;
