import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LocalPicture, localPictures } from '../../../../renderer/media/attachments/local-pictures.svelte';
import { keepLocalVoice, localVoiceUrl } from '../../../../renderer/media/voice/recording';

let created = 0;
const released: string[] = [];
beforeEach(() => {
  released.length = 0;
  vi.stubGlobal('Image', class {});
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:${++created}`);
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void released.push(url));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('the picture of a photo replaces one that was kept for it before, which is released', () => {
  const [first, second] = [new LocalPicture(new Blob()), new LocalPicture(new Blob())];
  localPictures.keep(7, first);
  localPictures.keep(7, second);
  localPictures.keep(7, second);
  expect([localPictures.urlOf(7), released]).toEqual([second.url, [first.url]]);
});

test('the recording of a voice message replaces one that was kept for it before, which is released', () => {
  keepLocalVoice(8, 'blob:a');
  keepLocalVoice(8, 'blob:b');
  keepLocalVoice(8, 'blob:b');
  expect([localVoiceUrl(8), released]).toEqual(['blob:b', ['blob:a']]);
});
