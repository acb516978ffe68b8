// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentFile } from '../../../../renderer/media/attachments/downloads';
import { Gallery } from '../../../../renderer/media/lightbox/gallery.svelte';
import { RenewedMedia } from '../../../../renderer/media/renewed-media.svelte';
import { File, Photo } from '../../../../shared/contract/records';
import { AppError } from '../../../../shared/errors';
import { fakeHost } from '../../../support/hosts/fake-host';
import { recordOf } from '../../record-of';
import { openPage } from '../page';

const NOW = Date.UTC(2026, 0, 2, 12);
const HOUR = 3_600_000;

/** A signed URL that is valid for so many hours from now. */
const urlFor = (hours: number) => `/content/1?exp=${Math.floor((Date.now() + hours * HOUR) / 1000)}&sig=x`;

beforeEach(async () => {
  await openPage();
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => void vi.useRealTimers());

test('media whose URL expired is loaded again, each time it expires', async () => {
  fakeHost.answer('files.get', () => recordOf(File, { ID: 1, Url: urlFor(24) }));
  const file = recordOf(File, { ID: 1, Url: urlFor(24) });
  const media = new RenewedMedia(() => file, currentFile);
  for (const _ of [1, 2]) {
    vi.setSystemTime(Date.now() + 25 * HOUR);
    expect(await media.fail()).toBe(true);
    expect([media.current.Url, media.hasFailed]).toEqual([urlFor(24), false]);
  }
  expect(await media.fail()).toBe(false);
  expect(media.hasFailed).toBe(true);
  expect(fakeHost.inputsOf('files.get')).toHaveLength(2);
});

test('media that can’t be loaded again has failed, and other media has not', async () => {
  fakeHost.answer('files.get', () => {
    throw new AppError('not_found');
  });
  let file = recordOf(File, { ID: 1, Url: urlFor(-1) });
  const media = new RenewedMedia(() => file, currentFile);
  expect(await media.fail()).toBe(false);
  expect(media.hasFailed).toBe(true);
  file = recordOf(File, { ID: 2, Url: urlFor(24) });
  expect(media.hasFailed).toBe(false);
});

test('a photo of the lightbox whose URL expired is loaded again', async () => {
  vi.useRealTimers();
  const fresh = recordOf(Photo, { ID: 700, Url: urlFor(24) });
  fakeHost.answer('photos.some', () => [fresh]);
  const [valid, expired] = [
    recordOf(Photo, { ID: 699, Url: urlFor(23) }),
    recordOf(Photo, { ID: 700, Url: urlFor(-1) }),
  ];
  const gallery = new Gallery(
    [
      { photo: valid, text: 'one' },
      { photo: expired, text: 'two' },
    ],
    0,
  );
  expect(await gallery.renew(0)).toBeUndefined();
  expect(await gallery.renew(1)).toBe(1);
  expect(gallery.photos[1]).toEqual({ photo: fresh, text: 'two' });
  expect(fakeHost.inputsOf('photos.some')).toEqual([{ ids: [700] }]);
});
