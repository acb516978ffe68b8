// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Invitations } from '../../../../renderer/settings/community/invitations.svelte';
import { OwnCommunity } from '../../../../renderer/settings/community/community.svelte';
import { Promos } from '../../../../renderer/settings/community/promos.svelte';
import { Members } from '../../../../renderer/settings/members/members.svelte';
import { Reports } from '../../../../renderer/settings/members/reports.svelte';
import { currentCommunity } from '../../../../renderer/api';
import { toasts } from '../../../../renderer/ui';
import { AdminPerson, Report, ReportedItem } from '../../../../shared/contract/hosting/admin';
import { Author, Community, Invite, Promo, UserModel } from '../../../../shared/contract/records';
import { AppError } from '../../../../shared/errors';
import { PAGE_SIZES } from '../../../../shared/limits';
import { fakeHost } from '../../../support/hosts/fake-host';
import { recordOf } from '../../record-of';
import { heldAnswer, openPage, settled } from '../page';

const stops: (() => void)[] = [];
beforeEach(openPage);
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
});

const member = (ID: number, fields: Partial<AdminPerson> = {}) => recordOf(AdminPerson, { ID, ...fields });
type AdminPerson = ReturnType<typeof recordOf<typeof AdminPerson>>;
const report = (ID: number) => recordOf(Report, { ID, User: recordOf(Author, { ID: 70 + ID }) });
const invite = (Code: string) => recordOf(Invite, { Code });
const ids = (items: readonly { ID: number }[]) => items.map(({ ID }) => ID);

async function members(...people: AdminPerson[]): Promise<Members> {
  fakeHost.answer('admin.people', () => people);
  const all = new Members();
  stops.push(all.follow());
  await settled();
  return all;
}

test('members are loaded page by page, each once', async () => {
  const pages = [
    Array.from({ length: PAGE_SIZES.admin }, (_, at) => member(at + 1)),
    [member(PAGE_SIZES.admin), member(PAGE_SIZES.admin + 1)],
  ];
  fakeHost.answer('admin.people', ({ page }) => pages[Number(page)] ?? []);
  const { list } = new Members();
  await list.load();
  expect(list.hasMore).toBe(true);
  await list.loadMore();
  expect(ids(list.items)).toEqual(Array.from({ length: PAGE_SIZES.admin + 1 }, (_, at) => at + 1));
  expect(list.hasMore).toBe(false);
});

test('a failed page of members is requested again, not the one after it', async () => {
  fakeHost.answer('admin.people', () => Array.from({ length: PAGE_SIZES.admin }, (_, at) => member(at + 1)));
  const { list } = new Members();
  await list.load();
  fakeHost.answer('admin.people', () => {
    throw new AppError('server_error');
  });
  await list.loadMore();
  expect(list.loading.error?.code).toBe('server_error');
  fakeHost.answer('admin.people', () => [member(100)]);
  await list.loadMore();
  expect(fakeHost.inputsOf('admin.people').map(({ page }) => page)).toEqual([0, 1, 1]);
  expect(ids(list.items)).toContain(100);
});

test('members are searched after a typing pause', async () => {
  const all = await members(member(1), member(2));
  vi.useFakeTimers();
  fakeHost.answer('admin.people', ({ query }) => (query === 'iry' ? [member(2)] : []));
  for (const query of ['i', 'ir', ' iry ']) all.query = query;
  await vi.advanceTimersByTimeAsync(300);
  expect(fakeHost.inputsOf('admin.people').slice(1)).toEqual([{ page: 0, query: 'iry' }]);
  expect(ids(all.list.items)).toEqual([2]);
});

test('a person who joins while the list is open is added to it', async () => {
  const all = await members(member(1));
  fakeHost.answer('admin.people', () => [member(1), member(2)]);
  fakeHost.send({ Type: 'community', Community: recordOf(Community, { Members: 2 }) });
  await settled();
  expect(ids(all.list.items)).toEqual([2, 1]);
});

test('a member who changes is shown as they are now', async () => {
  const all = await members(member(1, { Name: 'Iryna', Email: 'iryna@example.org' }), member(2));
  fakeHost.send({ Type: 'profile', User: recordOf(UserModel, { ID: 1, Name: 'Ira', Ban: true }) });
  expect(all.list.items[0]).toMatchObject({ Name: 'Ira', Banned: true, Email: 'iryna@example.org' });
  const Online = { Online: true, LastBeen: 5, Degree: 'exact', Status: '' } as const;
  fakeHost.send({ Type: 'online', User: 2, Online });
  expect(all.list.items[1]?.Online).toEqual(Online);
});

