import fs from 'node:fs';
import promises, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { constants } from 'node:os';

type Call = (...values: unknown[]) => unknown;

/**
 * Wraps Node's file functions so that they can fail for paths below one folder. Used instead of the preloaded library
 * if there is no compiler; SQLite's calls can't be wrapped this way.
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

  /** Lets `skip` calls succeed and makes the next `fail` calls fail. */
  order(error: 'EIO' | 'ENOSPC', skip: number, fail: number): void {
    [this.#error, this.#skip, this.#fail, this.#failed] = [error, skip, fail, 0];
  }

  /** Stops the failures; returns how many calls have failed since the order. */
  end(): number {
    this.#fail = 0;
    return this.#failed;
  }

  /** Restores Node's functions. */
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

  /** The methods of opened file handles fail, too. */
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
