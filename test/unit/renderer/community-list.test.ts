// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import type { CommunityThere } from '../../../shared/bridge';
import { openPage } from './page';

beforeEach(openPage);

function community(id: string, name: string, address = ''): CommunityThere {
  const there = { number: 0, picture: '', unread: 0, state: 'here', addresses: [], key: '' } as const;
  return { ...there, addresses: [], id, name, address, shown: null, asOf: 0, unsent: 0 };
}

test('communities of the same name are told apart by their addresses', async () => {
  const { communities } = await import('../../../renderer/api');
  const { wholeNameOf } = await import('../../../renderer/views/communities/community-list');
  const own = community('main', 'Lypova 12');
  const first = { ...community('joined-1', 'Lypova 12', '192.168.1.5:8701'), unread: 2 };
  const other = community('joined-2', 'Garden', '192.168.1.6:8701');
  vi.spyOn(communities, 'all', 'get').mockReturnValue([own, first, other]);
  expect([own, first, other].map(wholeNameOf)).toEqual([
    'Lypova 12',
    'Lypova 12 (192.168.1.5:8701), 2 new messages',
    'Garden',
  ]);
});

test('communities to which switching pauses the music say so, as their pages unload these', async () => {
  const { communities } = await import('../../../renderer/api');
  const { player } = await import('../../../renderer/player');
  const { wholeNameOf } = await import('../../../renderer/views/communities/community-list');
  const here = community(communities.hereId, 'Lypova 12');
  const other = { ...community('joined-1', 'Garden'), unread: 2 };
  vi.spyOn(communities, 'all', 'get').mockReturnValue([here, other]);
  vi.spyOn(player, 'isPlaying', 'get').mockReturnValue(true);
  expect([here, other].map(wholeNameOf)).toEqual(['Lypova 12', 'Garden, 2 new messages, pauses the music']);
});
