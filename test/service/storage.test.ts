import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Output } from '../../shared/contract';
import { bytesOf, contentFiles, upload } from '../support/content';
import { countRows } from '../support/databases/data-folders';
import { testOnSqlite } from '../support/databases/databases';
import { fixture } from '../support/fixtures';
import { testService, type TestPerson, type TestService } from '../support/service';

test('counts storage by kind and by person', async () => {
  const t = await testService();
  const [ann, ben, cleo] = await t.people('Ann', 'Ben', 'Cleo');
  const file = (person: typeof ann, size: number) =>
    upload(t.service, person.session, 'files.upload', Buffer.alloc(size, person.name));
  const first = await file(ann, 100);
  await file(ben, 300);
  await file(ben, 50);
  const photo = await upload(t.service, ann.session, 'photos.upload', fixture('picture.png'));
  const { size } = await t.service.content(addressOf(photo.Url));

  const before = await ann.call('admin.storage', {});
  expect(before).toMatchObject({
    Size: 450 + size,
    Kinds: [
      { Kind: 'file', Items: 3, Size: 450 },
      { Kind: 'photo', Items: 1, Size: size },
    ],
  });
  expect(before.Free).toBeGreaterThan(0);
  const people = before.People.map(({ User, Items, Size }) => [User.ID, Items, Size]);
  const expected = [
    [ben.id, 2, 350],
    [ann.id, 2, 100 + size],
  ];
  expect(people).toEqual(expected.sort((one, other) => (other[2] ?? 0) - (one[2] ?? 0)));
  const listed = await ann.call('admin.people', {});
  expect(new Map(listed.map(({ ID, Storage }) => [ID, Storage]))).toEqual(
    new Map([
      [ann.id, 100 + size],
      [ben.id, 350],
      [cleo.id, 0],
    ]),
  );

  await ann.call('files.remove', { file_id: first.ID });
  await ann.call('photos.remove', { photo_id: photo.ID });
  await ben.call('account.remove', { password: ben.password });
  expect(await ann.call('admin.storage', {})).toMatchObject({ Size: 0, People: [] });
});

