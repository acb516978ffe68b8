import { createHash } from 'node:crypto';
import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import {
  BLOCK_SIZE,
  Decryptor,
  Encryptor,
  HEADER_LENGTH,
  ENCRYPTED_BLOCK_SIZE,
  TamperedError,
} from './encryption.ts';

/** Options for storing and reading a file of a backup folder. */
export interface StorageForm {
  /** The encryption key; null if the file is not encrypted. */
  key: Buffer | null;
  /** The name of the stored file, which its encryption authenticates. */
  name: string;
  /** Called after each block, for progress. */
  onBlock: (bytes: number) => void;
}

/** Hash and size of a file before encryption. */
export interface FileDigest {
  sha256: string;
  size: number;
}

/**
 * Copies a file into a backup folder and flushes it to the disk. The target must not exist. Throws TamperedError if the
 * disk of the source can't read it.
 */
export function storeFile(source: string, target: string, { key, name, onBlock }: StorageForm): FileDigest {
  return withFile(source, 'r', (from) =>
    withFile(target, 'wx', (to) => {
      const encryptor = key && new Encryptor(key, name);
      if (encryptor) writeAll(to, encryptor.header);
      const digest = forEachBlock(
        from,
        { size: fstatSync(from).size, block: BLOCK_SIZE, begin: 0 },
        (block, isLast) => {
          writeAll(to, encryptor ? encryptor.encrypt(block, isLast) : block);
          onBlock(block.length);
          return block;
        },
      );
      fsyncSync(to);
      return digest;
    }),
  );
}

/**
 * Reads a file of a backup folder, and writes its bytes to `target` unless that is null. Throws TamperedError if its
 * disk can't read it, or if it was encrypted and isn't what was stored.
 */
export function readStoredFile(
  source: string,
  target: string | null,
  { key, name, onBlock }: StorageForm,
): FileDigest {
  return withFile(source, 'r', (from) => {
    const { size } = fstatSync(from);
    const begin = key ? HEADER_LENGTH : 0;
    if (key && size <= begin) throw new TamperedError('An encrypted file of the backup was cut off.');
    const decryptor = key && new Decryptor(key, name, readAt(from, Buffer.alloc(HEADER_LENGTH), 0));
    const read = (to: number | null) =>
      forEachBlock(from, { size, block: key ? ENCRYPTED_BLOCK_SIZE : BLOCK_SIZE, begin }, (block, isLast) => {
        const plain = decryptor ? decryptor.decrypt(block, isLast) : block;
        if (to !== null) writeAll(to, plain);
        onBlock(plain.length);
        return plain;
      });
    if (target === null) return read(null);
    return withFile(target, 'wx', (to) => {
      const digest = read(to);
      fsyncSync(to);
      return digest;
    });
  });
}

/** Returns the SHA-256 of a file in hexadecimal; null if its disk can't read it. */
export function hashOfFile(path: string): string | null {
  try {
    return readStoredFile(path, null, { key: null, name: '', onBlock: () => undefined }).sha256;
  } catch (error) {
    if (error instanceof TamperedError) return null;
    throw error;
  }
}

/** Calls `transform` for each block of a file, once for an empty file, and hashes the returned bytes. */
function forEachBlock(
  file: number,
  { size, block, begin }: { size: number; block: number; begin: number },
  transform: (block: Buffer, isLast: boolean) => Uint8Array,
): FileDigest {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(block);
  let total = 0;
  let position = begin;
  do {
    const length = Math.min(block, size - position);
    const read = readAt(file, buffer.subarray(0, length), position);
    position += length;
    const bytes = transform(read, position >= size);
    hash.update(bytes);
    total += bytes.length;
  } while (position < size);
  return { sha256: hash.digest('hex'), size: total };
}

/** Reads exactly as many bytes as fit into the buffer. */
function readAt(file: number, buffer: Buffer, position: number): Buffer {
  for (let read = 0; read < buffer.length;) {
    const count = translateReadErrors(() =>
      readSync(file, buffer, read, buffer.length - read, position + read),
    );
    if (count === 0) throw new TamperedError('A file of the backup became shorter while it was read.');
    read += count;
  }
  return buffer;
}

/** Turns a read error of the disk into TamperedError: it damages one file, while a write error may affect all. */
function translateReadErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EIO') throw cause;
    throw new TamperedError('The disk cannot read a file of the backup.', { cause });
  }
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length;)
    written += writeSync(file, bytes, written, bytes.length - written);
}

function withFile<T>(path: string, flags: 'r' | 'wx', work: (file: number) => T): T {
  const open = () => openSync(path, flags, 0o600);
  const file = flags === 'r' ? translateReadErrors(open) : open();
  try {
    return work(file);
  } finally {
    closeSync(file);
  }
}
