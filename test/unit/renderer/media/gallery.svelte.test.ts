// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { downloadName, Gallery } from '../../../../renderer/media/lightbox/gallery.svelte';
import { Photo } from '../../../../shared/contract/records/media';
import { recordOf } from '../../record-of';

const photo = (ID: number) => ({ photo: recordOf(Photo, { ID, Url: `/content/photo/${ID}/a.png?sig=1` }) });
const idsOf = (gallery: Gallery) => gallery.photos.map(({ photo: { ID } }) => ID);

test('older photos are loaded near the start, and the same photo stays current', async () => {
  const pages = [[photo(3), photo(4)], [photo(1), photo(2)], []];
  const before = () => Promise.resolve(pages.shift() ?? []);
  const gallery = new Gallery([photo(5), photo(6)], 1, { before });
  const moved = vi.fn();
  gallery.onadded = moved;
  await gallery.show(0);
  expect(idsOf(gallery)).toEqual([3, 4, 5, 6]);
  expect(gallery.current?.photo.ID).toBe(5);
  expect(moved).toHaveBeenCalledWith(2, 'before');
  await gallery.show(2);
  expect(idsOf(gallery)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(gallery.current?.photo.ID).toBe(5);
  expect(gallery.isWhole).toBe(false);
  await gallery.show(0);
  expect(gallery).toMatchObject({ isWhole: true, hasPrevious: false, hasNext: true });
});

test('newer photos are loaded near the end, while the same photo stays current', async () => {
  const pages = [[photo(3), photo(4)], []];
  const asked: number[] = [];
  const gallery = new Gallery([photo(1), photo(2)], 0, {
    after: (last) => {
      asked.push(last.photo.ID);
      return Promise.resolve(pages.shift() ?? []);
    },
  });
  const added = vi.fn();
  gallery.onadded = added;
  await gallery.show(1);
  expect(idsOf(gallery)).toEqual([1, 2, 3, 4]);
  expect(gallery).toMatchObject({ index: 1, hasNext: true, isWhole: false });
  expect(added).toHaveBeenCalledWith(2, 'after');
  await gallery.show(3);
  expect(gallery).toMatchObject({ index: 3, hasNext: false, isWhole: true });
  await gallery.show(3);
  expect(asked).toEqual([2, 4]);
});

test('a failed load is retried at the next step', async () => {
  let attempts = 0;
  const gallery = new Gallery([photo(2)], 0, {
    before: () => (++attempts === 1 ? Promise.reject(new Error('lost')) : Promise.resolve([photo(1)])),
  });
  await gallery.show(0);
  expect(idsOf(gallery)).toEqual([2]);
  await gallery.show(0);
  expect(idsOf(gallery)).toEqual([1, 2]);
});

test('a downloaded photo is named after the day it was shared', () => {
  expect(downloadName({ ...photo(1), time: Date.UTC(2026, 10, 23) / 1000 })).toBe('photo-2026-11-23.png');
});
