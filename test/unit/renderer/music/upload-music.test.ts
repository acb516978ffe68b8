// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { uploads } from '../../../../renderer/api';
import { uploadMusic } from '../../../../renderer/music/actions';
import { toasts } from '../../../../renderer/ui';
import { openPage } from '../page';

test('files that are no music are named before anything is uploaded', async () => {
  await openPage();
  const add = vi.spyOn(uploads, 'add').mockImplementation(() => undefined as never);
  const file = (name: string, type: string) => new File(['x'], name, { type });

  uploadMusic([file('Cover.jpg', 'image/jpeg'), file('Waltz.mp3', 'audio/mpeg')]);
  uploadMusic([file('Rip.log', 'text/plain'), file('Booklet.pdf', 'application/pdf')]);
  // Systems name some types of music otherwise, or not at all.
  uploadMusic([file('Polka.flac', ''), file('Ballad.m4a', 'video/mp4'), file('Song.ogg', 'application/ogg')]);

  expect(add.mock.calls.map(([{ name }]) => name)).toEqual([
    'Waltz.mp3',
    'Polka.flac',
    'Ballad.m4a',
    'Song.ogg',
  ]);
  expect(toasts.all.map(({ options }) => options.message)).toEqual([
    'Cover.jpg is not a music file',
    '2 files are not music and were skipped',
  ]);
});
