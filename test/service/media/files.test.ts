import { writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openService, type ServiceOptions } from '../../../electron/service';
import type { File } from '../../../shared/contract/records';
import { LIFETIMES } from '../../../shared/limits';
import { readUploadLimit, type UploadLimit } from '../../../shared/failures/upload-limits';
import { contentFiles, upload } from '../../support/content';
import { fixture } from '../../support/fixtures';
import {
  passDays,
  refusal,
  TEST_SETTINGS,
  TestClock,
  testService,
  testServiceOver,
} from '../../support/service';
import type { TestPerson, TestService } from '../../support/service';

let t: TestService;
let ann: TestPerson;
let bob: TestPerson;

beforeEach(async () => {
  t = await testService();
  [ann, bob] = await t.people('Ann', 'Bob');
});

function store(person: TestPerson, filename: string, bytes: Buffer | string = filename): Promise<File> {
  return upload(t.service, person.session, 'files.upload', Buffer.from(bytes), { filename });
}

describe('own files', () => {
  test('are listed by age, name and size, in pages', async () => {
    for (const [name, size] of [
      ['b', 3],
      ['Ґанок', 1],
      ['гай', 4],
      ['a10', 2],
    ] as const)
      await store(ann, name, 'x'.repeat(size));
    const names = async (input: object) => (await ann.call('files.list', input)).map((file) => file.Name);
    expect(await names({})).toEqual(['a10', 'гай', 'Ґанок', 'b']);
    expect(await names({ sort: 'oldest' })).toEqual(['b', 'Ґанок', 'гай', 'a10']);
    expect(await names({ sort: 'name' })).toEqual(['a10', 'b', 'гай', 'Ґанок']);
    expect(await names({ sort: 'largest' })).toEqual(['гай', 'b', 'a10', 'Ґанок']);
    expect(await names({ limit: 3, page: 1 })).toEqual(['b']);
    expect(await names({ page: 5 })).toEqual([]);
    expect(await bob.call('files.list', {})).toEqual([]);
  });

  test('are found by words of their names in any script, and by type', async () => {
    await store(ann, 'Сім’я на дачі.txt', 'text');
    await store(ann, 'ремонт_кухні 2025.pdf', '%PDF-1.4');
    await store(ann, '家庭照片.png', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'));
    await store(ann, 'data.bin', Buffer.from([0, 1, 2]));
    const names = async (input: object) => (await ann.call('files.list', input)).map((file) => file.Name);
    expect(await names({ query: "сім'я ДАЧІ" })).toEqual(['Сім’я на дачі.txt']);
    expect(await names({ query: 'кухні 2025' })).toEqual(['ремонт_кухні 2025.pdf']);
    expect(await names({ query: '庭照' })).toEqual(['家庭照片.png']);
    expect(await names({ query: '%_' })).toHaveLength(4);
    expect(await names({ kind: 'image' })).toEqual(['家庭照片.png']);
    expect(await names({ kind: 'document' })).toEqual(['ремонт_кухні 2025.pdf', 'Сім’я на дачі.txt']);
    expect(await names({ kind: 'other' })).toEqual(['data.bin']);
    expect(await names({ kind: 'archive' })).toEqual([]);
  });

  test('can be uploaded into a folder', async () => {
    const { service, people } = await testService();
    const [eve] = await people('Eve');
    const input = { filename: 'bill.txt', folder: '/Flat/ Bills' };
    const file = await upload(service, eve.session, 'files.upload', Buffer.from('1'), input);
    expect(file).toMatchObject({ Name: 'bill.txt', Folder: 'Flat/Bills' });
    expect(await eve.call('files.folders', {})).toEqual([{ Path: 'Flat/Bills', Files: 1, Size: 1 }]);
  });

  test('are renamed and moved between folders', async () => {
    const file = await store(ann, 'bill.txt', '12345');
    const moved = await ann.call('files.update', {
      file_id: file.ID,
      folder: '/Flat // Bills/',
      name: 'May.txt',
    });
    expect(moved).toMatchObject({
      Name: 'May.txt',
      Folder: 'Flat/Bills',
      Url: expect.stringContaining('May.txt'),
    });
    await store(ann, 'loose.txt', '12');
    expect(await ann.call('files.folders', {})).toEqual([
      { Path: '', Files: 1, Size: 2 },
      { Path: 'Flat/Bills', Files: 1, Size: 5 },
    ]);
    expect(await ann.call('files.list', { folder: 'Flat/Bills' })).toMatchObject([{ ID: file.ID }]);
    for (const sort of ['newest', 'name', 'largest'] as const)
      expect(await ann.call('files.list', { folder: '', sort })).toMatchObject([{ Name: 'loose.txt' }]);
    expect(await ann.call('files.update', { file_id: file.ID })).toEqual(moved);
  });

  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\dir\\x.txt', 'x.txt'],
    ['/tmp/a.txt/', 'a.txt'],
    [`${'long/'.repeat(200)}b.txt`, 'b.txt'],
    ['a\u0001\u009f\u202eb', 'ab'],
    ['..', null],
    ['a/..', null],
    ['\\/', null],
    ['\u200b', null],
  ])('are named by the last path segment of %j', async (path, name) => {
    const file = await store(ann, path, 'in it');
    expect(file.Name).toBe(name ?? `file-${file.ID}`);
    await ann.call('files.update', { file_id: file.ID, name: 'other' });
    const renamed = await ann.call('files.update', { file_id: file.ID, name: path });
    expect(renamed.Name).toBe(name ?? `file-${file.ID}`);
  });

  test("send events to the owner's other windows only", async () => {
    const [own, others] = [await ann.listen(), await bob.listen()];
    const file = await store(ann, 'a.txt');
    await ann.call('files.update', { file_id: file.ID, name: 'b.txt' });
    await ann.call('files.remove', { file_id: file.ID });
    expect(await own.take()).toMatchObject([
      { Type: 'file', ID: file.ID },
      { Type: 'file', ID: file.ID },
      { Type: 'file', ID: file.ID, File: null },
    ]);
    expect(await others.take()).toEqual([]);
  });

  test('are deleted with the account', async () => {
    const file = await store(bob, 'a.txt');
    await bob.call('account.remove', { password: bob.password });
    const { searchParams } = new URL(file.Url, 'http://host');
    const [exp, sig] = [searchParams.get('exp') ?? '', searchParams.get('sig') ?? ''];
    const found = t.service.content({ kind: 'file', id: String(file.ID), exp, sig });
    expect(await refusal(found)).toMatchObject({ code: 'not_found' });
  });

  test('of someone else are not_found', async () => {
    const file = await store(ann, 'a.txt');
    const file_id = file.ID;
    expect(await bob.refused('files.get', { file_id })).toMatchObject({ code: 'not_found' });
    for (const name of ['files.update', 'files.remove'] as const)
      expect(await bob.refused(name, { file_id, name: 'b' })).toMatchObject({ code: 'not_found' });
  });

  test('need a valid name', async () => {
    const file = await store(ann, 'a'.repeat(255));
    for (const name of ['', 'a'.repeat(256), 'ї'.repeat(128), 'a\0', '\ud800'])
      expect(await ann.refused('files.update', { file_id: file.ID, name })).toMatchObject({
        fields: { name: expect.any(String) },
      });
  });
});

