import Database from 'better-sqlite3';
import { parentPort, workerData } from 'node:worker_threads';
import type { CancelFlag } from '../cancel-flag.ts';
import { checkDatabase, type CheckResult } from './check.ts';
import { isDamage } from '../sqlite-errors.ts';
import { lowerThreadPriority } from '../../thread-priority.ts';

/** Worker thread that checks a database over its own read-only connection. */
const { path, flag } = workerData as { path: string; flag: CancelFlag };
lowerThreadPriority();
parentPort?.postMessage(check());

function check(): CheckResult {
  let raw: Database.Database | undefined;
  try {
    raw = new Database(path, { readonly: true, fileMustExist: true });
    raw.pragma('busy_timeout = 5000');
    // A check reads most pages once: a large cache makes it no faster, and its memory stays with the process.
    raw.pragma('cache_size = -2000');
    return { damage: checkDatabase(raw, flag) };
  } catch (error) {
    if (isDamage(error)) return { damage: [{ kind: 'file', table: '' }] };
    const { message, code = '' } = error as NodeJS.ErrnoException;
    return { error: message, code };
  } finally {
    raw?.close();
  }
}
