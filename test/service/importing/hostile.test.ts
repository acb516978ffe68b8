import { deflateRawSync, crc32 } from 'node:zlib';
import { describe, expect, it, test } from 'vitest';
import { contentFiles } from '../../support/content';
import { exportFiles, zipOf } from '../../support/export-archive';
import { fixture } from '../../support/fixtures';
import { hostileNames } from '../../support/inputs/hostile-names';
import { testService } from '../../support/service';
import { temporaryFolder } from '../../support/temporary-folder';
import { importInto } from './exports';

const AT = { Timestamp: 1_700_000_000 };
const photo = (ID: number) => ({ ID, ...AT, Caption: '', Private: false });
const file = (ID: number, Name = `${ID}.bin`) => ({ ID, ...AT, Name, Folder: '' });

/** A file of a zip made by hand, which may lie about itself. */
interface RawEntry {
  path: string;
  bytes: Buffer;
  /** Compression method, flags, checksum and uncompressed size, if not the true ones. */
  method?: number;
  flags?: number;
  sum?: number;
  size?: number;
  /** Uses the bytes of the entry before. */
  overlaps?: boolean;
}

function rawZip(entries: readonly RawEntry[]): Buffer {
  const [locals, centrals]: [Buffer[], Buffer[]] = [[], []];
  let [offset, last] = [0, 0];
  for (const {
    path,
    bytes,
    method = 8,
    flags = 0x800,
    sum = crc32(bytes),
    size = bytes.length,
    overlaps,
  } of entries) {
    const data = method === 8 ? deflateRawSync(bytes) : bytes;
    const name = Buffer.from(path);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(flags, 2);
    fields.writeUInt16LE(method, 4);
    fields.writeUInt32LE(sum, 10);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(size, 18);
    fields.writeUInt16LE(name.length, 22);
    const at = overlaps ? last : offset;
    if (!overlaps) {
      const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, name, data]);
      locals.push(local);
      last = offset;
      offset += local.length;
    }
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    centrals.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), fields, tail, name]));
  }
  const central = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, central, end]);
}

function rawExport(lists: Record<string, unknown[]>, entries: readonly RawEntry[]): Buffer {
  const files = [...exportFiles(lists)].map(([path, text]) => ({ path, bytes: Buffer.from(text) }));
  return rawZip([...files, ...entries]);
}

const source = [...exportFiles()].map(([path, text]) => ({ path, bytes: Buffer.from(text) }))[0]!;

describe('a file that is not an export is rejected and leaves nothing behind', () => {
  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ['nothing', () => Buffer.from(' ')],
    ['a picture', () => fixture('picture.png')],
    ['another zip', () => zipOf([['a.txt', 'hello']])],
    ['a newer version', () => zipOf([['data/source.json', '{"Version":2,"Community":1,"Person":1}']])],
    ['a source that is no JSON', () => zipOf([['data/source.json', '{']])],
    ['a path outside', () => rawZip([source, { path: '../data/x.json', bytes: Buffer.from('x') }])],
    ['an absolute path', () => rawZip([source, { path: '/etc/passwd', bytes: Buffer.from('x') }])],
    ['a file twice', () => rawZip([source, source])],
    [
      'two contents of one item',
      () =>
        rawZip(
          ['a', 'b'].map((name) => ({ path: `files/1-${name}`, bytes: Buffer.from('x') })).concat(source),
        ),
    ],
    ['an encrypted file', () => rawZip([{ ...source, flags: 0x801 }])],
    ['an unknown compression', () => rawZip([{ ...source, method: 99 }])],
    [
      'a huge source',
      () => rawZip([{ path: 'data/source.json', bytes: Buffer.alloc(9 * 1024 * 1024, ' ') }]),
    ],
    [
      'half of one',
      async () => (await zipOf(exportFiles({ files: [file(1)] }, { 'files/1-a': 'a' }))).subarray(0, 300),
    ],
  ])('%s', async (_what, make) => {
    const data = temporaryFolder();
    const t = await testService({ data });
    const ann = await t.person('Ann');
    await expect(importInto(t, ann, await make())).rejects.toMatchObject({ code: 'invalid_type' });
    expect(await ann.call('account.importState', {})).toMatchObject({ Status: 'none' });
    expect(contentFiles(data)).toEqual([]);
  });
});