describe('storage limits', () => {
  async function limited(limits: Partial<ServiceOptions['settings']>) {
    const clock = new TestClock();
    const settings = { ...TEST_SETTINGS, ...limits };
    const service = await openService({ data: ':memory:', settings, now: () => clock.seconds * 1000 });
    onTestFinished(() => service.close());
    const world = testServiceOver(service, clock);
    return { service, eve: await world.person('Eve'), joe: await world.person('Joe') };
  }

  test('apply to size and number, before the first byte is sent', async () => {
    const { service, eve } = await limited({ fileLimit: 100, quota: 250, quotaItems: 3 });
    const put = (size: number) => upload(service, eve.session, 'files.upload', Buffer.alloc(size));
    const tooLarge = async (promise: Promise<unknown>, limit: UploadLimit, bytes: number) => {
      const error = await refusal(promise);
      expect([error.code, readUploadLimit(error, limit)]).toEqual(['too_large', bytes]);
    };

    await tooLarge(put(101), 'size', 100);
    await tooLarge(service.receive(eve.session, 'files.upload', 10_000_000), 'size', 100);
    await put(100);
    await put(100);
    await tooLarge(put(51), 'storage', 50);
    await tooLarge(Promise.all([put(20), put(20)]), 'storage', 0);
    expect(await eve.call('files.list', {})).toHaveLength(3);
    await tooLarge(service.receive(eve.session, 'files.upload', 0), 'storage', 0);
    const [last] = await eve.call('files.list', {});
    await eve.call('files.remove', { file_id: last?.ID ?? 0 });
    await put(50);
  });

  test('are shown to each person with what they store and what unused uploads reserve', async () => {
    const { service, eve, joe } = await limited({ quota: 1000, quotaItems: 9 });
    const used = async (person = eve) => (await person.call('files.storage', {})).Used;
    expect(await eve.call('files.storage', {})).toEqual({
      Used: { Items: 0, Size: 0 },
      Reserved: { Items: 0, Size: 0 },
      Limit: { Items: 9, Size: 1000 },
    });
    const file = await upload(service, eve.session, 'files.upload', Buffer.alloc(300));
    const picture = fixture('picture.png');
    await upload(service, eve.session, 'photos.upload', picture);
    expect(await used()).toEqual({ Items: 2, Size: 300 + picture.length });
    expect(await used(joe)).toEqual({ Items: 0, Size: 0 });
    await eve.call('files.remove', { file_id: file.ID });
    expect(await used()).toEqual({ Items: 1, Size: picture.length });
  });

  test('allow four concurrent uploads', async () => {
    const begin = () => t.service.receive(ann.session, 'files.upload', undefined);
    const running = [await begin(), await begin(), await begin(), await begin()];
    expect(await refusal(begin())).toMatchObject({ code: 'rate_limit_exceeded', retryAfter: 5 });
    await t.service.receive(bob.session, 'files.upload', undefined);
    await running[0]?.release();
    await running[0]?.release();
    await begin();
    expect(await refusal(begin())).toMatchObject({ code: 'rate_limit_exceeded' });
  });

  test('hide files from everyone else', async () => {
    const incoming = await t.service.receive(ann.session, 'files.upload', undefined);
    const file = await incoming.receive(Readable.from([Buffer.from('mine')]));
    expect(await bob.refused('files.upload', { file })).toMatchObject({
      fields: { file: 'must be one of your uploads' },
    });
    await incoming.release();
    expect(await ann.refused('files.upload', { file })).toMatchObject({
      fields: { file: 'must be one of your uploads' },
    });
  });
});

