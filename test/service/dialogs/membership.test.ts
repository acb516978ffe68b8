import { describe, expect, test } from 'vitest';
import type { DialogMemberModel } from '../../../shared/contract/records';
import { LIMITS } from '../../../shared/limits';
import { lowered } from '../../support/lowered';
import { testService, type TestPerson } from '../../support/service';

describe('joining', () => {
  test('a public group is open to everyone once, with a message about it', async () => {
    const { ann, bob, dialog_id } = await group();
    expect(await bob.call('dialogs.join', { dialog_id, user_id: '@me' })).toEqual({ ok: true });
    expect((await bob.refused('dialogs.join', { dialog_id, user_id: bob.id })).code).toBe('conflict');
    expect(await ann.call('dialogs.messages', { dialog_id })).toMatchObject([
      { Type: 'join', Author: { ID: bob.id }, Text: '' },
    ]);
    expect(await bob.call('dialogs.get', { dialog_id })).toMatchObject({
      Members: 2,
      Role: 'member',
      Unread: 0,
    });
  });

  test('does not count as unread', async () => {
    const { ann, bob, dialog_id } = await group();
    await bob.call('dialogs.join', { dialog_id, user_id: '@me' });
    expect(await ann.call('dialogs.get', { dialog_id })).toMatchObject({
      Unread: 0,
      LastMessage: { Type: 'join' },
    });
  });

  test('concurrently makes one member', async () => {
    const { ann, bob, dialog_id } = await group();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => bob.call('dialogs.join', { dialog_id, user_id: '@me' })),
    );
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
    expect(await ann.call('dialogs.members', { dialog_id })).toHaveLength(2);
    expect(await ann.call('dialogs.get', { dialog_id })).toMatchObject({ Members: 2 });
    expect(await ann.call('dialogs.messages', { dialog_id })).toHaveLength(1);
  });

  test('a channel adds no message', async () => {
    const { ann, bob, dialog_id } = await group('channel');
    await bob.call('dialogs.join', { dialog_id, user_id: '@me' });
    expect(await ann.call('dialogs.messages', { dialog_id })).toEqual([]);
    expect(await ann.call('dialogs.get', { dialog_id })).toMatchObject({ Members: 2 });
  });

  test('a private group is not_found without an invitation', async () => {
    const { bob, dialog_id } = await group('group', true);
    expect((await bob.refused('dialogs.join', { dialog_id, user_id: '@me' })).code).toBe('not_found');
    expect((await bob.refused('dialogs.join', { dialog_id, user_id: '@me', code: 'WRONGCODE' })).code).toBe(
      'not_found',
    );
  });

  test('a full group is refused, by joining or being added', async () => {
    lowered(LIMITS, 'groupMembers', 2);
    const { ann, bob, carl, dialog_id } = await group();
    await bob.call('dialogs.join', { dialog_id, user_id: '@me' });
    for (const [person, user_id] of [
      [carl, '@me'],
      [ann, carl.id],
    ] as const) {
      const refused = await person.refused('dialogs.join', { dialog_id, user_id });
      expect(refused).toMatchObject({ code: 'too_large', message: expect.stringContaining('2') as string });
    }
    expect(await ann.call('dialogs.get', { dialog_id })).toMatchObject({ Members: 2 });
  });

  test('shows earlier messages as read and later ones as unread', async () => {
    const { ann, bob, dialog_id } = await group();
    await ann.call('dialogs.send', { dialog_id, text: 'Before' });
    await bob.call('dialogs.join', { dialog_id, user_id: '@me' });
    await ann.call('dialogs.send', { dialog_id, text: 'After' });
    expect(await bob.call('dialogs.get', { dialog_id })).toMatchObject({ Unread: 1 });
    // A new member has not read earlier messages.
    expect(await ann.call('dialogs.messages', { dialog_id })).toMatchObject([
      { Text: 'After', Read: false },
      { Type: 'join' },
      { Text: 'Before', Read: false },
    ]);
  });
});

describe('adding members', () => {
  test('is for members of public groups, and for admins elsewhere', async () => {
    const { t, ann, bob, carl, dialog_id } = await group();
    const dora = await t.person('Dora');
    expect((await bob.refused('dialogs.join', { dialog_id, user_id: carl.id })).code).toBe('access_denied');
    await ann.call('dialogs.join', { dialog_id, user_id: bob.id });
    await bob.call('dialogs.join', { dialog_id, user_id: carl.id });
    expect((await bob.refused('dialogs.join', { dialog_id, user_id: carl.id })).code).toBe('conflict');
    await ann.call('dialogs.update', { dialog_id, private: true });
    expect((await bob.refused('dialogs.join', { dialog_id, user_id: dora.id })).code).toBe('access_denied');
    await ann.call('dialogs.setRole', { dialog_id, user_id: bob.id, role: 'admin' });
    await bob.call('dialogs.join', { dialog_id, user_id: dora.id });
    expect((await bob.refused('dialogs.join', { dialog_id, user_id: 12345 })).code).toBe('not_found');
  });

  test('respects privacy settings and blocks', async () => {
    const { ann, bob, carl, dialog_id } = await group();
    await bob.call('account.updateProfile', { sendMessageState: 2 });
    expect((await ann.refused('dialogs.join', { dialog_id, user_id: bob.id })).code).toBe('access_denied');
    await ann.call('people.block', { user: String(carl.id) });
    expect((await ann.refused('dialogs.join', { dialog_id, user_id: carl.id })).code).toBe('access_denied');
    expect((await carl.refused('dialogs.join', { dialog_id, user_id: ann.id })).code).toBe('access_denied');
    await ann.call('people.unblock', { user: String(carl.id) });
    await carl.call('people.block', { user: String(ann.id) });
    expect((await ann.refused('dialogs.join', { dialog_id, user_id: carl.id })).code).toBe('not_found');
  });
});

