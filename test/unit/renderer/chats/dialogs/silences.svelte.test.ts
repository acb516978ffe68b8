// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mayWrite } from '../../../../../renderer/i18n/dialog';
import { PeopleCache } from '../../../../../renderer/chats/people-cache.svelte';
import { Dialogs } from '../../../../../renderer/chats/dialogs/dialogs.svelte';
import { DialogMembers } from '../../../../../renderer/chats/panel/members.svelte';
import { Author, DialogMemberModel, DialogModel, UserModel } from '../../../../../shared/contract/records';
import { fakeHost } from '../../../../support/hosts/fake-host';
import { recordOf } from '../../../record-of';
import { ME, openPage, settled } from '../../page';

beforeEach(openPage);
afterEach(() => void vi.useRealTimers());

const GROUP = recordOf(DialogModel, { ID: 7, Type: 'group', Member: true, Role: 'member' });

test('a silenced member may write again when the time is over', async () => {
  vi.useFakeTimers();
  const dialogs = new Dialogs(new PeopleCache(), () => undefined);
  dialogs.put({ ...GROUP, SilencedUntil: Math.floor(Date.now() / 1000) + 3600 });
  expect(mayWrite(dialogs.find(7)!)).toBe(false);
  await vi.advanceTimersByTimeAsync(3600_000);
  expect(mayWrite(dialogs.find(7)!)).toBe(true);
  dialogs.close();
});

test('a silence without an end lasts until an event tells of its end', async () => {
  const dialogs = new Dialogs(new PeopleCache(), () => undefined);
  dialogs.put(GROUP);
  const told = (SilencedUntil?: number) =>
    dialogs.handle({
      ...{
        Type: 'member',
        Dialog: 7,
        User: recordOf(Author, { ID: ME }),
        Role: 'member',
        Members: 2,
        Seq: 1,
      },
      ...(SilencedUntil !== undefined && { SilencedUntil }),
    });
  fakeHost.answer('dialogs.get', () => ({ ...GROUP, SilencedUntil: 0 }));
  told(0);
  await settled();
  expect(mayWrite(dialogs.find(7)!)).toBe(false);
  fakeHost.answer('dialogs.get', () => GROUP);
  told();
  await settled();
  expect(mayWrite(dialogs.find(7)!)).toBe(true);
  dialogs.close();
});

test('an admin silences a member for a time, and lets them write again', async () => {
  const person = recordOf(UserModel, { ID: 5, Name: 'Carl' });
  fakeHost.answer('dialogs.members', () => [
    recordOf(DialogMemberModel, { ID: 1, Dialog: 7, Member: person, Role: 'member' }),
  ]);
  fakeHost.answer('dialogs.silence', () => ({ ok: true }));
  const members = new DialogMembers(7, new PeopleCache());
  await members.begin();
  const now = Math.floor(Date.now() / 1000);
  await members.silence(5, 3600);
  const until = members.find(5)?.SilencedUntil ?? 0;
  expect(until - now).toBeGreaterThanOrEqual(3600);
  await members.endSilence(5);
  expect(members.find(5)).not.toHaveProperty('SilencedUntil');
  await members.silence(5, 0);
  expect(members.find(5)?.SilencedUntil).toBe(0);
  expect(fakeHost.inputsOf('dialogs.silence')).toEqual([
    { dialog_id: 7, user_id: 5, until },
    { dialog_id: 7, user_id: 5, value: false },
    { dialog_id: 7, user_id: 5, until: 0 },
  ]);
});
