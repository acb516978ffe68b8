import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Output } from '../../../shared/contract';
import { upload } from '../../support/content';
import { testService, type TestOptions, type TestPerson, type TestService } from '../../support/service';
import { temporaryFolder } from '../../support/temporary-folder';

export const PASSPHRASE = 'correct horse battery';

/** A community with a message and a file, and an empty folder for its backups. */
export interface FolderWorld {
  t: TestService;
  ann: TestPerson;
  data: string;
  folder: string;
  dialog_id: number;
}

/** Creates a community in a folder whose owner can choose another folder for its backups. */
export async function folderWorld(options: TestOptions = {}): Promise<FolderWorld> {
  const root = temporaryFolder();
  const [data, folder] = [join(root, 'data'), temporaryFolder()];
  const t = await testService({ data, chooseFolder: () => Promise.resolve(folder), ...options });
  const [ann] = await t.people('Ann');
  const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' });
  await ann.call('dialogs.send', { dialog_id, text: 'Hello' });
  await upload(t.service, ann.session, 'files.upload', Buffer.from('hello'));
  return { t, ann, data, folder, dialog_id };
}

/** Chooses the folder, and returns its state after the first backup. */
export async function chooseFolder({ t, ann }: FolderWorld, passphrase = '') {
  await ann.call('admin.chooseBackupFolder', { passphrase });
  await t.service.settled();
  return ann.call('admin.backupFolder', {});
}

/** Lets a day pass and returns the state after the backup that is due then. */
export async function nextBackup({ t, ann }: FolderWorld, seconds = 24 * 3600) {
  t.clock.advance(seconds);
  await t.service.settled();
  return ann.call('admin.backupFolder', {});
}

/** The path of the community's backups in the folder. */
export function repositoryOf(folder: string): string {
  const [name] = readdirSync(folder);
  return join(folder, name ?? '');
}

/** Every file below a folder, with its time of change and size. */
export function filesBelow(folder: string): Map<string, { size: number; changed: number }> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.map((name) => [name, statSync(join(folder, name))] as const);
  return new Map(
    files
      .filter(([, stats]) => stats.isFile())
      .map(([name, { size, mtimeMs }]) => [name, { size, changed: mtimeMs }]),
  );
}

/** What a person sees of a community, to compare it with what was restored. */
export async function contentsOf(person: TestPerson, dialog_id: number) {
  const messages = await person.call('dialogs.messages', { dialog_id });
  const files = await person.call('files.list', {});
  return {
    texts: messages.map(({ ID, Text }) => [ID, Text]),
    files: files.map(({ ID, Size }) => [ID, Size]),
  };
}

/** Opens the data folder of a restored community and returns its owner there. */
export async function openRestored({ t, ann }: FolderWorld, data: string): Promise<TestPerson> {
  const again = await testService({ data, clock: t.clock });
  expect((await again.service.verify()).missing).toEqual([]);
  return again.as(ann.session, ann);
}

export function hashOf(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Expects that the last backup failed, and that it is tried again. */
export function expectFailure(state: Output<'admin.backupFolder'>, failure: string, now: number): void {
  expect([state.Failure, state.Retry > now, state.Progress]).toEqual([failure, true, null]);
}
