// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { ME, openPage } from '../page';
import { playTwoTracks, stubMedia } from './media-stubs';

beforeEach(openPage);

test('a window in which the music paused for another one leaves the place of that one stored', async () => {
  stubMedia();
  const { player } = await import('../../../../renderer/player');
  const { readStoredPlayer, storeQueue, storeTime } =
    await import('../../../../renderer/player/stored-player');
  player.belongTo(ME);
  await playTwoTracks(player);
  player.seek(14);
  const { queue, time } = readStoredPlayer(ME);
  expect([queue.current?.track, time]).toEqual([1, 14]);
  const [bench = null] = queue.order.filter(({ track }) => track === 2);
  storeQueue(ME, { ...queue, current: bench });
  expect(readStoredPlayer(ME).time).toBe(0);
  storeTime(ME, 2, 5);
  const other = new BroadcastChannel('courtyard.player');
  other.postMessage('playing');
  other.close();
  dispatchEvent(new Event('pagehide'));
  expect([player.pausedFor, readStoredPlayer(ME).time]).toEqual(['window', 5]);
  player.belongTo(0);
});
