import { describe, expect, test } from 'vitest';
import { START, testService } from '../../support/service';

test('an invitation shows its dialog to anyone before they join', async () => {
  const { t, dialog_id, invite } = await invited();
  expect(await t.open('dialogs.invitePreview', { code: invite.Code })).toEqual({
    Type: 'group',
    ID: dialog_id,
    Name: 'Garden',
    Avatar: 0,
    Members: 1,
    Description: 'Beds',
    By: 'Ann',
  });
  expect((await t.refusedOpen('dialogs.invitePreview', { code: 'NOSUCHCODE' })).code).toBe('not_found');
});

test('previews a private group and lets people join it', async () => {
  const { bob, dialog_id, invite } = await invited();
  expect((await bob.refused('dialogs.get', { dialog_id })).code).toBe('not_found');
  expect(await bob.call('dialogs.get', { dialog_id, code: invite.Code })).toMatchObject({
    Name: 'Garden',
    Member: false,
    LastMessage: null,
  });
  await bob.call('dialogs.join', { dialog_id, user_id: '@me', code: invite.Code });
  expect(await bob.call('dialogs.get', { dialog_id })).toMatchObject({ Member: true });
});

test('accepts codes in any case and spacing', async () => {
  const { bob, dialog_id, invite } = await invited();
  const typed = ` ${invite.Code.slice(0, 4).toLowerCase()}-${invite.Code.slice(4)} `;
  await bob.call('dialogs.join', { dialog_id, user_id: '@me', code: typed });
});

test('admits no more people than it allows under concurrent requests', async () => {
  const { t, ann, dialog_id } = await invited();
  const limited = await ann.call('dialogs.createInvite', { dialog_id, maxUses: 2 });
  const people = await t.people('Cleo', 'Dan', 'Eve', 'Finn');
  const outcomes = await Promise.allSettled(
    people.map((one) => one.call('dialogs.join', { dialog_id, user_id: '@me', code: limited.Code })),
  );
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused).toMatchObject([{ reason: { code: 'gone' } }, { reason: { code: 'gone' } }]);
  expect(await ann.call('dialogs.get', { dialog_id })).toMatchObject({ Members: 3 });
  expect(await ann.call('dialogs.invites', { dialog_id })).toContainEqual({ ...limited, Uses: 2 });
  expect((await t.refusedOpen('dialogs.invitePreview', { code: limited.Code })).code).toBe('gone');
});

test('leads members to their dialog after it is used up, and nobody else', async () => {
  const { t, ann, bob, dialog_id } = await invited();
  const { Code: code } = await ann.call('dialogs.createInvite', { dialog_id, maxUses: 1 });
  await bob.call('dialogs.join', { dialog_id, user_id: '@me', code });
  expect(await bob.call('dialogs.invitePreview', { code })).toMatchObject({ ID: dialog_id });
  const [cleo] = await t.people('Cleo');
  expect((await cleo!.refused('dialogs.invitePreview', { code })).code).toBe('gone');
});

test('is not used up by members', async () => {
  const { ann, dialog_id, invite } = await invited();
  expect((await ann.refused('dialogs.join', { dialog_id, user_id: '@me', code: invite.Code })).code).toBe(
    'conflict',
  );
  expect(await ann.call('dialogs.invites', { dialog_id })).toMatchObject([{ Uses: 0 }]);
});

test('expires', async () => {
  const { t, ann, bob, dialog_id } = await invited();
  expect((await ann.refused('dialogs.createInvite', { dialog_id, expires: START })).fields).toHaveProperty(
    'expires',
  );
  const { Code: code } = await ann.call('dialogs.createInvite', { dialog_id, expires: START + 60 });
  t.clock.advance(60);
  expect((await bob.refused('dialogs.join', { dialog_id, user_id: '@me', code })).code).toBe('gone');
  expect((await bob.refused('dialogs.get', { dialog_id, code })).code).toBe('gone');
});

test('opens only its own dialog', async () => {
  const { ann, bob, invite } = await invited();
  const other = await ann.call('dialogs.create', { name: 'Cellar', type: 'group', private: true });
  const error = await bob.refused('dialogs.join', { dialog_id: other.ID, user_id: '@me', code: invite.Code });
  expect(error.code).toBe('not_found');
});

