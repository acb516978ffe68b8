// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  clickDownload,
  downloadFiles,
  downloadVideo,
} from '../../../../renderer/media/attachments/downloads';
import { File, Video } from '../../../../shared/contract/records';
import { AppError } from '../../../../shared/errors';
import { fakeHost } from '../../../support/hosts/fake-host';
import { recordOf } from '../../record-of';
import { openPage, settled, toastTexts } from '../page';

const NOW = Date.UTC(2026, 0, 2, 12);

/** A signed URL that is valid for so many hours. */
const urlFor = (id: number, hours: number) =>
  `/content/file/${id}/plan.txt?exp=${NOW / 1000 + hours * 3600}&sig=x`;
const file = (ID: number, Url: string) => recordOf(File, { ID, Name: 'plan.txt', Url });

let downloaded: string[];
beforeEach(async () => {
  await openPage();
  vi.useFakeTimers({ now: NOW });
  downloaded = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloaded.push(`${this.download} ${this.getAttribute('href')}`);
  });
  fakeHost.answer('files.get', ({ file_id }) => file(Number(file_id), urlFor(Number(file_id), 24)));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a file is downloaded by a URL that is still valid', async () => {
  await downloadFiles([file(1, urlFor(1, 2)), file(2, urlFor(2, -1)), file(3, '/content/file/3/plan.txt')]);
  expect(downloaded).toEqual([
    `plan.txt ${urlFor(1, 2)}`,
    `plan.txt ${urlFor(2, 24)}`,
    'plan.txt /content/file/3/plan.txt',
  ]);
  expect(fakeHost.inputsOf('files.get')).toEqual([{ file_id: 2 }]);
});

test('the others are downloaded if one was deleted, and its failure is shown', async () => {
  fakeHost.answer('files.get', () => {
    throw new AppError('not_found');
  });
  await downloadFiles([file(1, urlFor(1, -1)), file(2, urlFor(2, 1))]);
  expect(downloaded).toEqual([`plan.txt ${urlFor(2, 1)}`]);
  expect(toastTexts()).toHaveLength(1);
});

test('a link is followed while its URL is valid, and replaced once it has expired', async () => {
  const follow = new MouseEvent('click', { cancelable: true });
  clickDownload(follow, file(1, urlFor(1, 1)));
  const replaced = new MouseEvent('click', { cancelable: true });
  clickDownload(replaced, file(1, urlFor(1, 0)));
  await settled();
  expect([follow.defaultPrevented, replaced.defaultPrevented]).toEqual([false, true]);
  expect(downloaded).toEqual([`plan.txt ${urlFor(1, 24)}`]);
});

test('a video is downloaded by a URL that is still valid', async () => {
  fakeHost.answer('videos.get', () => recordOf(Video, { ID: 4, Name: 'bench.mp4', Url: urlFor(4, 24) }));
  await downloadVideo(recordOf(Video, { ID: 4, Name: 'bench.mp4', Url: urlFor(4, -1) }));
  expect(downloaded).toEqual([`bench.mp4 ${urlFor(4, 24)}`]);
});
