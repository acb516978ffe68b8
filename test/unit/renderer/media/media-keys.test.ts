// @vitest-environment happy-dom
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Playable } from '../../../../renderer/media/voice/voice-player.svelte';
import { openPage, settled } from '../page';
import { elements, isOffered, playTwoTracks, press, shown, stubMedia } from './media-stubs';

async function loadPlayers() {
  const { player } = await import('../../../../renderer/player');
  const { voicePlayer } = await import('../../../../renderer/media/voice/voice-player.svelte');
  const { voiceActivity } = await import('../../../../renderer/media/voice/voice-activity.svelte');
  return { player, voicePlayer, voiceActivity };
}

let players: Awaited<ReturnType<typeof loadPlayers>>;

beforeAll(async () => {
  stubMedia();
  players = await loadPlayers();
});
beforeEach(openPage);

const voice: Playable = { key: 7, url: 'voice.webm', seconds: 20, gain: 0, isReported: false };

const playMusic = () => playTwoTracks(players.player);

test('the media keys act on a voice message from when it plays, and on music that plays again', async () => {
  const { player, voicePlayer } = players;
  await playMusic();
  expect(shown()).toEqual(['Rain', 'playing']);
  voicePlayer.toggle(voice);
  await settled();
  expect([player.isPlaying, shown()]).toEqual([false, ['Voice message', 'playing']]);
  press('pause');
  expect([voicePlayer.isPlaying(7), shown()]).toEqual([false, ['Voice message', 'paused']]);
  press('nexttrack');
  press('play');
  await settled();
  expect([voicePlayer.isPlaying(7), player.isPlaying]).toEqual([true, false]);
  press('pause');
  player.play();
  await settled();
  expect(shown()).toEqual(['Rain', 'playing']);
  press('pause');
  expect([voicePlayer.isPlaying(7), player.isPlaying]).toEqual([false, false]);
  press('nexttrack');
  await settled();
  expect(shown()).toEqual(['Bench', 'paused']);
});

test('the media keys act on the music again after a voice message has ended', async () => {
  const { player, voicePlayer } = players;
  await playMusic();
  player.pause();
  voicePlayer.toggle(voice);
  await settled();
  expect(shown()).toEqual(['Voice message', 'playing']);
  elements.at(-1)?.dispatchEvent(new Event('ended'));
  expect(shown()).toEqual(['Rain', 'paused']);
  press('play');
  await settled();
  expect([player.isPlaying, voicePlayer.isPlaying(7)]).toEqual([true, false]);
  player.pause();
});

test('a voice message needs a bar once its own controls left the page, until it ends or is stopped', async () => {
  const { player, voicePlayer, voiceActivity } = players;
  await playMusic();
  const removeControls = voiceActivity.addControls(voice.key);
  voicePlayer.toggle(voice);
  await settled();
  expect(voiceActivity.needsBar).toBe(false);
  removeControls();
  expect(voiceActivity.needsBar).toBe(true);
  voicePlayer.pause();
  expect([voiceActivity.needsBar, player.isPlaying]).toEqual([true, false]);
  voicePlayer.stop();
  await settled();
  expect([voiceActivity.needsBar, player.isPlaying]).toEqual([false, false]);
});

test('music that a voice message interrupted resumes when it is stopped', async () => {
  const { player, voicePlayer, voiceActivity } = players;
  await playMusic();
  voicePlayer.toggle(voice);
  await settled();
  expect([voiceActivity.needsBar, player.isPlaying]).toEqual([true, false]);
  voicePlayer.stop();
  await settled();
  expect([voicePlayer.isPlaying(7), player.isPlaying]).toEqual([false, true]);
  player.pause();
});

test('the key for the next track is offered only while another track comes', async () => {
  const { player } = players;
  await playMusic();
  expect([player.hasNext, isOffered('nexttrack')]).toEqual([true, true]);
  press('nexttrack');
  await settled();
  expect([player.track?.Name, player.hasNext, isOffered('nexttrack')]).toEqual(['Bench', false, false]);
  expect(isOffered('previoustrack')).toBe(true);
  player.setRepeat('all');
  await settled();
  expect([player.hasNext, isOffered('nexttrack')]).toEqual([true, true]);
  player.setRepeat('one');
  await settled();
  expect([player.hasNext, isOffered('nexttrack')]).toEqual([false, false]);
  player.putInLine([1], 'next');
  await settled();
  expect([player.hasNext, isOffered('nexttrack')]).toEqual([true, true]);
  player.setRepeat('off');
});
