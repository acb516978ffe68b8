import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { openRange } from '../../electron/content/read-file';

const MIB = 1024 * 1024;

function fileOf(bytes: Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'courtyard-ranges-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'file');
  writeFileSync(path, bytes);
  return path;
}

test('a range has exactly its bytes, whatever its place in the parts that are read', async () => {
  const bytes = Buffer.alloc(3 * MIB);
  for (let index = 0; index < bytes.length; index++) bytes[index] = index % 251;
  const path = fileOf(bytes);
  for (const [start, end] of [
    [0, bytes.length - 1],
    [MIB - 1, MIB],
    [5, 2 * MIB + 7],
    [bytes.length - 1, bytes.length - 1],
  ] as const) {
    const read = await buffer(await openRange(path, { size: bytes.length, start, end }));
    expect([start, end, read.equals(bytes.subarray(start, end + 1))]).toEqual([start, end, true]);
  }
});

test('many readers at once read less at a time, and the next one more again', async () => {
  const range = { size: 2 * MIB, start: 0, end: 2 * MIB - 1 };
  const path = fileOf(Buffer.alloc(range.size));
  const firstPart = async () => {
    const stream = await openRange(path, range);
    onTestFinished(() => void stream.destroy());
    await once(stream, 'readable');
    return { stream, bytes: (stream.read() as Buffer).length };
  };
  const readers = [];
  for (let count = 0; count < 200; count++) readers.push(await firstPart());
  expect(readers[0]?.bytes).toBe(MIB);
  expect(readers.at(-1)?.bytes).toBeLessThan(MIB / 2);
  await Promise.all(readers.map(({ stream }) => once(stream.destroy(), 'close')));
  expect((await firstPart()).bytes).toBe(MIB);
});

test('a file of another size than expected is refused', async () => {
  const path = fileOf(Buffer.from('hello'));
  await expect(openRange(path, { size: 6, start: 0, end: 5 })).rejects.toThrow('size of stored content');
});
