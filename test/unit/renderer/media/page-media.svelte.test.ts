// @vitest-environment happy-dom
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { openPage, settled } from '../page';
import { playTwoTracks, press, shown, stubMedia } from './media-stubs';

async function load() {
  const { player } = await import('../../../../renderer/player');
  const { playsAlone } = await import('../../../../renderer/player/page-media.svelte');
  return { player, playsAlone };
}

let parts: Awaited<ReturnType<typeof load>>;

beforeAll(async () => {
  stubMedia();
  parts = await load();
});
beforeEach(openPage);

/** An element of the page that plays alone; `remove` takes it away. */
function mediaOf(kind: 'video' | 'audio', name: string) {
  const element = document.createElement(kind);
  element.setAttribute('aria-label', name);
  const remove = $effect.root(() => {
    $effect(() => parts.playsAlone(element));
  });
  onTestFinished(remove);
  return { element, remove };
}

test.each(['video', 'audio'] as const)('music and %s of the page pause for each other', async (kind) => {
  const { player } = parts;
  const { element } = mediaOf(kind, 'Picnic');
  await playTwoTracks(player);
  await element.play();
  expect([player.isPlaying, player.pausedFor]).toEqual([false, kind === 'video' ? 'video' : 'file']);
  player.play();
  await settled();
  expect([player.isPlaying, element.paused]).toEqual([true, true]);
  player.pause();
});

test('the media keys act on a video while it is there, and on the music afterwards', async () => {
  const { player } = parts;
  await playTwoTracks(player);
  const { element, remove } = mediaOf('video', 'Picnic');
  await settled();
  await element.play();
  expect(shown()).toEqual(['Picnic', 'playing']);
  press('pause');
  expect([element.paused, shown()]).toEqual([true, ['Picnic', 'paused']]);
  press('play');
  await settled();
  expect([element.paused, player.isPlaying]).toEqual([false, false]);
  remove();
  expect(shown()).toEqual(['Rain', 'paused']);
  press('play');
  await settled();
  expect(player.isPlaying).toBe(true);
  player.pause();
});

test('a video pauses when another window plays', async () => {
  const { element } = mediaOf('video', 'Picnic');
  await settled();
  await element.play();
  const other = new BroadcastChannel('courtyard.player');
  other.postMessage('playing');
  expect(element.paused).toBe(true);
  other.close();
});