test('a role changes at once, and is reverted if the host rejects it', async () => {
  const all = await members(member(1, { Role: 'member' }));
  const answer = heldAnswer<{ ok: true }>();
  fakeHost.answer('admin.setRole', answer.handler);
  const change = all.setRole(all.list.items[0]!, 'admin');
  expect(all.list.items[0]?.Role).toBe('admin');
  answer.give({ ok: true });
  await change;
  fakeHost.answer('admin.setRole', () => {
    throw new AppError('access_denied');
  });
  await expect(all.setRole(all.list.items[0]!, 'member')).rejects.toMatchObject({ code: 'access_denied' });
  expect(all.list.items[0]?.Role).toBe('admin');
});

test('bans and unbans are shown only after the host accepted them', async () => {
  const all = await members(member(1));
  fakeHost.answer('admin.ban', () => {
    throw new AppError('access_denied');
  });
  await expect(all.ban(all.list.items[0]!, 'Spam')).rejects.toMatchObject({ code: 'access_denied' });
  expect(all.list.items[0]?.Banned).toBe(false);
  fakeHost.answer('admin.ban', () => ({ ok: true }));
  await all.ban(all.list.items[0]!, 'Spam');
  expect(all.list.items[0]?.Banned).toBe(true);
  fakeHost.answer('admin.unban', () => ({ ok: true }));
  await all.unban(all.list.items[0]!);
  expect(all.list.items[0]?.Banned).toBe(false);
});

test('a new report is counted and listed without a reload', async () => {
  vi.useFakeTimers();
  fakeHost.answer('admin.reports', () => []);
  const reports = new Reports();
  stops.push(reports.follow());
  await settled();
  expect(reports.count).toBe(0);
  fakeHost.answer('admin.reports', ({ open }) => (open ? [report(1)] : []));
  // Admins get a profile event of the person it is about.
  fakeHost.send({ Type: 'profile', User: recordOf(UserModel, { ID: 71 }) });
  await vi.advanceTimersByTimeAsync(500);
  expect(reports.count).toBe(1);
});

test('a report that another admin resolved moves to the closed ones', async () => {
  vi.useFakeTimers();
  fakeHost.answer('admin.reports', ({ open }) => (open ? [report(1)] : []));
  const reports = new Reports();
  stops.push(reports.follow());
  await reports.closed.load();
  await settled();
  fakeHost.answer('admin.reports', ({ open }) => (open ? [] : [report(1)]));
  fakeHost.send({ Type: 'profile', User: recordOf(UserModel, { ID: 71 }) });
  await vi.advanceTimersByTimeAsync(500);
  expect([ids(reports.open.items), ids(reports.closed.items)]).toEqual([[], [1]]);
});

test('a closed report moves to the closed ones', async () => {
  const reports = new Reports();
  fakeHost.answer('admin.reports', ({ open }) => (open ? [report(1), report(2)] : [report(1)]));
  await reports.open.load();
  fakeHost.answer('admin.decideReport', () => report(1));
  expect(await reports.decide(report(1), 'warned', 'He likes cats now')).toBe(true);
  await settled();
  expect(ids(reports.open.items)).toEqual([2]);
  expect(ids(reports.closed.items)).toEqual([1]);
  expect(fakeHost.inputsOf('admin.decideReport')).toEqual([
    { report_id: 1, decision: 'warned', note: 'He likes cats now' },
  ]);
});

test('a report resolved by a ban stays open if the ban is rejected', async () => {
  const reports = new Reports();
  fakeHost.answer('admin.reports', () => [report(1)]);
  await reports.open.load();
  fakeHost.answer('admin.ban', () => {
    throw new AppError('access_denied');
  });
  expect(await reports.decide(report(1), 'banned', 'Spam')).toBe(false);
  expect(reports.count).toBe(1);
  expect(fakeHost.inputsOf('admin.decideReport')).toEqual([]);
  fakeHost.answer('admin.ban', () => ({ ok: true }));
  fakeHost.answer('admin.decideReport', () => report(1));
  expect(await reports.decide(report(1), 'banned', 'Spam')).toBe(true);
  expect(fakeHost.inputsOf('admin.ban').at(-1)).toEqual({ user_id: 71, reason: 'Spam' });
});

test('a report that another admin closed first leaves the list with a message', async () => {
  const reports = new Reports();
  fakeHost.answer('admin.reports', ({ open }) => (open ? [report(1)] : []));
  await reports.open.load();
  fakeHost.answer('admin.decideReport', () => {
    throw new AppError('conflict');
  });
  expect(await reports.decide(report(1), 'dismissed', '')).toBe(true);
  expect(reports.deciding.error?.code).toBe('conflict');
  expect(reports.count).toBe(0);
});

