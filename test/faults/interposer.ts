import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';

const SOURCE = join(import.meta.dirname, 'interposer.c');

/**
 * Compiles the library that is preloaded into the host and returns its path. Returns null without a C compiler, on
 * other systems than Linux, and with FAULTS_COMPILER=none; the tests then cover what they can without it.
 */
export function buildInterposer(folder: string): string | null {
  if (process.platform !== 'linux' || process.env['FAULTS_COMPILER'] === 'none') return null;
  const library = join(folder, 'interposer.so');
  const flags = ['-shared', '-fPIC', '-O2', '-o', library, SOURCE, '-ldl', '-lpthread'];
  for (const compiler of ['cc', 'gcc', 'clang']) {
    if (spawnSync(compiler, flags, { stdio: 'ignore' }).status === 0) return library;
  }
  return null;
}

/** Returns the environment of a host whose files below `data` are traced or made to fail. */
export function preloadEnvironment(
  library: string,
  data: string,
  { log, control }: { log?: string; control?: string },
): Record<string, string> {
  return {
    LD_PRELOAD: library,
    TRACE_ROOT: data,
    // io_uring requests bypass the C library and could not be traced.
    UV_USE_IO_URING: '0',
    ...(log !== undefined && { TRACE_LOG: log }),
    ...(control !== undefined && { FAULT_CONTROL: control }),
  };
}

/** One file operation of the host. Records are in the order of the operations. */
export type TraceRecord =
  | { kind: 'create' | 'mkdir'; file: bigint; path: string }
  | { kind: 'write'; file: bigint; offset: number; data: Buffer }
  | { kind: 'truncate'; file: bigint; size: number }
  | { kind: 'sync-begin' | 'sync-end'; file: bigint; number: number }
  | { kind: 'rename' | 'link'; from: string; to: string }
  | { kind: 'unlink'; path: string }
  /** The process sent a successful HTTP answer. */
  | { kind: 'answer'; text: string };

/** Reads the recorded trace; skips a torn last record. */
export function readTrace(log: string): TraceRecord[] {
  const bytes = readFileSync(log);
  const records: TraceRecord[] = [];
  for (let at = 0; at + HEAD <= bytes.length;) {
    const kind = bytes.readUInt32LE(at);
    const length = bytes.readUInt32LE(at + 4);
    const file = bytes.readBigUInt64LE(at + 8);
    const offset = Number(bytes.readBigInt64LE(at + 16));
    const data = bytes.subarray(at + HEAD, at + HEAD + length);
    if (data.length < length) break;
    records.push(recordOf(kind, file, offset, data));
    at += HEAD + length;
  }
  return records;
}

/** The calls that can be made to fail, with their bits in the library. */
export const CALLS = {
  write: 1,
  sync: 2,
  open: 4,
  rename: 8,
  unlink: 16,
  link: 32,
  mkdir: 64,
  truncate: 128,
  read: 256,
} as const;

/** A request to make calls fail. */
export interface FaultOrder {
  call: keyof typeof CALLS;
  /** The error; `short` writes half of the bytes. */
  error: 'EIO' | 'ENOSPC' | 'EROFS' | 'short';
  /** The number of calls that succeed first, and the number that fail then. */
  skip: number;
  fail: number;
}

/** The small file through which a test tells the library in the host which calls must fail. */
export class FaultControl {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
    writeFileSync(path, Buffer.alloc(SIZE));
  }

  /** Makes calls fail as ordered. */
  order({ call, error, skip, fail }: FaultOrder): void {
    const number = error === 'short' ? 0 : constants.errno[error];
    this.#write([CALLS[call], skip, fail, number, 0]);
  }

  /** Stops the failures; returns how many calls have failed since the order. */
  end(): number {
    const failed = readFileSync(this.path).readUInt32LE(SIZE - 4);
    this.#write([0, 0, 0, 0, 0]);
    return failed;
  }

  #write(fields: readonly number[]): void {
    const bytes = Buffer.alloc(SIZE);
    fields.forEach((field, index) => bytes.writeInt32LE(field, 4 * index));
    // Written in place, because the host has this file mapped.
    const file = openSync(this.path, 'r+');
    writeSync(file, bytes, 0, SIZE, 0);
    closeSync(file);
  }
}

/** Sizes of a record's header and of the control file, in bytes. */
const HEAD = 24;
const SIZE = 20;

function recordOf(kind: number, file: bigint, offset: number, data: Buffer): TraceRecord {
  const text = () => data.toString('utf8');
  switch (kind) {
    case 1:
      return { kind: 'create', file, path: text() };
    case 2:
      return { kind: 'write', file, offset, data };
    case 3:
      return { kind: 'truncate', file, size: offset };
    case 4:
      return { kind: 'sync-begin', file, number: offset };
    case 5:
      return { kind: 'sync-end', file, number: offset };
    case 6:
    case 7: {
      const [from = '', to = ''] = text().split('\0');
      return { kind: kind === 6 ? 'rename' : 'link', from, to };
    }
    case 8:
      return { kind: 'unlink', path: text() };
    case 9:
      return { kind: 'mkdir', file, path: text() };
    case 10:
      return { kind: 'answer', text: text() };
    default:
      throw new Error(`the trace holds a record of the unknown kind ${kind}`);
  }
}
