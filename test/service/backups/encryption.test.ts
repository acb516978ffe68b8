import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BLOCK_SIZE, encryptedLength, unwrapKey, wrapKey } from '../../../electron/backup/folder/encryption';
import { readStoredFile, storeFile } from '../../../electron/backup/folder/stored-files';
import { restoreBackup } from '../../../electron/backup/restore';
import { START, testService } from '../../support/service';
import {
  chooseFolder,
  contentsOf,
  expectFailure,
  filesBelow,
  folderWorld,
  hashOf,
  nextBackup,
  openRestored,
  PASSPHRASE,
  repositoryOf,
} from './folder-world';
import { temporaryFolder } from '../../support/temporary-folder';

const ask = (passphrase: string | null) => ({ askPassphrase: () => Promise.resolve(passphrase) });

describe('an encrypted backup', () => {
  test('shows neither texts nor files nor their hashes nor names', async () => {
    const world = await folderWorld();
    const state = await chooseFolder(world, PASSPHRASE);
    expect([state.Encrypted, state.LastGood, state.Failure]).toEqual([true, START, '']);
    for (const name of filesBelow(world.folder).keys()) {
      const bytes = readFileSync(join(world.folder, name), 'latin1');
      for (const secret of ['ann@example', PASSPHRASE, 'SQLite format', hashOf('hello'), 'message'])
        expect([name, (name + bytes).includes(secret)]).toEqual([name, false]);
    }
  });

  test('is restored with its passphrase only', async () => {
    const world = await folderWorld();
    const before = await contentsOf(world.ann, world.dialog_id);
    await chooseFolder(world, PASSPHRASE);
    const there = join(temporaryFolder(), 'there');
    await expect(restoreBackup(there, world.folder, START, ask('wrong passphrase'))).rejects.toThrow(
      'The passphrase of the backups is wrong.',
    );
    await expect(restoreBackup(there, world.folder, START)).rejects.toThrow(
      'give it as COURTYARD_BACKUP_PASSPHRASE',
    );
    await restoreBackup(there, world.folder, START, ask(PASSPHRASE));
    const ann = await openRestored(world, there);
    expect(await contentsOf(ann, world.dialog_id)).toEqual(before);
  });

  test('opens with a new passphrase after a change, and not with the old one', async () => {
    const world = await folderWorld();
    await chooseFolder(world, PASSPHRASE);
    const before = filesBelow(join(repositoryOf(world.folder), 'backups'));
    await world.ann.call('admin.changeBackupFolder', { passphrase: 'another passphrase' });
    await world.t.service.settled();
    for (const [name, file] of before)
      expect(filesBelow(join(repositoryOf(world.folder), 'backups')).get(name)).toEqual(file);
    const there = join(temporaryFolder(), 'there');
    await expect(restoreBackup(there, world.folder, START, ask(PASSPHRASE))).rejects.toThrow('wrong');
    await restoreBackup(there, world.folder, START, ask('another passphrase'));
  });

  test('begins in a folder of its own when a passphrase is added or removed', async () => {
    const world = await folderWorld();
    await chooseFolder(world);
    const encrypted = await world.ann.call('admin.changeBackupFolder', { passphrase: PASSPHRASE });
    await world.t.service.settled();
    expect(encrypted.Encrypted).toBe(true);
    expect(readdirSync(world.folder)).toHaveLength(2);
    const plain = await world.ann.call('admin.changeBackupFolder', { passphrase: '' });
    await world.t.service.settled();
    expect([plain.Encrypted, plain.Backups.length]).toEqual([false, 1]);
  });

  test('is not continued with another passphrase', async () => {
    const world = await folderWorld();
    await chooseFolder(world, PASSPHRASE);
    await world.ann.call('admin.changeBackupFolder', { off: true });
    const error = await world.ann.refused('admin.chooseBackupFolder', { passphrase: 'another passphrase' });
    expect(error.fields).toHaveProperty('passphrase');
    expect((await world.ann.call('admin.backupFolder', {})).Folder).toBe('');
  });

  test('is made with the passphrase of the settings, and reports another one', async () => {
    const settings = { backupFolder: temporaryFolder(), backupPassphrase: PASSPHRASE };
    const world = await folderWorld({ settings });
    expect((await nextBackup(world, 0)).LastGood).toBe(START);
    await world.t.service.close();
    const again = await testService({
      data: world.data,
      clock: world.t.clock,
      settings: { ...settings, backupPassphrase: 'another passphrase' },
    });
    again.clock.advance(24 * 3600);
    await again.service.settled();
    const state = await again.as(world.ann.session, world.ann).call('admin.backupFolder', {});
    expectFailure(state, 'passphrase', again.clock.seconds);
  });

  test('is not followed by unencrypted ones where the settings lack its passphrase', async () => {
    const backupFolder = temporaryFolder();
    const world = await folderWorld({ settings: { backupFolder, backupPassphrase: PASSPHRASE } });
    expect((await nextBackup(world, 0)).LastGood).toBe(START);
    await world.t.service.close();
    // As on a new machine to which the community was restored.
    rmSync(join(world.data, 'backup-folder.json'));
    const stateWith = async (settings: { backupFolder: string; backupPassphrase?: string }) => {
      const again = await testService({ data: world.data, clock: world.t.clock, settings });
      again.clock.advance(24 * 3600);
      await again.service.settled();
      const state = await again.as(world.ann.session, world.ann).call('admin.backupFolder', {});
      await again.service.close();
      return state;
    };
    expectFailure(await stateWith({ backupFolder }), 'needs_passphrase', world.t.clock.seconds);
    expect(readdirSync(backupFolder)).toHaveLength(1);
    const state = await stateWith({ backupFolder, backupPassphrase: PASSPHRASE });
    expect([state.Failure, state.Backups.length]).toEqual(['', 2]);
  });

  test('requires a passphrase of twelve characters', async () => {
    const { ann } = await folderWorld();
    const error = await ann.refused('admin.chooseBackupFolder', { passphrase: 'short' });
    expect(error.fields).toHaveProperty('passphrase');
  });
});