describe('leaving', () => {
  test('notifies the group and removes it from the own list', async () => {
    const { ann, bob, dialog_id } = await group();
    await bob.call('dialogs.join', { dialog_id, user_id: '@me' });
    await bob.call('dialogs.leave', { dialog_id, user_id: bob.id });
    expect(await bob.call('dialogs.list', {})).toEqual([]);
    expect((await bob.refused('dialogs.leave', { dialog_id, user_id: '@me' })).code).toBe('access_denied');
    expect(await ann.call('dialogs.messages', { dialog_id })).toMatchObject([
      { Type: 'leave' },
      { Type: 'join' },
    ]);
    expect(await ann.call('dialogs.get', { dialog_id })).toMatchObject({ Members: 1 });
  });

  test('keeps messages read', async () => {
    const { ann, bob, carl, dialog_id } = await group();
    for (const one of [bob, carl]) await one.call('dialogs.join', { dialog_id, user_id: '@me' });
    const { ID } = await ann.call('dialogs.send', { dialog_id, text: 'Read me' });
    await bob.call('dialogs.read', { dialog_id, message: ID });
    await bob.call('dialogs.leave', { dialog_id, user_id: '@me' });
    expect(await ann.call('dialogs.message', { message_id: ID })).toMatchObject({ Read: true });
  });

  test('as owner hands over to the first admin, else the first member', async () => {
    const { ann, bob, carl, dialog_id } = await group();
    for (const one of [bob, carl]) await one.call('dialogs.join', { dialog_id, user_id: '@me' });
    await ann.call('dialogs.setRole', { dialog_id, user_id: carl.id, role: 'admin' });
    await ann.call('dialogs.leave', { dialog_id, user_id: '@me' });
    expect(await roles(bob, dialog_id)).toEqual({ Bob: 'member', Carl: 'owner' });
    expect(await bob.call('dialogs.get', { dialog_id })).toMatchObject({ Author: { ID: carl.id } });
    await carl.call('dialogs.leave', { dialog_id, user_id: '@me' });
    expect(await roles(bob, dialog_id)).toEqual({ Bob: 'owner' });
  });

  test('as the last member closes the dialog', async () => {
    const { ann, bob, dialog_id } = await group();
    await ann.call('dialogs.leave', { dialog_id, user_id: '@me' });
    expect((await bob.refused('dialogs.get', { dialog_id })).code).toBe('not_found');
    expect(await bob.call('dialogs.find', {})).toEqual([]);
  });
});

describe('removing members', () => {
  test('is for admins, and only of lower ranks', async () => {
    const { t, ann, bob, carl, dialog_id } = await group();
    const dora = await t.person('Dora');
    for (const one of [bob, carl, dora]) await one.call('dialogs.join', { dialog_id, user_id: '@me' });
    for (const one of [bob, carl]) {
      await ann.call('dialogs.setRole', { dialog_id, user_id: one.id, role: 'admin' });
    }
    expect((await dora.refused('dialogs.leave', { dialog_id, user_id: bob.id })).code).toBe('access_denied');
    expect((await bob.refused('dialogs.leave', { dialog_id, user_id: carl.id })).code).toBe('access_denied');
    expect((await bob.refused('dialogs.leave', { dialog_id, user_id: ann.id })).code).toBe('access_denied');
    await bob.call('dialogs.leave', { dialog_id, user_id: dora.id });
    expect((await bob.refused('dialogs.leave', { dialog_id, user_id: dora.id })).code).toBe('not_found');
    await ann.call('dialogs.leave', { dialog_id, user_id: carl.id });
    expect(await roles(ann, dialog_id)).toEqual({ Ann: 'owner', Bob: 'admin' });
    expect((await dora.refused('dialogs.messages', { dialog_id })).code).toBe('access_denied');
  });

  test('is undone by admins only, until the removed person is a member again', async () => {
    const { t, ann, bob, carl, dialog_id } = await group();
    const dora = await t.person('Dora');
    for (const one of [bob, carl, dora]) await one.call('dialogs.join', { dialog_id, user_id: '@me' });
    await ann.call('dialogs.setRole', { dialog_id, user_id: bob.id, role: 'admin' });
    await ann.call('dialogs.leave', { dialog_id, user_id: dora.id });
    const add = { dialog_id, user_id: dora.id };
    expect((await carl.refused('dialogs.join', add)).code).toBe('access_denied');
    await bob.call('dialogs.join', add);
    await dora.call('dialogs.leave', { dialog_id, user_id: '@me' });
    await carl.call('dialogs.join', add);
    expect(await roles(ann, dialog_id)).toMatchObject({ Dora: 'member' });
  });
});

