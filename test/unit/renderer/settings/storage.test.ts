// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Network } from '../../../../renderer/settings/network/network.svelte';
import { Backups, trustIn } from '../../../../renderer/settings/storage/backups.svelte';
import { Storage } from '../../../../renderer/settings/storage/storage.svelte';
import type { Output } from '../../../../shared/contract';
import { Backup } from '../../../../shared/contract/hosting/hosting';
import { Community } from '../../../../shared/contract/records';
import { AppError } from '../../../../shared/errors';
import { fakeHost } from '../../../support/hosts/fake-host';
import { recordOf } from '../../record-of';
import { heldAnswer, openPage, settled } from '../page';

const stops: (() => void)[] = [];
beforeEach(openPage);
afterEach(() => stops.splice(0).forEach((stop) => stop()));

const none = { Items: 0, Size: 0 };
const use = (part: Partial<Output<'admin.storage'>>): Output<'admin.storage'> => ({
  ...{ Size: 0, Free: 0, Trash: none, Unused: none, Kinds: [], People: [] },
  ...part,
});

const sharing = (part: Partial<Output<'admin.sharing'>>): Output<'admin.sharing'> => ({
  ...{ On: false, Port: 8701, Plain: false, Fixed: [], Possible: true, Failure: '', Key: '' },
  ...{ Fingerprint: '', Expires: 0, Link: '', Addresses: [] },
  ...part,
});

test('the status of a backup comes from its last verification', () => {
  const now = 1_000_000_000;
  const trust = (fields: Partial<Output<'admin.createBackup'>>) => trustIn(recordOf(Backup, fields), now);
  expect(trust({ Compared: 0, Sound: true })).toBe('unknown');
  expect(trust({ Compared: now - 60, Sound: false })).toBe('ill');
  expect(trust({ Compared: now - 25 * 3600, Sound: true })).toBe('good');
  expect(trust({ Compared: now - 27 * 3600, Sound: true })).toBe('old');
});

test('the backups are listed again once the host was restarted', async () => {
  fakeHost.answer('admin.backups', () => []);
  const backups = new Backups();
  stops.push(backups.follow());
  await settled();
  fakeHost.answer('admin.backups', () => [recordOf(Backup, { Name: 'b' })]);
  fakeHost.send({ Type: 'reset', Log: 'log', Seq: 2 });
  await settled();
  expect(backups.items.map(({ Name }) => Name)).toEqual(['b']);
});

test('a new backup is listed first, and then the list is reloaded', async () => {
  const named = (Name: string) => recordOf(Backup, { Name });
  fakeHost.answer('admin.backups', () => [named('old')]);
  const backups = new Backups();
  await backups.load();
  fakeHost.answer('admin.createBackup', () => named('new'));
  const answer = heldAnswer<Output<'admin.backups'>>();
  fakeHost.answer('admin.backups', answer.handler);
  const making = backups.make();
  await answer.asked;
  expect(backups.items.map(({ Name }) => Name)).toEqual(['new', 'old']);
  answer.give([named('new')]);
  expect(await making).toBe(true);
  expect(backups.items.map(({ Name }) => Name)).toEqual(['new']);
});

test('a failed backup reloads the list', async () => {
  fakeHost.answer('admin.backups', () => []);
  fakeHost.answer('admin.createBackup', () => {
    throw new AppError('server_error');
  });
  const backups = new Backups();
  expect(await backups.make()).toBe(false);
  expect(backups.making.error?.code).toBe('server_error');
  expect(backups.isLoaded).toBe(true);
});

test('unused files are moved to the trash, and the page shows what is left', async () => {
  fakeHost.answer('admin.storage', () =>
    use({ Unused: { Items: 412, Size: 3000 }, Kinds: [{ Kind: 'file', Items: 1, Size: 3000 }] }),
  );
  const storage = new Storage();
  await storage.load();
  expect(storage.of('file')).toMatchObject({ Items: 1, Size: 3000 });
  expect(storage.of('video')).toEqual(none);
  fakeHost.answer('admin.cleanStorage', () => ({ Items: 412, Size: 3000 }));
  fakeHost.answer('admin.storage', () => use({ Trash: { Items: 412, Size: 3000 } }));
  expect(await storage.clean()).toBe(412);
  expect(storage.use).toMatchObject({ Unused: none, Trash: { Items: 412 } });
  fakeHost.answer('admin.cleanStorage', () => {
    throw new AppError('server_error');
  });
  expect(await storage.clean()).toBeNull();
});

test('sharing changes at once, and is reverted if the host rejects it', async () => {
  fakeHost.answer('admin.sharing', () => sharing({ Fixed: ['port'] }));
  const network = new Network();
  await network.load();
  expect(network.isFixed('port')).toBe(true);
  expect(network.isFixed('on')).toBe(false);
  const answer = heldAnswer<Output<'admin.share'>>();
  fakeHost.answer('admin.share', answer.handler);
  const change = network.change({ on: true });
  expect(network.isOn).toBe(true);
  answer.give(sharing({ On: true }));
  expect(await change).toBe(true);
  expect(network.isOn).toBe(true);
  fakeHost.answer('admin.share', () => {
    throw new AppError('conflict');
  });
  expect(await network.change({ plain: true })).toBe(false);
  expect(network.isPlain).toBe(false);
  expect(network.changing.error?.code).toBe('conflict');
});

test('sharing is reloaded when the community changes', async () => {
  fakeHost.answer('admin.sharing', () => sharing({}));
  const network = new Network();
  stops.push(network.follow());
  await network.load();
  fakeHost.answer('admin.sharing', () => sharing({ On: true }));
  fakeHost.send({ Type: 'community', Community: recordOf(Community) });
  await settled();
  expect(network.isOn).toBe(true);
});
