import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { ZipFile } from 'yazl';

/** A file to add to a zip. */
export interface ZipEntry {
  path: string;
  content: AsyncIterable<string | Uint8Array> | Iterable<string>;
  /** Stores the file uncompressed, for formats that are compressed already. */
  isStored?: true;
}

/**
 * Generates a zip as it is read: each file is added when the one before is complete. `at` is the modification time of
 * the files. Compression runs on other threads.
 */
export async function* createZip(files: AsyncIterable<ZipEntry>, at: Date): AsyncGenerator<Uint8Array> {
  const { ZipFile: Zip } = await import('yazl');
  const zip = new Zip();
  const output = new PassThrough();
  zip.outputStream.pipe(output);
  const abort = new AbortController();
  const adding = addAll(zip, files, at, abort.signal).catch((error: unknown) => {
    output.destroy(error as Error);
  });
  try {
    yield* output as AsyncIterable<Uint8Array>;
  } finally {
    abort.abort();
    output.destroy();
    await adding;
  }
}

async function addAll(
  zip: ZipFile,
  files: AsyncIterable<ZipEntry>,
  mtime: Date,
  signal: AbortSignal,
): Promise<void> {
  for await (const { path, content, isStored = false } of files) {
    const source = Readable.from(content, { signal });
    zip.addReadStream(source, path, { mtime, compress: !isStored });
    await finished(source);
  }
  zip.end();
}
