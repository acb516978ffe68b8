// @vitest-environment happy-dom
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { PeopleCache } from '../../../../../renderer/chats/people-cache.svelte';
import { DialogMembers } from '../../../../../renderer/chats/panel/members.svelte';
import { DialogMemberModel, UserModel } from '../../../../../shared/contract/records';
import { fakeHost } from '../../../../support/hosts/fake-host';
import { recordOf } from '../../../record-of';
import { openPage } from '../../page';

beforeEach(openPage);

test('a member who changes their name, or is banned, is shown as they are now', async () => {
  const here = { Online: true, LastBeen: 5, Degree: 'exact', Status: 'online' } as const;
  const carl = recordOf(UserModel, { ID: 5, Name: 'Carl', Online: here });
  fakeHost.answer('dialogs.members', () => [
    recordOf(DialogMemberModel, { ID: 1, Dialog: 7, Member: carl, Role: 'admin' }),
  ]);
  const people = new PeopleCache();
  const members = new DialogMembers(7, people);
  onTestFinished(members.follow());
  await members.begin();
  people.setOnline(5, here);
  fakeHost.send({ Type: 'profile', User: { ...carl, Name: 'Karl' } });
  expect(members.find(5)).toMatchObject({ Role: 'admin', Member: { ID: 5, Name: 'Karl' } });
  const gone = { Online: false, LastBeen: 0, Degree: 'hidden', Status: '' } as const;
  fakeHost.send({ Type: 'profile', User: { ...carl, Ban: true, Online: gone } });
  expect(people.onlineOf(members.find(5)!.Member).Online).toBe(false);
});