test('a reported post is deleted once the time to undo has passed', async () => {
  vi.useFakeTimers();
  const reports = new Reports();
  const Item = recordOf(ReportedItem, { Type: 'post', ID: 9, Removable: true });
  const reported = { ...report(1), Item };
  fakeHost.answer('admin.reports', () => [reported]);
  fakeHost.answer('posts.remove', () => ({ ok: true }));
  expect(reports.isRemovable(report(2))).toBe(false);
  reports.removeItem(reported);
  expect(reports.isRemovable(reported)).toBe(false);
  toasts.undoLast();
  expect(reports.isRemovable(reported)).toBe(true);
  reports.removeItem(reported);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(fakeHost.inputsOf('posts.remove')).toEqual([{ post_id: 9 }]);
  expect(fakeHost.inputsOf('admin.reports')).not.toEqual([]);
});

test('an invitation is listed once even if the list loads before its creation is answered', async () => {
  fakeHost.answer('admin.invites', () => []);
  const invitations = new Invitations();
  stops.push(invitations.follow());
  await settled();
  const answer = heldAnswer<Invite>();
  fakeHost.answer('admin.createInvite', answer.handler);
  fakeHost.answer('admin.invites', () => [invite('AAAA')]);
  const creating = invitations.create(1, 0);
  await answer.asked;
  fakeHost.send({ Type: 'community', Community: recordOf(Community) });
  await settled();
  expect(invitations.items.map(({ Code }) => Code)).toEqual(['AAAA']);
  answer.give(invite('AAAA'));
  await creating;
  expect(invitations.items.map(({ Code }) => Code)).toEqual(['AAAA']);
  expect(invitations.newest).toBe('AAAA');
});

test('an invitation created while the list loads is listed', async () => {
  const answer = heldAnswer<Invite[]>();
  fakeHost.answer('admin.invites', answer.handler);
  const invitations = new Invitations();
  stops.push(invitations.follow());
  await answer.asked;
  fakeHost.answer('admin.createInvite', () => invite('AAAA'));
  await invitations.create(0, 3600);
  fakeHost.answer('admin.invites', () => [invite('AAAA')]);
  answer.give([]);
  await settled();
  expect(invitations.items.map(({ Code }) => Code)).toEqual(['AAAA']);
  fakeHost.answer('admin.revokeInvite', () => ({ ok: true }));
  await invitations.revoke('AAAA');
  expect(invitations.items).toEqual([]);
});

test('a new promo code is listed first, and a revoked one is removed', async () => {
  const promo = (Code: string) => recordOf(Promo, { Code });
  fakeHost.answer('admin.promos', () => [promo('OLD')]);
  const promos = new Promos();
  await promos.load();
  const summer = { code: 'SUMMER', coins: 70, sub: 0, uses: 2, expires: 0 };
  fakeHost.answer('admin.createPromo', () => {
    throw new AppError('conflict');
  });
  expect(await promos.create(summer)).toBe(false);
  expect(promos.creating.error?.code).toBe('conflict');
  fakeHost.answer('admin.createPromo', () => promo('SUMMER'));
  expect(await promos.create(summer)).toBe(true);
  expect(promos.items.map(({ Code }) => Code)).toEqual(['SUMMER', 'OLD']);
  fakeHost.answer('admin.revokePromo', () => ({ ok: true }));
  await promos.revoke('OLD');
  expect(promos.items.map(({ Code }) => Code)).toEqual(['SUMMER']);
});

test('who can join changes at once, and is reverted with the reason if the host rejects it', async () => {
  currentCommunity.set(recordOf(Community, { Name: 'Yard', Registration: 'open' }));
  const community = new OwnCommunity();
  fakeHost.answer('community.update', () => {
    throw new AppError('access_denied');
  });
  const change = community.setRegistration('invite');
  expect(currentCommunity.record?.Registration).toBe('invite');
  await change;
  expect(currentCommunity.record?.Registration).toBe('open');
  expect(community.failure).toMatch(/^Not changed\. /);
  fakeHost.answer('community.update', () => recordOf(Community, { Name: 'Yard', Registration: 'invite' }));
  fakeHost.answer('admin.acts', () => []);
  await community.setRegistration('invite');
  await settled();
  expect(community.saved).toBe('Saved');
  expect(community.failure).toBeUndefined();
});

test('a community without a name is rejected without a call', () => {
  currentCommunity.set(recordOf(Community, { Name: 'Yard' }));
  const community = new OwnCommunity();
  community.draft.set('name', ' ');
  expect(community.check()).toBe(false);
  expect(community.faultAt('name')).toBe('Fill in this field.');
  expect(fakeHost.inputsOf('community.update')).toEqual([]);
});
