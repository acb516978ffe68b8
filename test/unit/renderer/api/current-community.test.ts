// @vitest-environment happy-dom
import { flushSync } from 'svelte';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { communities, connection, currentCommunity } from '../../../../renderer/api';
import { Community } from '../../../../shared/contract/records';
import { fakeHost, signIn } from '../../../support/hosts/fake-host';
import { recordOf } from '../../record-of';
import { settled } from '../page';

beforeEach(() => signIn());

test('a community whose host is offline has the name under which it was joined', async () => {
  expect(currentCommunity.name).toBe('');
  const there = {
    number: 0,
    picture: '',
    unread: 0,
    unsent: 0,
    state: 'away',
    addresses: [],
    key: '',
  } as const;
  const joined = {
    ...there,
    addresses: [],
    id: 'joined-1',
    name: 'Lypova 12',
    address: '',
    shown: null,
    asOf: 1,
  };
  vi.spyOn(communities, 'joined', 'get').mockReturnValue(joined);
  expect(currentCommunity.name).toBe('Lypova 12');
  fakeHost.answer('community.get', () => recordOf(Community, { Name: 'Lypova 14' }));
  await currentCommunity.load();
  expect(currentCommunity.name).toBe('Lypova 14');
});

test('a community that became read-only while the host was away is known once it is back', async () => {
  connection.setState('connecting');
  onTestFinished(currentCommunity.follow());
  onTestFinished(() => connection.setState('closed'));
  fakeHost.answer('community.get', () => recordOf(Community));
  await currentCommunity.load();
  flushSync();
  connection.setState('connected');
  await settled();
  expect(fakeHost.inputsOf('community.get')).toHaveLength(1);

  connection.setState('reconnecting');
  flushSync();
  fakeHost.answer('community.get', () => recordOf(Community, { ReadOnly: 'superseded' }));
  connection.setState('connected');
  await settled();
  expect(currentCommunity.record?.ReadOnly).toBe('superseded');
});
