import type { Readable } from 'node:stream';
import { Transform } from 'node:stream';
import type { UploadSpec } from '../../shared/contract/endpoint';
import { AppError } from '../../shared/errors';
import type { Outbox, OutboxCommand } from './outbox';
import type { DrainOutcome } from './outbox-sender';
import { REFUSALS } from './refusals';
import type { WaitingUploadRow } from './upload-queries';

/** Resumable uploads at a host, for the signed-in person. All throw the host's AppError, and Unreachable. */
export interface HostUploads {
  /** Creates an upload and returns its ID there. */
  create: (upload: { kind: UploadSpec['kind']; name: string; length: number }) => Promise<string>;
  /** How many bytes the host has. Throws `not_found` or `gone` if it no longer has the upload. */
  offset: (id: string) => Promise<number>;
  /** Appends `length` bytes at an offset; returns how many bytes the host has then. */
  append: (id: string, chunk: { offset: number; length: number; bytes: Readable }) => Promise<number>;
  /** Cancels an upload. */
  remove: (id: string) => Promise<void>;
}

export interface UploadSenderOptions {
  outbox: Outbox;
  host: HostUploads;
  /** Handles an error: refuses the command, or returns why nothing can be sent now. */
  onFailure: (command: OutboxCommand, error: unknown) => DrainOutcome | undefined;
}

/** `sent`: the bytes of an upload were sent or refused. `none`: no command waits for bytes. */
export type UploadOutcome = 'sent' | 'none' | Exclude<DrainOutcome, 'empty' | 'held'>;

/**
 * Sends the bytes of uploads to their host, before the commands that use them. An interrupted upload goes on where it
 * was.
 */
export class UploadSender {
  readonly #options: UploadSenderOptions;

  constructor(options: UploadSenderOptions) {
    this.#options = options;
  }

  /** Sends the bytes of the first upload that a pending command waits for. */
  async sendNext(): Promise<UploadOutcome> {
    const { outbox, onFailure } = this.#options;
    if (!outbox.isOpen) return 'away';
    const upload = outbox.uploads.findUnsent();
    if (!upload) return 'none';
    try {
      await this.#send(upload);
    } catch (error) {
      if (!outbox.isOpen) return 'away';
      const command = outbox.all().find(({ key }) => key === upload.key);
      // It was discarded while it was being sent.
      if (!command) return 'sent';
      const interruption = onFailure(command, error);
      return interruption === 'empty' || interruption === 'held' ? 'away' : (interruption ?? 'sent');
    }
    return 'sent';
  }

  async #send(upload: WaitingUploadRow): Promise<void> {
    const { outbox, host } = this.#options;
    const { id, length } = upload;
    if (!(await outbox.uploads.isIntact(upload))) throw bytesLost();
    const at = await this.#open(upload);
    if (at) {
      let { offset } = at;
      outbox.uploads.recordProgress(id, offset);
      while (offset < length) offset = await this.#append(upload, at.hostId, offset);
    }
    if (!outbox.isOpen) return;
    // Discarded meanwhile: the host deletes it sooner than after a day.
    if (outbox.uploads.find(id)) outbox.uploads.markSent(id);
    else if (at) await host.remove(at.hostId).catch(() => undefined);
  }

  /** Where to go on; null if the host had all of the upload and no longer has it, as after a call that used it. */
  async #open({
    id,
    host_id,
    kind,
    name,
    length,
  }: WaitingUploadRow): Promise<{ hostId: string; offset: number } | null> {
    const { outbox, host } = this.#options;
    if (host_id === null) {
      const hostId = await host.create({ kind, name, length });
      outbox.uploads.setHost(id, hostId);
      return { hostId, offset: 0 };
    }
    try {
      return { hostId: host_id, offset: await host.offset(host_id) };
    } catch (error) {
      // If a call has used it, its key gets the first answer again; if not, the upload is sent again then.
      if (error instanceof AppError && (error.code === 'not_found' || error.code === 'gone')) return null;
      throw error;
    }
  }

  async #append({ id, length }: WaitingUploadRow, hostId: string, offset: number): Promise<number> {
    const { outbox, host } = this.#options;
    const size = Math.min(PIECE, length - offset);
    let passed = offset;
    const bytes = outbox.uploads.read(id, offset, size);
    const counted = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        passed += chunk.length;
        if (outbox.isOpen) outbox.uploads.recordProgress(id, passed);
        done(null, chunk);
      },
    });
    bytes
      .once('error', (error) => counted.destroy(error))
      .once('close', () => bytes.readableEnded || counted.destroy());
    // An error before the first byte is read is reported by the request.
    counted.on('error', () => undefined);
    try {
      const stored = await host.append(hostId, { offset, length: size, bytes: bytes.pipe(counted) });
      if (outbox.isOpen) outbox.uploads.recordProgress(id, stored);
      return stored;
    } finally {
      bytes.destroy();
    }
  }
}

function bytesLost(): AppError {
  return new AppError('upload_error', REFUSALS.bytesLost, { fields: { bytes: 'can no longer be read' } });
}

/** Bytes of one request. */
const PIECE = 8 * 1024 * 1024;