describe('a hostile export', () => {
  it('cannot store something under another kind, or bytes that differ from its checksum or size', async () => {
    const data = temporaryFolder();
    const t = await testService({ data });
    const ann = await t.person('Ann');
    const png = fixture('picture.png');
    const zip = rawExport({ photos: [1, 2, 3, 4, 5, 6].map(photo) }, [
      { path: 'photos/1-yard.png', bytes: Buffer.from('<script>alert(1)</script>') },
      { path: 'photos/2-song.png', bytes: fixture('track.mp3') },
      { path: 'photos/3-sum.png', bytes: png, sum: 1 },
      { path: 'photos/4-more.png', bytes: png, size: png.length - 1 },
      { path: 'photos/5-less.png', bytes: png, size: png.length + 1 },
      { path: 'photos/6-good.txt', bytes: png },
    ]);
    const result = await importInto(t, ann, zip);
    expect(result.Items).toEqual([{ Kind: 'photo', Imported: 1, Existing: 0 }]);
    expect(result.Skipped).toEqual([{ Kind: 'photo', Reason: 'damaged', Count: 5 }]);
    expect(contentFiles(data).filter((path) => !path.startsWith('blobs'))).toEqual([]);
  });

  it('stops unpacking where the declared size ends', async () => {
    const data = temporaryFolder();
    const t = await testService({ data, settings: { fileLimit: 1024 * 1024 } });
    const ann = await t.person('Ann');
    const zeros = Buffer.alloc(64 * 1024 * 1024);
    const zip = rawExport({ files: [file(1), file(2)] }, [
      { path: 'files/1-bomb', bytes: zeros, size: 1000 },
      { path: 'files/2-honest', bytes: zeros },
    ]);
    expect(zip.length).toBeLessThan(200_000);
    const result = await importInto(t, ann, zip);
    expect(result).toMatchObject({ Status: 'done', Items: [] });
    expect(result.Skipped).toEqual([
      { Kind: 'file', Reason: 'damaged', Count: 1 },
      { Kind: 'file', Reason: 'too_large', Count: 1 },
    ]);
    expect(contentFiles(data)).toEqual([]);
  });

  it('is read only up to the quota, even if what it contains is not stored', async () => {
    const t = await testService({ data: temporaryFolder(), settings: { quota: 1024 * 1024 } });
    const ann = await t.person('Ann');
    const junk = Buffer.alloc(300_000);
    const numbers = Array.from({ length: 50 }, (_, index) => index + 1);
    const entries = numbers.map((n) => ({ path: `photos/${n}-x.png`, bytes: junk, overlaps: n > 1 }));
    const result = await importInto(t, ann, rawExport({ photos: numbers.map(photo) }, entries));
    expect(result.Items).toEqual([]);
    expect(result.Skipped).toEqual([
      { Kind: 'photo', Reason: 'damaged', Count: 3 },
      { Kind: 'photo', Reason: 'quota', Count: 47 },
    ]);
  });

  it.each([
    ['bytes', { quota: 1024 * 1024 }, 3],
    ['items', { quotaItems: 4 }, 4],
  ])('fills at most the quota of %s', async (_what, settings, count) => {
    const t = await testService({ data: temporaryFolder(), settings });
    const ann = await t.person('Ann');
    const numbers = [1, 2, 3, 4, 5, 6];
    const entries = numbers.map((n) => ({
      path: `files/${n}-x`,
      bytes: Buffer.alloc(n === 2 ? 1_040_000 : 4000, n),
    }));
    const result = await importInto(t, ann, rawExport({ files: numbers.map((n) => file(n)) }, entries));
    expect(result.Items).toEqual([{ Kind: 'file', Imported: count, Existing: 0 }]);
    expect(result.Skipped).toEqual([{ Kind: 'file', Reason: 'quota', Count: 6 - count }]);
  });

  it('cannot name files freely', async () => {
    const data = temporaryFolder();
    const t = await testService({ data });
    const ann = await t.person('Ann');
    const names = hostileNames();
    const zip = await zipOf(
      exportFiles(
        { files: names.map((name, index) => file(index + 1, name)) },
        Object.fromEntries(names.map((_, index) => [`files/${index + 1}-x`, `file ${index}`])),
      ),
    );
    const result = await importInto(t, ann, zip);
    const imported = result.Items[0]?.Imported ?? 0;
    expect(imported + (result.Skipped[0]?.Count ?? 0)).toBe(names.length);
    const listed = await ann.call('files.list', { limit: 100 });
    expect(listed.length).toBeGreaterThan(0);
    for (const { Name } of listed) expect(Name).not.toMatch(/[\0/\\]/);
    expect(contentFiles(data).every((path) => /^blobs\/[0-9a-f]{2}\/[0-9a-f]{64}$/.test(path))).toBe(true);
  });

  it('with records that are no records imports the others', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    const records = [
      null,
      1,
      'x',
      {},
      { ID: -1 },
      { ...file(1), Name: 5 },
      { ...file(2), Folder: '\0' },
      file(3),
    ];
    const zip = await zipOf(exportFiles({ files: records, posts: [{ ID: 1 }] }, { 'files/3-x': 'x' }));
    const result = await importInto(t, ann, zip);
    expect(result.Items).toEqual([{ Kind: 'file', Imported: 1, Existing: 0 }]);
    expect(result.Skipped).toEqual([
      { Kind: 'file', Reason: 'damaged', Count: 7 },
      { Kind: 'post', Reason: 'damaged', Count: 1 },
    ]);
  });

  it('with a line that does not end fails there and keeps what came before', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    const files = exportFiles({ files: [file(1)] }, { 'files/1-x': 'x' });
    files.set('data/posts.json', `[\n"${'x'.repeat(9 * 1024 * 1024)}"\n]\n`);
    const result = await importInto(t, ann, await zipOf(files));
    expect(result).toMatchObject({ Status: 'failed', Failure: 'invalid_type' });
    expect(result.Items).toEqual([{ Kind: 'file', Imported: 1, Existing: 0 }]);
  });
});
