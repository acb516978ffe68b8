// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { Track } from '../../../../shared/contract/records';
import { AppError } from '../../../../shared/errors';
import { fakeHost } from '../../../support/hosts/fake-host';
import { recordOf } from '../../record-of';
import { openPage, settled } from '../page';
import { elements, playTwoTracks, stubMedia } from './media-stubs';

beforeEach(openPage);

test('a track that failed while the host was away can be played again, and waits for that', async () => {
  stubMedia();
  const { connection } = await import('../../../../renderer/api');
  const { player } = await import('../../../../renderer/player');
  await playTwoTracks(player);
  connection.setState('reconnecting');
  fakeHost.answer('music.some', () => {
    throw new AppError('server_error');
  });
  for (let attempt = 0; attempt < 2; attempt++) {
    elements[0]?.dispatchEvent(new Event('error'));
    await settled();
  }
  expect([player.failure, player.isPlaying]).toEqual(['failed', false]);
  fakeHost.answer('music.some', () => [
    recordOf(Track, { ID: 1, Name: 'Rain', Url: 'again.mp3', Duration: 60 }),
  ]);
  connection.setState('connected');
  await settled();
  expect([player.failure, player.isPlaying]).toEqual([null, false]);
});
