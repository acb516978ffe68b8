import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { onTestFinished } from 'vitest';
import type { S3Options } from '../../electron/content/s3/s3-address';
import { S3Client } from '../../electron/content/s3/s3-client';
import { keptPort } from './ports';

/** An S3 server of a test, with an empty bucket. */
export interface ObjectStorage {
  options: S3Options;
  /** Names of all objects in the bucket, in their order. */
  names: () => Promise<string[]>;
  stop: () => Promise<void>;
  /** Starts it again, with what it had. */
  start: () => Promise<void>;
}

/** Starts an S3 server that ends with the test. */
export async function testObjectStorage(): Promise<ObjectStorage> {
  const directory = mkdtempSync(join(tmpdir(), 'courtyard-s3-'));
  const port = await keptPort();
  const bucket = 'yard';
  let server: S3rver | null = null;
  const start = async () => {
    server = new S3rver({
      ...{ address: '127.0.0.1', port, silent: true, directory },
      configureBuckets: [{ name: bucket }],
    });
    await server.run();
  };
  const stop = async () => {
    await server?.close();
    server = null;
  };
  onTestFinished(async () => {
    await stop();
    rmSync(directory, { recursive: true, force: true });
  });
  await start();
  const options: S3Options = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    bucket,
    prefix: 'garden/',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    partSize: 5 * 1024 * 1024,
  };
  const names = async () => {
    const all: string[] = [];
    for await (const objects of new S3Client(options).list('')) all.push(...objects.map(({ key }) => key));
    return all.toSorted();
  };
  return { options, names, start, stop };
}
