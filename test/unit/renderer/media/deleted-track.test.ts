// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { fakeHost } from '../../../support/hosts/fake-host';
import { openPage, settled } from '../page';
import { playTwoTracks, stubMedia } from './media-stubs';

beforeEach(openPage);

test.each([true, false])(
  'when the current track is deleted, the next one plays if that one did (%s)',
  async (isPlaying) => {
    stubMedia();
    const { player } = await import('../../../../renderer/player');
    await playTwoTracks(player);
    if (!isPlaying) player.pause();
    fakeHost.send({ Type: 'track', ID: 1, Track: null });
    await settled();
    expect([player.current?.track, player.isPlaying]).toEqual([2, isPlaying]);
    fakeHost.send({ Type: 'track', ID: 2, Track: null });
    await settled();
    expect([player.current, player.isPlaying]).toEqual([null, false]);
  },
);
