import fs from 'node:fs';
import promises, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { constants } from 'node:os';

type Call = (...values: unknown[]) => unknown;

/**
 * Node's own file functions, some of which can be made to fail for paths below one folder: what is left of the
 * preloaded library where there is no compiler. SQLite's calls cannot be reached so.
 */
export class WrappedFileSystem {
  readonly #folder: string;
  readonly #undo: (() => void)[] = [];
  #skip = 0;
  #fail = 0;
  #error: 'EIO' | 'ENOSPC' = 'EIO';
  #failed = 0;

  constructor(folder: string) {
    this.#folder = folder;
    for (const name of ['mkdirSync', 'renameSync', 'utimesSync'] as const) this.#wrap(fs, name);
    for (const name of ['rename', 'rm', 'link', 'copyFile', 'mkdir'] as const) this.#wrap(promises, name);
    this.#wrapOpen();
    syncBuiltinESMExports();
  }

  /** After `skip` calls the next `fail` ones fail. */
  order(error: 'EIO' | 'ENOSPC', skip: number, fail: number): void {
    [this.#error, this.#skip, this.#fail, this.#failed] = [error, skip, fail, 0];
  }

  /** Nothing fails any more; gives how many calls have failed since the order. */
  end(): number {
    this.#fail = 0;
    return this.#failed;
  }

  /** Puts Node's functions back. */
  restore(): void {
    for (const undo of this.#undo) undo();
    syncBuiltinESMExports();
  }

  #wrap(module: object, name: string): void {
    const functions = module as Record<string, Call>;
    const original = functions[name];
    if (!original) throw new Error(`Node has no ${name}`);
    this.#undo.push(() => (functions[name] = original));
    const isAsync = module === promises;
    functions[name] = (...values) => {
      const error = this.#errorFor(values[0], name);
      if (error === null) return original(...values);
      if (isAsync) return Promise.reject(error);
      throw error;
    };
  }

  /** The handles that it gives fail too. */
  #wrapOpen(): void {
    const original = promises.open;
    this.#undo.push(() => (promises.open = original));
    promises.open = async (...values) => {
      const error = this.#errorFor(values[0], 'open');
      if (error !== null) throw error;
      const handle = await original(...values);
      for (const name of ['write', 'sync', 'datasync', 'read'] as const)
        this.#wrapMethod(handle, name, values[0]);
      return handle;
    };
  }

  #wrapMethod(handle: FileHandle, name: 'write' | 'sync' | 'datasync' | 'read', path: unknown): void {
    const original = handle[name].bind(handle) as Call;
    const wrapped: Call = (...values) => {
      const error = this.#errorFor(path, name);
      return error === null ? original(...values) : Promise.reject(error);
    };
    Object.assign(handle, { [name]: wrapped });
  }

  #errorFor(path: unknown, call: string): Error | null {
    if (this.#fail <= 0 || !String(path).startsWith(this.#folder)) return null;
    if (this.#skip-- > 0) return null;
    this.#fail--;
    this.#failed++;
    const error = new Error(`${this.#error}: ${call} '${String(path)}'`);
    return Object.assign(error, { code: this.#error, errno: -constants.errno[this.#error], syscall: call });
  }
}