// The other tests derive keys at a lower cost.
test('a guess of the passphrase takes 128 MiB', () => {
  const key = Buffer.alloc(32, 7);
  const wrapped = wrapKey(key, PASSPHRASE, 'folder');
  expect(wrapped).toMatchObject({ kdf: 'scrypt', N: 2 ** 17, r: 8, p: 1 });
  expect(unwrapKey(wrapped, PASSPHRASE, 'folder')).toEqual(key);
});

describe('an encrypted file', () => {
  const key = Buffer.alloc(32, 7);
  const form = (name = 'it') => ({ key, name, onBlock: () => undefined });

  function sealed(bytes: Buffer): { path: string; open: (name?: string) => Buffer } {
    const folder = temporaryFolder();
    const [plain, path, opened] = ['plain', 'sealed', 'opened'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    writeFileSync(plain, bytes);
    expect(storeFile(plain, path, form())).toEqual({ sha256: hashOf(bytes), size: bytes.length });
    const open = (name?: string) => {
      rmSync(opened, { force: true });
      readStoredFile(path, opened, form(name));
      return readFileSync(opened);
    };
    return { path, open };
  }

  test.each([0, 1, BLOCK_SIZE - 1, BLOCK_SIZE, BLOCK_SIZE + 1, 3 * BLOCK_SIZE])(
    'of %d bytes comes back',
    (size) => {
      const bytes = Buffer.alloc(size, 'courtyard');
      const { path, open } = sealed(bytes);
      expect(readFileSync(path)).toHaveLength(encryptedLength(size));
      expect(open().equals(bytes)).toBe(true);
    },
  );

  const SEALED = BLOCK_SIZE + 16;
  const HEADER = 37;
  test.each<[string, (file: Buffer) => Buffer]>([
    ['cut off inside a block', (file) => file.subarray(0, -1)],
    ['cut off between blocks', (file) => file.subarray(0, HEADER + SEALED)],
    ['cut off before the first block', (file) => file.subarray(0, HEADER)],
    ['made longer', (file) => Buffer.concat([file, Buffer.alloc(1)])],
    ['changed in a bit', (file) => Buffer.from(file.map((byte, at) => (at === 1000 ? byte ^ 1 : byte)))],
    ['changed in its header', (file) => Buffer.from(file.map((byte, at) => (at === 20 ? byte ^ 1 : byte)))],
    [
      'reordered',
      (file) =>
        Buffer.concat([
          file.subarray(0, HEADER),
          file.subarray(HEADER + SEALED, HEADER + 2 * SEALED),
          file.subarray(HEADER, HEADER + SEALED),
          file.subarray(HEADER + 2 * SEALED),
        ]),
    ],
    [
      'without its first block',
      (file) => Buffer.concat([file.subarray(0, HEADER), file.subarray(HEADER + SEALED)]),
    ],
  ])('%s is refused', (_how, harm) => {
    const { path, open } = sealed(Buffer.alloc(2 * BLOCK_SIZE + 100, 'courtyard'));
    writeFileSync(path, harm(readFileSync(path)));
    expect(open).toThrow(expect.objectContaining({ name: 'TamperedError' }));
  });

  test('stored under another name is refused', () => {
    const { open } = sealed(Buffer.from('hello'));
    expect(() => open('another')).toThrow(expect.objectContaining({ name: 'TamperedError' }));
  });
});
