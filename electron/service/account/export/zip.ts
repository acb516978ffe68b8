import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A file of a zip: its path and its text or bytes, piece by piece. */
export interface ZippedFile {
  path: string;
  content: AsyncIterable<string | Uint8Array> | Iterable<string>;
  /** Not compressed: pictures and the like would only become larger. */
  isStored?: true;
}

/**
 * A zip of some files, made as it is read: a file is begun when the one before it is through, and no more is made than is
 * taken. Compression runs on threads of its own. `at` is the time that the files bear.
 */
export async function* zipOf(files: AsyncIterable<ZippedFile>, at: Date): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const output = new PassThrough();
  zip.outputStream.pipe(output);
  const stopped = new AbortController();
  const adding = addAll(zip, files, at, stopped.signal).catch((error: unknown) => {
    output.destroy(error as Error);
  });
  try {
    yield* output as AsyncIterable<Uint8Array>;
  } finally {
    stopped.abort();
    output.destroy();
    await adding;
  }
}

async function addAll(
  zip: ZipFile,
  files: AsyncIterable<ZippedFile>,
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