describe('roles', () => {
  test('take effect with the next request', async () => {
    const { ann, bob, dialog_id } = await group('channel');
    await bob.call('dialogs.join', { dialog_id, user_id: '@me' });
    expect((await bob.refused('dialogs.send', { dialog_id, text: 'News' })).code).toBe('access_denied');
    await ann.call('dialogs.setRole', { dialog_id, user_id: bob.id, role: 'admin' });
    const { ID } = await bob.call('dialogs.send', { dialog_id, text: 'News' });
    await ann.call('dialogs.setRole', { dialog_id, user_id: bob.id, role: 'member' });
    expect((await bob.refused('dialogs.send', { dialog_id, text: 'More' })).code).toBe('access_denied');
    expect((await bob.refused('dialogs.editMessage', { message_id: ID, text: 'Other' })).code).toBe(
      'access_denied',
    );
  });

  test('transferring ownership leaves the old owner an admin', async () => {
    const { ann, bob, dialog_id } = await group();
    await bob.call('dialogs.join', { dialog_id, user_id: '@me' });
    await ann.call('dialogs.setRole', { dialog_id, user_id: bob.id, role: 'owner' });
    expect(await roles(ann, dialog_id)).toEqual({ Ann: 'admin', Bob: 'owner' });
    expect((await ann.refused('dialogs.remove', { dialog_id })).code).toBe('access_denied');
    await bob.call('dialogs.remove', { dialog_id });
  });

  test('are granted by the owner, to other members', async () => {
    const { ann, bob, carl, dialog_id } = await group();
    await bob.call('dialogs.join', { dialog_id, user_id: '@me' });
    const role = 'admin' as const;
    expect((await bob.refused('dialogs.setRole', { dialog_id, user_id: bob.id, role })).code).toBe(
      'access_denied',
    );
    expect((await ann.refused('dialogs.setRole', { dialog_id, user_id: carl.id, role })).code).toBe(
      'not_found',
    );
    expect((await ann.refused('dialogs.setRole', { dialog_id, user_id: ann.id, role })).code).toBe(
      'validation_error',
    );
  });
});

describe('the member list', () => {
  test('is sorted by join time, paged, and empty past its end', async () => {
    const { ann, bob, carl, dialog_id } = await group();
    for (const one of [carl, bob]) await one.call('dialogs.join', { dialog_id, user_id: '@me' });
    const pages: DialogMemberModel[][] = [];
    for (const page of [0, 1, 2])
      pages.push(await bob.call('dialogs.members', { dialog_id, page, limit: 2 }));
    expect(pages.map((page) => page.map((member) => member.Member.Name))).toEqual([
      ['Ann', 'Carl'],
      ['Bob'],
      [],
    ]);
    expect(pages[0]?.[0]).toMatchObject({ Dialog: dialog_id, Role: 'owner', Member: { ID: ann.id } });
  });

  test('finds members by the words of their names and by their tags', async () => {
    const { ann, bob, carl, dialog_id } = await group();
    await bob.call('dialogs.join', { dialog_id, user_id: '@me' });
    await bob.call('account.updateProfile', { name: 'Богдан', surname: 'Baker', link: 'bo_the_baker' });
    await carl.call('account.updateProfile', { surname: 'Baker' });
    const found = async (mask: string, page = 0) => {
      const members = await ann.call('dialogs.members', { dialog_id, mask, page, limit: 1 });
      return members.map(({ Member, Role }) => [Member.ID, Role]);
    };
    for (const mask of ['bak', 'богд', 'Baker БОГ', '@bo_the', ' @bo_the_baker']) {
      expect(await found(mask), mask).toEqual([[bob.id, 'member']]);
    }
    // Carl, who has that name too, is no member.
    expect(await found('baker', 1)).toEqual([]);
    expect(await found('nobody')).toEqual([]);
    expect(await found('?!')).toEqual([]);
    await carl.call('dialogs.join', { dialog_id, user_id: '@me' });
    expect([await found('baker'), await found('baker', 1)]).toEqual([
      [[bob.id, 'member']],
      [[carl.id, 'member']],
    ]);
    expect((await ann.refused('dialogs.members', { dialog_id, mask: ' ' })).fields).toHaveProperty('mask');
  });
});

async function group(type: 'group' | 'channel' = 'group', isPrivate = false) {
  const t = await testService();
  const [ann, bob, carl] = await t.people('Ann', 'Bob', 'Carl');
  const { ID } = await ann.call('dialogs.create', { name: 'Garden', type, private: isPrivate });
  return { t, ann, bob, carl, dialog_id: ID };
}

async function roles(viewer: TestPerson, dialog_id: number): Promise<Record<string, string>> {
  const members = await viewer.call('dialogs.members', { dialog_id });
  return Object.fromEntries(members.map((member) => [member.Member.Name, member.Role]));
}
