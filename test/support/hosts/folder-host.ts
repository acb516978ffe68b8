import { randomBytes } from 'node:crypto';
import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { HostUploads } from '../../../electron/outbox/upload-sender';
import { AppError } from '../../../shared/errors';

/** A host whose uploads are files of a folder, which outlives the processes that send to it. */
export class FolderHost implements HostUploads {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    for (const name of ['uploads', 'done']) mkdirSync(join(folder, name), { recursive: true });
  }

  readonly create: HostUploads['create'] = async () => {
    const id = randomBytes(16).toString('base64url');
    await pipeline([], createWriteStream(this.#uploadAt(id)));
    return id;
  };

  readonly offset: HostUploads['offset'] = (id) => {
    const found = statSync(this.#uploadAt(id), { throwIfNoEntry: false });
    return found ? Promise.resolve(found.size) : Promise.reject(new AppError('not_found'));
  };

  readonly append: HostUploads['append'] = async (id, { offset, bytes }) => {
    if ((await this.offset(id)) !== offset) throw new AppError('conflict');
    await pipeline(bytes, createWriteStream(this.#uploadAt(id), { flags: 'a' }));
    return this.offset(id);
  };

  readonly remove: HostUploads['remove'] = (id) => {
    rmSync(this.#uploadAt(id), { force: true });
    return Promise.resolve();
  };

  /** The call that uses an upload; the same key again changes nothing. Returns whether it was done now. */
  use(key: string, id: string): boolean {
    if (existsSync(this.doneAt(key))) return false;
    if (!existsSync(this.#uploadAt(id)))
      throw new AppError('validation_error', undefined, { fields: { file: 'must be one of your uploads' } });
    renameSync(this.#uploadAt(id), this.doneAt(key));
    return true;
  }

  /** The file that the call with a key stored. */
  doneAt(key: string): string {
    return join(this.#folder, 'done', key);
  }

  #uploadAt(id: string): string {
    return join(this.#folder, 'uploads', id);
  }
}
