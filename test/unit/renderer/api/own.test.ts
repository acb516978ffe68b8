// @vitest-environment happy-dom
import { flushSync } from 'svelte';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { connection, own } from '../../../../renderer/api';
import { Community } from '../../../../shared/contract/records';
import { fakeHost, signIn } from '../../../support/hosts/fake-host';
import { recordOf } from '../../record-of';
import { settled } from '../page';

beforeEach(() => signIn());

test('a community that became read-only while the host was away is known once it is back', async () => {
  connection.setState('connecting');
  onTestFinished(own.follow());
  onTestFinished(() => connection.setState('closed'));
  fakeHost.answer('community.get', () => recordOf(Community));
  await own.loadCommunity();
  flushSync();
  connection.setState('connected');
  await settled();
  expect(fakeHost.inputsOf('community.get')).toHaveLength(1);

  connection.setState('reconnecting');
  flushSync();
  fakeHost.answer('community.get', () => recordOf(Community, { ReadOnly: 'superseded' }));
  connection.setState('connected');
  await settled();
  expect(own.community?.ReadOnly).toBe('superseded');
});
