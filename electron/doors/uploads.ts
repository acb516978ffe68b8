import type { FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import type { Name } from '../../shared/contract';
import type { UploadSpec } from '../../shared/contract/endpoint';
import type { Answer, Service, Session } from '../service';
import { readForm } from './multipart';

export interface UploadQuestion {
  name: Name;
  upload: UploadSpec;
  session: Session;
  /** The content type of the form. */
  type: string;
  /** The form's length, where its sender told it. */
  length: number | undefined;
  source: Readable;
  /** What the address says: it wins over the form. */
  address: Record<string, unknown>;
  key: string | undefined;
  /** Called when the upload was let in, before its first byte is read. */
  onAdmitted?: () => void;
}

/**
 * Takes a form with bytes in it, and calls the operation that they are for. The bytes are on the disk before the call,
 * and gone after it unless it kept them. Throws AppError.
 */
export async function answerUpload(
  service: Pick<Service, 'answer' | 'receive'>,
  { name, upload, session, type, length, source, address, key, onAdmitted }: UploadQuestion,
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
 * What is still to come of a request that was refused is let pass for a while, so that its sender reads the answer; then
 * the connection is cut.
 */
export function letPass({ raw }: FastifyRequest): void {
  if (raw.complete || raw.destroyed) return;
  let left = PASSED;
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) raw.destroy();
  });
  raw.resume();
}

const PASSED = 4 * 1024 * 1024;
