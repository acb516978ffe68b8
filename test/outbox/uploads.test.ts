import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ContentStore } from '../../electron/content/store';
import { Outbox } from '../../electron/outbox/outbox';
import { openService } from '../../electron/service';
import { OUTBOX, STORAGE } from '../../shared/limits';
import { bytesOf, upload } from '../support/content';
import { fixture } from '../support/fixtures';
import {
  TEST_SETTINGS,
  TestClock,
  testService,
  testServiceOver,
  type TestPerson,
  type TestService,
} from '../support/service';
import { untilPasses } from '../support/waiting';
import { openUploadDevice, randomFile, sha256 } from './upload-device';

const MEBIBYTE = 1024 * 1024;

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'courtyard-uploads-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'outbox', 'community-1.db');
}

/** The files with bytes beside an outbox. */
function storedFiles(file: string): string[] {
  const folder = `${file}.uploads`;
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

const groupOf = async (person: TestPerson) =>
  (await person.call('dialogs.create', { name: 'Yard', type: 'group' })).ID;

const messagesIn = async (person: TestPerson, dialog_id: number) =>
  (await person.call('dialogs.messages', { dialog_id })).filter((one) => one.Type === 'message').reverse();

/** SHA-256 of the bytes that the host has under a URL. */
async function hashAt({ service }: TestService, url: string): Promise<string> {
  const { pathname, searchParams } = new URL(url, 'http://host.test');
  const [, , kind = '', id = ''] = pathname.split('/');
  const { exp = '', sig = '' } = Object.fromEntries(searchParams);
  return sha256(await bytesOf(await service.content({ kind, id, exp, sig })));
}

test('an upload waits with its bytes, and is stored once, before what refers to it', async () => {
  const t = await testService();
  const [ann] = await t.people('Ann');
  const dialog_id = await groupOf(ann);
  const file = newFile();
  const { upload, make, add, sendAll, outbox, network } = openUploadDevice(t, ann, 'laptop', file);
  network.isUp = false;
  const bytes = randomFile(3 * MEBIBYTE);
  add('dialogs.send', { dialog_id, text: 'Before' });
  const { id, key } = await upload('files.upload', bytes, { filename: 'plan.bin' });
  make('dialogs.send', { dialog_id, text: 'The plan', attachments: [{ Type: 'file', Item: id }] });
  add('dialogs.send', { dialog_id, text: 'After' });
  expect(await sendAll()).toBe('away');
  expect(outbox.all().find((one) => one.key === key)?.upload).toMatchObject({ size: bytes.length, sent: 0 });

  network.isUp = true;
  expect(await sendAll()).toBe('empty');
  expect((await messagesIn(ann, dialog_id)).map((one) => one.Text)).toEqual(['Before', 'The plan', 'After']);
  const [stored, ...others] = await ann.call('files.list', {});
  expect(others).toEqual([]);
  expect([stored?.Name, await hashAt(t, stored!.Url)]).toEqual(['plan.bin', sha256(bytes)]);
  const [, message] = await messagesIn(ann, dialog_id);
  expect(message?.Attachments).toMatchObject([{ Type: 'file', Item: { ID: stored?.ID } }]);
  await untilPasses(() => expect(storedFiles(file)).toEqual([]));
});

test('an upload that is cut again and again goes on where it was, also after a restart', async () => {
  const t = await testService();
  const [ann] = await t.people('Ann');
  const file = newFile();
  const bytes = randomFile(9 * MEBIBYTE);
  let device = openUploadDevice(t, ann, 'laptop', file);
  await device.upload('files.upload', bytes, { filename: 'film.bin' });
  const offsets: number[] = [];
  for (let cut = 1; cut <= 3; cut++) {
    device.network.arriving = () => 2 * MEBIBYTE;
    expect(await device.sendAll()).toBe('away');
    expect(device.outbox.all()).toMatchObject([{ upload: { size: bytes.length } }]);
    offsets.push(...device.offsets);
    device.outbox.close();
    device = openUploadDevice(t, ann, 'laptop', file);
  }
  expect(await device.sendAll()).toBe('empty');
  offsets.push(...device.offsets);
  expect(offsets[0]).toBe(0);
  // A network takes a little more than it delivers.
  for (const [index, offset] of offsets.slice(1).entries()) {
    expect(offset).toBeGreaterThan(offsets[index]! + MEBIBYTE);
    expect(offset).toBeLessThanOrEqual(offsets[index]! + 2 * MEBIBYTE);
  }
  const [stored, ...others] = await ann.call('files.list', {});
  expect(others).toEqual([]);
  expect(await hashAt(t, stored!.Url)).toBe(sha256(bytes));
});

test('an upload is stored once although the answer to its call is lost', async () => {
  const t = await testService();
  const [ann] = await t.people('Ann');
  const { upload, sendAll, connection, outbox, offsets } = openUploadDevice(t, ann, 'laptop');
  await upload('photos.upload', fixture('picture.png'));
  let answers = 0;
  connection.loses = () => answers++ < 2;
  expect(await sendAll()).toBe('away');
  expect(await sendAll()).toBe('away');
  expect(outbox.unsent).toBe(1);
  expect(await sendAll()).toBe('empty');
  expect(await ann.call('photos.list', {})).toHaveLength(1);
  expect(offsets).toEqual([0]);
});

test('bytes that the host has deleted meanwhile are sent again', async () => {
  const t = await testService();
  const [ann] = await t.people('Ann');
  const { upload, sendAll, outbox, uploadSender, offsets } = openUploadDevice(t, ann, 'laptop');
  const bytes = randomFile(1000);
  await upload('files.upload', bytes, { filename: 'a.bin' });
  expect(await uploadSender.sendNext()).toBe('sent');
  const { id, host_id } = outbox.uploads.findByKey(outbox.all()[0]!.key)!;
  await t.service.resumable.remove(ann.session, host_id!);
  expect(await sendAll()).toBe('empty');
  expect(offsets).toEqual([0, 0]);
  expect(outbox.uploads.find(id)).toBeUndefined();
  const [stored] = await ann.call('files.list', {});
  expect(await hashAt(t, stored!.Url)).toBe(sha256(bytes));
});

test('an upload that the host refuses stays with its bytes, and is sent again when its person retries', async () => {
  const service = await openService({ data: ':memory:', settings: { ...TEST_SETTINGS, quota: 1500 } });
  onTestFinished(() => service.close());
  const t = testServiceOver(service, new TestClock());
  const ann = await t.person('Ann');
  const dialog_id = await groupOf(ann);
  const other = await upload(service, ann.session, 'files.upload', randomFile(1000), { filename: 'b.bin' });
  const file = newFile();
  const { upload: add, make, sendAll, outbox } = openUploadDevice(t, ann, 'laptop', file);
  const { id, key } = await add('files.upload', randomFile(1000), { filename: 'a.bin' });
  make('dialogs.send', { dialog_id, text: 'See', attachments: [{ Type: 'file', Item: id }] });
  expect(await sendAll()).toBe('empty');
  expect(outbox.all()).toMatchObject([
    {
      state: 'refused',
      error: { detail: 'too_large', message: expect.stringContaining('storage') as string },
    },
    { state: 'refused', error: { message: expect.stringContaining('couldn’t be sent') as string } },
  ]);
  expect(storedFiles(file)).toHaveLength(1);
  await ann.call('files.remove', { file_id: other.ID });
  outbox.retry(key);
  expect(await sendAll()).toBe('empty');
  const [message] = await messagesIn(ann, dialog_id);
  expect(message?.Attachments).toHaveLength(1);
  await untilPasses(() => expect(storedFiles(file)).toEqual([]));
});

test('what is discarded is deleted, and what refers to it is refused', async () => {
  const t = await testService();
  const [ann] = await t.people('Ann');
  const file = newFile();
  const { upload, make, sendAll, outbox } = openUploadDevice(t, ann, 'laptop', file);
  const { id, key } = await upload('photos.upload', fixture('picture.png'));
  make('posts.create', { user: '@me', text: 'Look', photos_list: [id] });
  outbox.discard(key);
  await untilPasses(() => expect(storedFiles(file)).toEqual([]));
  expect(await sendAll()).toBe('empty');
  expect(outbox.all()).toMatchObject([
    {
      name: 'posts.create',
      state: 'refused',
      error: { message: expect.stringContaining('discarded') as string },
    },
  ]);
  expect(await ann.call('photos.list', {})).toEqual([]);
});

test('what has nothing to do with an upload does not wait for its bytes; what follows in the same chat does', async () => {
  const t = await testService();
  const [ann] = await t.people('Ann');
  const [garden, cellar] = [await groupOf(ann), await groupOf(ann)];
  const { upload, add, make, sendAll, network, outbox } = openUploadDevice(t, ann, 'laptop');
  const { id } = await upload('photos.upload', fixture('picture.png'));
  make('dialogs.send', { dialog_id: garden, text: 'Picture', photos_list: [id] });
  add('dialogs.send', { dialog_id: cellar, text: 'Elsewhere' });
  add('dialogs.send', { dialog_id: garden, text: 'Behind it' });
  network.arriving = () => 10;
  expect(await sendAll()).toBe('away');
  expect((await messagesIn(ann, cellar)).map((one) => one.Text)).toEqual(['Elsewhere']);
  expect(await messagesIn(ann, garden)).toEqual([]);
  expect(outbox.all().map(({ name }) => name)).toEqual(['photos.upload', 'dialogs.send', 'dialogs.send']);
  network.arriving = () => Infinity;
  expect(await sendAll()).toBe('empty');
  expect((await messagesIn(ann, garden)).map((one) => one.Text)).toEqual(['Picture', 'Behind it']);
});

test('bytes that changed on the disk are not sent', async () => {
  const t = await testService();
  const [ann] = await t.people('Ann');
  const file = newFile();
  const { upload, outbox } = openUploadDevice(t, ann, 'laptop', file);
  await upload('files.upload', randomFile(1000));
  outbox.close();
  const [path] = storedFiles(file);
  writeFileSync(path!, randomFile(1000));
  const again = openUploadDevice(t, ann, 'laptop', file);
  expect(await again.sendAll()).toBe('empty');
  expect(again.outbox.all()).toMatchObject([
    { state: 'refused', error: { message: expect.stringContaining('can no longer be read') as string } },
  ]);
  expect(await ann.call('files.list', {})).toEqual([]);
});

test('too large files and pictures that cannot be read are refused at once', async () => {
  const t = await testService();
  const [ann] = await t.people('Ann');
  const file = newFile();
  const { upload, outbox } = openUploadDevice(t, ann, 'laptop', file);
  const tooLarge = { kind: 'photo', name: '', metadata: '', length: STORAGE.photoLimit + 1 } as const;
  await expect(outbox.uploads.create(tooLarge)).rejects.toMatchObject({ code: 'too_large' });
  await expect(upload('photos.upload', randomFile(1000))).rejects.toMatchObject({ code: 'invalid_type' });
  expect(outbox.unsent).toBe(0);
});

test('a disk without room is reported before anything is promised', async () => {
  const t = await testService();
  const [ann] = await t.people('Ann');
  const { upload, outbox } = openUploadDevice(t, ann, 'laptop', newFile());
  const freeSpace = vi.spyOn(ContentStore.prototype, 'freeSpace');
  onTestFinished(() => freeSpace.mockRestore());
  freeSpace.mockResolvedValue(OUTBOX.freeDisk + 999);
  await expect(upload('files.upload', randomFile(1000))).rejects.toMatchObject({
    code: 'upload_error',
    fields: { disk: expect.any(String) as string },
  });
  freeSpace.mockResolvedValue(OUTBOX.freeDisk + 1000);
  await upload('files.upload', randomFile(1000));
  expect(outbox.unsent).toBe(1);
});

test('a new start deletes bytes that no command uses, and only those', async () => {
  const t = await testService();
  const [ann] = await t.people('Ann');
  const file = newFile();
  const { upload, outbox } = openUploadDevice(t, ann, 'laptop', file);
  await upload('files.upload', randomFile(1000));
  outbox.close();
  const [path] = storedFiles(file);
  writeFileSync(join(path!, '..', 'orphan'), 'bytes');
  const again = new Outbox(file);
  onTestFinished(() => again.close());
  await untilPasses(() => expect(storedFiles(file)).toEqual([path]));
});

test.skipIf(process.platform === 'win32')('only its owner may read the bytes', async () => {
  const t = await testService();
  const [ann] = await t.people('Ann');
  const file = newFile();
  const { upload } = openUploadDevice(t, ann, 'laptop', file);
  await upload('files.upload', randomFile(1000));
  const paths = [`${file}.uploads`, ...storedFiles(file)];
  for (const path of paths) expect([path, statSync(path).mode & 0o077]).toEqual([path, 0]);
});
