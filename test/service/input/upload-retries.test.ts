import { expect, onTestFinished, test, vi } from 'vitest';
import { FolderContents } from '../../../electron/content/folder-contents';
import { received } from '../../support/content';
import { fixture } from '../../support/fixtures';
import { testService } from '../../support/service';

const KEY = 'a-key-of-theirs';

/** Holds the contents of a store once their bytes have left their temporary place, until they are let go. */
function heldContents() {
  const stored = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called on the store that it is of
  const { add } = FolderContents.prototype;
  const spy = vi.spyOn(FolderContents.prototype, 'add').mockImplementation(async function (
    this: FolderContents,
    file,
  ) {
    await add.call(this, file);
    stored.resolve();
    await held.promise;
  });
  onTestFinished(() => spy.mockRestore());
  return { stored: stored.promise, release: () => held.resolve(), spy };
}

test.each([
  ['files.upload', Buffer.from('hello')],
  ['music.upload', fixture('track.mp3')],
  ['videos.upload', fixture('video.mp4')],
] as const)(
  'a retry of %s that comes while its bytes are stored gets the same answer',
  async (name, bytes) => {
    const t = await testService();
    const ann = await t.person('Ann');
    const input = await received(t, ann, name, bytes);
    const ask = () => t.service.call(ann.session, name, input, KEY);
    const { stored, release, spy } = heldContents();
    const first = ask();
    await stored;
    const again = ask();
    // Enough turns for a retry that doesn't wait to look for the bytes.
    const others = async () => {
      for (let turn = 0; turn < 20; turn++) await ann.call('files.list', {});
    };
    await Promise.race([again.catch(() => undefined), others()]);
    release();
    expect(await again).toEqual(await first);
    const hashes = spy.mock.calls.map(([{ hash }]) => hash.toString('hex'));
    expect(hashes).toEqual([...new Set(hashes)]);
  },
);