describe('unused content', () => {
  let data: string;
  let t: TestService;
  let ann: TestPerson;
  let ben: TestPerson;
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    data = mkdtempSync(join(tmpdir(), 'courtyard-storage-'));
    onTestFinished(() => {
      vi.useRealTimers();
      rmSync(data, { recursive: true, force: true });
    });
    t = await testService({ data });
    [ann, ben] = await t.people('Ann', 'Ben');
  });

  test('moves to the trash within the hour, visible to administrators', async () => {
    const { ID } = await upload(t.service, ann.session, 'files.upload', Buffer.from('hello'));
    await ann.call('files.remove', { file_id: ID });
    expect(await ann.call('admin.storage', {})).toMatchObject({ Trash: NONE, Unused: NONE });
    t.clock.advance(2 * HOUR);
    await sweptUntil(({ Trash }) => Trash.Items > 0);
    expect(await ann.call('admin.storage', {})).toMatchObject({ Trash: { Items: 1, Size: 5 }, Unused: NONE });
    expect(contentFiles(data)).toEqual([expect.stringMatching(/^trash/)]);
  });

  test('moves to the trash soon after a start when no host has swept for an hour', async () => {
    const { ID } = await upload(t.service, ann.session, 'files.upload', Buffer.from('hello'));
    await ann.call('files.remove', { file_id: ID });
    await t.service.close();
    t.clock.advance(2 * HOUR);
    const again = await testService({ data, clock: t.clock });
    await sweptTwice(again.as(ann.session, ann));
    expect(contentFiles(data)).toEqual([expect.stringMatching(/^trash/)]);
  });

  test('waits for approval when there is much of it, and the approval is logged', async () => {
    for (let count = 0; count < 25; count++) {
      t.clock.advance(1);
      const { ID } = await upload(t.service, ben.session, 'files.upload', Buffer.from(`file ${count}`));
      await ben.call('files.remove', { file_id: ID });
    }
    t.clock.advance(2 * HOUR);
    await sweptUntil(({ Unused }) => Unused.Items > 0);
    const size = 10 * 6 + 15 * 7;
    expect(await ann.call('admin.storage', {})).toMatchObject({
      Trash: NONE,
      Unused: { Items: 25, Size: size },
    });
    expect((await ben.refused('admin.cleanStorage', {})).code).toBe('access_denied');
    expect(contentFiles(data).every((path) => path.startsWith('blobs'))).toBe(true);
    expect(await ann.call('admin.cleanStorage', {})).toEqual({ Items: 25, Size: size });
    expect(await ann.call('admin.storage', {})).toMatchObject({
      Trash: { Items: 25, Size: size },
      Unused: NONE,
    });
    const [act] = await ann.call('admin.acts', {});
    expect([act?.Act, act?.By.ID, act?.Reason]).toEqual(['clean_storage', ann.id, '25']);
  });

  test('waits for approval after a restart, too', async () => {
    for (let count = 0; count < 25; count++) {
      const { ID } = await upload(t.service, ben.session, 'files.upload', Buffer.from(`file ${count}`));
      await ben.call('files.remove', { file_id: ID });
    }
    t.clock.advance(2 * HOUR);
    await sweptUntil(({ Unused }) => Unused.Items > 0);
    await t.service.close();
    const again = await testService({ data, clock: t.clock });
    const admin = again.as(ann.session, ann);
    expect((await admin.call('admin.storage', {})).Unused.Items).toBe(25);
    expect((await admin.call('admin.cleanStorage', {})).Items).toBe(25);
    expect((await admin.call('admin.storage', {})).Unused).toEqual(NONE);
  });

  test('is not affected by an approval of nothing', async () => {
    const { ID } = await upload(t.service, ann.session, 'files.upload', Buffer.from('hello'));
    await ann.call('files.remove', { file_id: ID });
    t.clock.advance(2 * HOUR);
    expect(await ann.call('admin.cleanStorage', {})).toEqual(NONE);
    expect(contentFiles(data)).toEqual([expect.stringMatching(/^blobs/)]);
    expect(await ann.call('admin.acts', {})).toEqual([]);
  });

  testOnSqlite('in the trash is served, backed up and verified when it is used again', async () => {
    const files = [];
    for (const word of ['served', 'saved', 'read']) {
      files.push(await upload(t.service, ann.session, 'files.upload', Buffer.from(word)));
      const hash = createHash('sha256').update(word).digest('hex');
      const [from, to] = ['blobs', 'trash'].map((part) => join(data, 'content', part, hash.slice(0, 2)));
      mkdirSync(to ?? '', { recursive: true });
      renameSync(join(from ?? '', hash), join(to ?? '', hash));
    }
    expect(contentFiles(data).every((path) => path.startsWith('trash'))).toBe(true);
    const found = await t.service.content(addressOf(files[0]?.Url ?? ''));
    expect(String(await bytesOf(found))).toBe('served');
    const backup = await ann.call('admin.createBackup', {});
    expect(backup).toMatchObject({ Sound: true, Problems: [] });
    expect(contentFiles(join(data, 'backups', backup.Name))).toHaveLength(3);
    expect(await t.service.verify()).toEqual({ read: 3, damaged: [], missing: [] });
    expect(contentFiles(data).every((path) => path.startsWith('blobs'))).toBe(true);
  });

  testOnSqlite('is not part of a backup', async () => {
    const { ID } = await upload(t.service, ann.session, 'files.upload', Buffer.from('hello'));
    await ann.call('files.remove', { file_id: ID });
    t.clock.advance(2 * HOUR);
    await sweptUntil(({ Trash }) => Trash.Items > 0);
    const { Name } = await ann.call('admin.createBackup', {});
    expect(contentFiles(join(data, 'backups', Name))).toEqual([]);
  });

  /** Lets a few minutes of the host's life pass: a removed dialog that was cleared shows that housekeeping was done. */
  async function sweptTwice(person: TestPerson): Promise<void> {
    for (const name of ['First marker', 'Second marker']) {
      const { ID } = await person.call('dialogs.create', { name, type: 'channel' });
      await person.call('dialogs.remove', { dialog_id: ID });
      while ((await countRows(data, 'closed_dialog')) > 0) {
        vi.advanceTimersByTime(60_000);
        for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
      }
    }
  }

  /** Lets minutes of the host's life pass until its storage is as wanted. */
  async function sweptUntil(isSo: (use: Output<'admin.storage'>) => boolean): Promise<void> {
    for (let minute = 0; minute < 5000; minute++) {
      vi.advanceTimersByTime(60_000);
      for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
      if (minute > 60 && isSo(await ann.call('admin.storage', {}))) return;
      t.clock.advance(1);
    }
    throw new Error('the sweep did not do it');
  }
});

const HOUR = 3600;
const NONE = { Items: 0, Size: 0 };

function addressOf(url: string) {
  const { pathname, searchParams } = new URL(url, 'http://host');
  const [, , kind = '', id = ''] = pathname.split('/');
  return { kind, id, exp: searchParams.get('exp') ?? '', sig: searchParams.get('sig') ?? '' };
}
