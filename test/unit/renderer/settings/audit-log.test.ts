// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { OwnCommunity } from '../../../../renderer/settings/community/community.svelte';
import { AuditEntry } from '../../../../shared/contract/hosting/admin';
import { Community } from '../../../../shared/contract/records';
import { fakeHost } from '../../../support/hosts/fake-host';
import { recordOf } from '../../record-of';
import { openPage } from '../page';

beforeEach(openPage);
afterEach(() => void vi.useRealTimers());

test('the audit log shows what is done while it is open', async () => {
  vi.useFakeTimers();
  const entry = (ID: number) => recordOf(AuditEntry, { ID });
  fakeHost.answer('admin.acts', () => [entry(1)]);
  const community = new OwnCommunity();
  onTestFinished(community.follow());
  await vi.advanceTimersByTimeAsync(1);
  fakeHost.answer('admin.acts', () => [entry(2), entry(1)]);
  fakeHost.send({ Type: 'community', Community: recordOf(Community) });
  await vi.advanceTimersByTimeAsync(1000);
  expect(community.auditLog.items.map(({ ID }) => ID)).toEqual([2, 1]);
});