describe('stored bytes', () => {
  let folder: string;

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    folder = mkdtempSync(join(tmpdir(), 'courtyard-files-'));
    onTestFinished(() => {
      vi.useRealTimers();
      rmSync(folder, { recursive: true, force: true });
    });
    t = await testService({ data: folder });
    [ann, bob] = await t.people('Ann', 'Bob');
  });

  test('are deduplicated, and deleted with their last use', async () => {
    const [one, other] = [await store(ann, 'a.txt', 'same'), await store(bob, 'b.txt', 'same')];
    expect(contentFiles(folder)).toHaveLength(1);
    await ann.call('files.remove', { file_id: one.ID });
    const nobodys = await store(ann, 'c.txt', 'other');
    await ann.call('files.remove', { file_id: nobodys.ID });
    expect(contentFiles(folder)).toHaveLength(2);
    const blobs = () => contentFiles(folder).filter((path) => path.startsWith('blobs'));
    await hoursPass(() => blobs().length < 2);
    expect(blobs()).toHaveLength(1);
    await bob.call('files.remove', { file_id: other.ID });
    await hoursPass(() => blobs().length === 0);
    expect(contentFiles(folder)).toHaveLength(2);
    await passDays(t, LIFETIMES.trash / (24 * 3600));
    await hoursPass(() => contentFiles(folder).length === 0);
    expect(contentFiles(folder)).toEqual([]);
  });

  test('are verified', async () => {
    await store(ann, 'a.txt');
    expect(await t.service.verify()).toEqual({ read: 1, damaged: [], missing: [] });
    const [kept = ''] = contentFiles(folder);
    writeFileSync(join(folder, 'content', kept), 'x.txt');
    expect(await t.service.verify()).toMatchObject({
      read: 1,
      damaged: [expect.stringMatching(/^[0-9a-f]{64}$/)],
    });
    rmSync(join(folder, 'content', kept));
    expect(await t.service.verify()).toMatchObject({ read: 0, damaged: [], missing: [expect.any(String)] });
  });

  /** Hours of the host's life, with the sweep of each, until what is to come of it is there. */
  async function hoursPass(isDone: () => boolean): Promise<void> {
    t.clock.advance(2 * 3600);
    while (!isDone()) {
      vi.advanceTimersByTime(600_000);
      // Listing a folder is dear: the disk and the database get many turns before the next look.
      for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
    }
  }
});
