// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { Communities, type CommunityThere } from '../../../../renderer/api/desktop/communities.svelte';
import type { CommunitiesState, Envelope } from '../../../../shared/bridge';
import { openPage, settled } from '../page';

beforeEach(openPage);

test('a list that was read before another one does not replace it, whether pushed or answered', async () => {
  const { communities, push, answerWith } = await openedWith(listed(10, 'main', 'aspen', 'birch'));
  push(listed(30, 'main', 'birch', 'aspen'));
  push(listed(20, 'main', 'aspen', 'birch'));
  expect(namesIn(communities)).toEqual(['main', 'birch', 'aspen']);

  answerWith(listed(25, 'main', 'aspen', 'birch'));
  await communities.look();
  expect(namesIn(communities)).toEqual(['main', 'birch', 'aspen']);

  answerWith(listed(40, 'main', 'aspen', 'birch'));
  await communities.move('birch', null);
  expect(namesIn(communities)).toEqual(['main', 'aspen', 'birch']);
  push(listed(40, 'main', 'aspen'));
  expect(namesIn(communities)).toEqual(['main', 'aspen']);
});

test('without a program there are no communities to show', async () => {
  const communities = new Communities(undefined);
  await communities.look();
  expect([communities.all, communities.isOffered, communities.isElsewhere]).toEqual([[], false, false]);
});

/** The communities of a page, and the program that answers and pushes. */
async function openedWith(first: CommunitiesState) {
  let push: (state: CommunitiesState) => void = () => undefined;
  let answer: Envelope = { ok: true, value: first };
  const communities = new Communities({
    communities: async () => answer,
    onCommunities: (listener) => {
      push = listener;
      return () => undefined;
    },
  });
  await settled();
  return {
    communities,
    push: (state: CommunitiesState) => push(state),
    answerWith: (value: CommunitiesState) => (answer = { ok: true, value }),
  };
}

function listed(readAt: number, ...names: string[]): CommunitiesState {
  const given = {
    number: 1,
    picture: '',
    unread: 0,
    state: 'here',
    address: '',
    key: '',
  } as const;
  const all = names.map((name): CommunityThere => ({
    ...given,
    addresses: [],
    id: name,
    name,
    shown: null,
    asOf: 0,
    unsent: 0,
  }));
  return { readAt, all };
}

function namesIn(communities: Communities): string[] {
  return communities.all.map(({ name }) => name);
}
