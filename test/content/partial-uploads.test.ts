import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { PartialUploads, type Checksum } from '../../electron/content/partial-uploads';
import { ContentStore } from '../../electron/content/store';

/** More than is hashed at once. */
const SIZE = 3_000_000;
const ID = 'upload';

let store: ContentStore;
let uploads: PartialUploads;

beforeEach(() => {
  store = new ContentStore('', () => 0);
  onTestFinished(() => store.close());
  uploads = new PartialUploads(store);
});

describe('the hash of an upload', () => {
  test('is that of all its chunks', async () => {
    const bytes = randomBytes(SIZE * 2);
    await append(0, bytes.subarray(0, SIZE));
    await append(SIZE, bytes.subarray(SIZE));
    expect(await received(bytes.length)).toEqual(sha256(bytes));
    // Its end is asked for again if the answer was lost.
    expect(await received(bytes.length)).toEqual(sha256(bytes));
  });

  test('has nothing of a chunk that was refused', async () => {
    const bytes = randomBytes(SIZE * 2);
    const checksum: Checksum = { algorithm: 'sha256', digest: sha256(bytes.subarray(SIZE)) };
    await append(0, bytes.subarray(0, SIZE));
    await expect(append(SIZE, randomBytes(SIZE), checksum)).rejects.toMatchObject({
      code: 'validation_error',
    });
    await append(SIZE, bytes.subarray(SIZE), checksum);
    expect(await received(bytes.length)).toEqual(sha256(bytes));
  });

  test('has nothing of a chunk that was too long', async () => {
    const bytes = randomBytes(SIZE);
    await expect(append(0, randomBytes(SIZE + 1))).rejects.toMatchObject({ code: 'too_large' });
    expect(await uploads.size(ID)).toBe(0);
    await append(0, bytes);
    expect(await received(SIZE)).toEqual(sha256(bytes));
  });

  test('is that of a new upload under the name of a removed one', async () => {
    await append(0, randomBytes(SIZE));
    await uploads.remove(ID);
    const bytes = randomBytes(SIZE);
    await append(0, bytes);
    expect(await received(SIZE)).toEqual(sha256(bytes));
  });

  test('is known after a restart', async () => {
    const bytes = randomBytes(SIZE * 2);
    await append(0, bytes.subarray(0, SIZE));
    uploads = new PartialUploads(store);
    await append(SIZE, bytes.subarray(SIZE));
    expect(await received(bytes.length)).toEqual(sha256(bytes));
  });

  function append(offset: number, bytes: Buffer, checksum: Checksum | null = null): Promise<number> {
    const pieces: Buffer[] = [];
    for (let at = 0; at < bytes.length; at += 65_536) pieces.push(bytes.subarray(at, at + 65_536));
    const maxSize = checksum ? Infinity : offset + Math.max(SIZE, offset);
    return uploads.append(ID, { bytes: Readable.from(pieces), offset, maxSize, checksum });
  }

  async function received(size: number): Promise<Buffer> {
    return (await uploads.receive(ID, size)).hash;
  }

  function sha256(bytes: Buffer): Buffer {
    return createHash('sha256').update(bytes).digest();
  }
});