test('can be revoked by an admin of its dialog', async () => {
  const { ann, bob, dialog_id, invite } = await invited();
  const other = await bob.call('dialogs.create', { name: 'Cellar', type: 'group' });
  expect((await bob.refused('dialogs.revokeInvite', { dialog_id: other.ID, code: invite.Code })).code).toBe(
    'not_found',
  );
  await ann.call('dialogs.revokeInvite', { dialog_id, code: invite.Code });
  expect((await ann.refused('dialogs.revokeInvite', { dialog_id, code: invite.Code })).code).toBe(
    'not_found',
  );
  expect((await bob.refused('dialogs.join', { dialog_id, user_id: '@me', code: invite.Code })).code).toBe(
    'not_found',
  );
});

test('has 80 random bits and is created and listed by admins only', async () => {
  const { ann, bob, dialog_id, invite } = await invited();
  expect(invite).toMatchObject({ Dialog: dialog_id, Uses: 0, MaxUses: 0, Expires: 0, Timestamp: START });
  expect(invite.Code).toMatch(/^[A-HJ-NP-Z2-9]{16}$/);
  await bob.call('dialogs.join', { dialog_id, user_id: '@me', code: invite.Code });
  expect((await bob.refused('dialogs.createInvite', { dialog_id })).code).toBe('access_denied');
  expect((await bob.refused('dialogs.invites', { dialog_id })).code).toBe('access_denied');
  expect(await ann.call('dialogs.invites', { dialog_id })).toHaveLength(1);
});

async function invited() {
  const t = await testService();
  const [ann, bob] = await t.people('Ann', 'Bob');
  const input = { name: 'Garden', description: 'Beds', type: 'group', private: true } as const;
  const { ID } = await ann.call('dialogs.create', input);
  const invite = await ann.call('dialogs.createInvite', { dialog_id: ID });
  return { t, ann, bob, dialog_id: ID, invite };
}

describe('a removed member', () => {
  test.each(['private', 'public'] as const)('needs a new invitation to a %s group', async (kind) => {
    const { ann, bob, dialog_id, old } = await removed(kind);
    const again = (code?: string) => ({ dialog_id, user_id: '@me', ...(code !== undefined && { code }) });
    const barred = {
      fields: { code: expect.any(String) as string },
      code: 'access_denied',
      message: expect.stringMatching(/removed.*invitation/) as string,
    };
    expect(await bob.refused('dialogs.join', again(old))).toMatchObject(barred);
    if (kind === 'public') expect(await bob.refused('dialogs.join', again())).toMatchObject(barred);
    else expect((await bob.refused('dialogs.join', again())).code).toBe('not_found');
    const [invite] = await ann.call('dialogs.invites', { dialog_id });
    expect(invite).toMatchObject({ Code: old, Uses: 1 });
    const { Code: fresh } = await ann.call('dialogs.createInvite', { dialog_id });
    await bob.call('dialogs.join', again(fresh));
    // A person who left may come back as before.
    await bob.call('dialogs.leave', { dialog_id, user_id: '@me' });
    await bob.call('dialogs.join', again(old));
  });

  test('needs a newer invitation even after the clock is set back', async () => {
    const { t, ann, bob, dialog_id, old } = await removed('private');
    t.clock.advance(-3600);
    const { Code: code } = await ann.call('dialogs.createInvite', { dialog_id });
    expect((await bob.refused('dialogs.join', { dialog_id, user_id: '@me', code: old })).code).toBe(
      'access_denied',
    );
    await bob.call('dialogs.join', { dialog_id, user_id: '@me', code });
  });

  test('can be added back, and others can still use the old invitation', async () => {
    const { t, ann, bob, dialog_id, old } = await removed('private');
    const carl = await t.person('Carl');
    await carl.call('dialogs.join', { dialog_id, user_id: '@me', code: old });
    await ann.call('dialogs.join', { dialog_id, user_id: bob.id });
    await bob.call('dialogs.leave', { dialog_id, user_id: '@me' });
    await bob.call('dialogs.join', { dialog_id, user_id: '@me', code: old });
    await ann.call('dialogs.leave', { dialog_id, user_id: bob.id });
    expect((await bob.refused('dialogs.join', { dialog_id, user_id: '@me', code: old })).code).toBe(
      'access_denied',
    );
  });
});

/** Bob came by an invitation and was removed by Ann. */
async function removed(kind: 'private' | 'public') {
  const t = await testService();
  const [ann, bob] = await t.people('Ann', 'Bob');
  const { ID: dialog_id } = await ann.call('dialogs.create', {
    name: 'Yard',
    type: 'group',
    private: kind === 'private',
  });
  const { Code: old } = await ann.call('dialogs.createInvite', { dialog_id });
  await bob.call('dialogs.join', { dialog_id, user_id: '@me', code: old });
  await ann.call('dialogs.leave', { dialog_id, user_id: bob.id });
  return { t, ann, bob, dialog_id, old };
}
