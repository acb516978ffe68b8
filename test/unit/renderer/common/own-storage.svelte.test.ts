// @vitest-environment happy-dom
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { OwnStorage } from '../../../../renderer/common/storage/own-storage.svelte';
import { AppError } from '../../../../renderer/api';
import type { Output } from '../../../../shared/contract';
import { fakeHost } from '../../../support/hosts/fake-host';
import { openPage, settled } from '../page';

beforeEach(openPage);

let amounts: Output<'files.storage'>;

async function follow(used: [number, number], reserved: [number, number] = [0, 0]): Promise<OwnStorage> {
  show(used, reserved);
  fakeHost.answer('files.storage', () => amounts);
  const storage = new OwnStorage();
  onTestFinished(storage.follow());
  await settled();
  return storage;
}

/** Amounts as items and bytes, of 100 items and 1000 bytes. */
function show(
  used: [number, number],
  reserved: [number, number] = [0, 0],
  limit: [number, number] = [100, 1000],
) {
  const amount = ([Items, Size]: [number, number]) => ({ Items, Size });
  amounts = { Used: amount(used), Reserved: amount(reserved), Limit: amount(limit) };
}

test.each([
  ['little', [3, 200], [0, 0], 0.2, 'plenty', false],
  ['half of the items', [50, 200], [0, 0], 0.2, 'plenty', false],
  ['nearly all bytes', [3, 900], [0, 0], 0.9, 'low', false],
  ['nearly all items', [95, 200], [0, 0], 0.95, 'low', true],
  ['all bytes', [3, 1000], [0, 0], 1, 'full', false],
  ['more than was allowed later', [3, 2000], [0, 0], 1, 'full', false],
  ['all items', [100, 0], [0, 0], 1, 'full', true],
  ['what unused uploads reserve', [3, 500], [1, 450], 0.95, 'low', false],
] as const)('shows who uses %s', async (_what, used, reserved, share, level, isLimitedByItems) => {
  const storage = await follow([...used], [...reserved]);
  expect(storage).toMatchObject({ share, level, isLimitedByItems, isLoaded: true });
});

test('counts what is reserved as used, and tells what is left', async () => {
  const storage = await follow([3, 500], [1, 450]);
  expect(storage.size).toEqual({ used: 950, reserved: 450, limit: 1000, left: 50 });
  expect(storage.items).toEqual({ used: 4, reserved: 1, limit: 100, left: 96 });
});

test('is full where nothing may be stored', async () => {
  show([0, 0], [0, 0], [100, 0]);
  fakeHost.answer('files.storage', () => amounts);
  const storage = new OwnStorage();
  await storage.load();
  expect(storage).toMatchObject({ share: 1, level: 'full' });
});

test('follows uploads and deletions', async () => {
  const storage = await follow([1, 100]);
  show([0, 0]);
  fakeHost.send({ Type: 'photo', Seq: 1, ID: 3, Photo: null });
  await settled();
  expect(storage.size.used).toBe(0);
});

test('shows nothing where the host is older, and the last amounts where reading again fails', async () => {
  fakeHost.answer('files.storage', () => {
    throw new AppError('not_found');
  });
  const storage = new OwnStorage();
  await storage.load();
  expect(storage.isLoaded).toBe(false);
  show([1, 100]);
  fakeHost.answer('files.storage', () => amounts);
  await storage.load();
  fakeHost.answer('files.storage', () => {
    throw new AppError('not_found');
  });
  await storage.load();
  expect(storage.size.used).toBe(100);
});
