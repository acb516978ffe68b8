// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { photos, Unreachable } from '../../../../../renderer/api';
import { openChatPhoto } from '../../../../../renderer/chats/conversation/chat-photos';
import { openLightbox } from '../../../../../renderer/media/lightbox';
import { MessageModel, Photo } from '../../../../../shared/contract/records';
import { fakeHost } from '../../../../support/hosts/fake-host';
import { recordOf } from '../../../record-of';
import { openPage } from '../../page';

vi.mock('../../../../../renderer/media/lightbox');

const HOUR = 3600_000;
const first = recordOf(MessageModel, { ID: 1, Photos: [11, 12] });
const second = recordOf(MessageModel, { ID: 2, Photos: [13] });
const photo = (ID: number, Url: string) => recordOf(Photo, { ID, Url });

beforeEach(async () => {
  await openPage();
  vi.useFakeTimers();
  photos.put([11, 12, 13].map((id) => photo(id, 'old')));
});
afterEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
});

/** The URLs of the photos with which the lightbox was opened, and which one it shows. */
async function opened(message: MessageModel, clicked: Photo) {
  await openChatPhoto({ messages: [first, second], hasNewer: false }, message, clicked);
  const [all, index] = vi.mocked(openLightbox).mock.lastCall ?? [[], -1];
  return { all: all.map(({ photo: { ID, Url } }) => `${ID} ${Url}`), shown: all[index]?.photo.ID };
}

test('a photo that was shown for a day opens among those of the chat, all by valid URLs', async () => {
  fakeHost.answer('photos.some', ({ ids }) => (ids as number[]).map((id) => photo(id, 'new')));
  vi.setSystemTime(Date.now() + 23 * HOUR);
  expect(await opened(first, photo(12, 'old'))).toEqual({ all: ['11 new', '12 new', '13 new'], shown: 12 });
});

test('the photo that was clicked opens even if it was read long ago and the host is unreachable', async () => {
  fakeHost.answer('photos.some', () => {
    throw new Unreachable();
  });
  vi.setSystemTime(Date.now() + 23 * HOUR);
  const opening = opened(second, photo(13, 'old'));
  await vi.runAllTimersAsync();
  expect(await opening).toEqual({ all: ['13 old'], shown: 13 });
});

test('nothing is loaded for photos that were read just now', async () => {
  expect(await opened(second, photo(13, 'old'))).toEqual({
    all: ['11 old', '12 old', '13 old'],
    shown: 13,
  });
  expect(fakeHost.calls).toEqual([]);
});

test('among old messages, the newer photos of the chat follow, of as many pages as there are', async () => {
  const shared = (Message: number) => ({ Message, Item: photo(10 + Message, 'new'), Timestamp: Message });
  const pages: Record<number, ReturnType<typeof shared>[]> = {
    0: [shared(9), shared(8)],
    8: [shared(5), shared(2), shared(1)],
  };
  fakeHost.answer('dialogs.shared', ({ last_id }) => pages[Number(last_id)] ?? []);
  await openChatPhoto({ messages: [first, second], hasNewer: true }, second, photo(13, 'old'));
  const [all = [], , load] = vi.mocked(openLightbox).mock.lastCall ?? [];
  const [last] = all.slice(-1);
  if (!last || !load?.after) throw new Error('nothing follows');
  expect((await load.after(last)).map(({ photo: { ID } }) => ID)).toEqual([15, 18, 19]);
  expect(await load.after(last)).toEqual([]);
  expect(fakeHost.inputsOf('dialogs.shared')).toMatchObject([{ last_id: 0 }, { last_id: 8 }]);
});

test('nothing newer is looked for when the newest messages are loaded', async () => {
  await opened(second, photo(13, 'old'));
  expect(vi.mocked(openLightbox).mock.lastCall?.[2]).not.toHaveProperty('after');
});
