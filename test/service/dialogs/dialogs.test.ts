import { describe, expect, test } from 'vitest';
import { START, testService } from '../../support/service';

describe('creating a dialog', () => {
  test('makes the creator the owner of a group', async () => {
    const t = await testService();
    const [ann] = await t.people('Ann');
    const made = await ann.call('dialogs.create', {
      name: '  Garden ',
      description: 'Beds and bees',
      type: 'group',
      topic: 2,
      country: 0,
    });
    expect(made).toEqual({ ID: made.ID, Type: 'group', Name: 'Garden', Avatar: 0 });
    const dialog = await ann.call('dialogs.get', { dialog_id: made.ID });
    expect(dialog).toMatchObject({
      ...made,
      Members: 1,
      Author: { ID: ann.id },
      DialogDude: null,
      Description: 'Beds and bees',
      Private: false,
      LastMessage: null,
      Timestamp: START,
      Topic: 2,
      Fire: 0,
      Mute: false,
      Member: true,
      Role: 'owner',
      Unread: 0,
      Pinned: false,
      Verify: 'None',
      Link: '',
    });
  });

  test('treats public as group, and creates channels', async () => {
    const t = await testService();
    const [ann] = await t.people('Ann');
    expect(await ann.call('dialogs.create', { name: 'One', type: 'public' })).toMatchObject({
      Type: 'group',
    });
    expect(await ann.call('dialogs.create', { name: 'Two', type: 'channel' })).toMatchObject({
      Type: 'channel',
    });
    expect((await ann.refused('dialogs.create', { name: 'Three', type: 'private' })).fields).toHaveProperty(
      'type',
    );
  });

  test('rejects an unknown photo', async () => {
    const t = await testService();
    const [ann] = await t.people('Ann');
    const error = await ann.refused('dialogs.create', { name: 'One', type: 'group', avatar: 5 });
    expect(error).toMatchObject({
      code: 'validation_error',
      fields: { avatar: 'must be one of your photos' },
    });
    expect(await ann.call('dialogs.list', {})).toEqual([]);
  });
});

describe('a private dialog', () => {
  test('is the same from either side and shows the other person', async () => {
    const t = await testService();
    const [ann, bob] = await t.people('Ann', 'Bob');
    const [one, other] = await Promise.all([
      ann.call('dialogs.createPrivate', { user_id: bob.id }),
      bob.call('dialogs.createPrivate', { user_id: ann.id }),
    ]);
    expect(other.ID).toBe(one.ID);
    expect(one).toMatchObject({
      Type: 'private',
      Name: 'Bob',
      DialogDude: { ID: bob.id },
      Author: null,
      Role: '',
    });
    expect(other).toMatchObject({ Name: 'Ann', DialogDude: { ID: ann.id }, Members: 2, Private: true });
    expect(await ann.call('dialogs.list', {})).toHaveLength(1);
    expect(await bob.call('dialogs.list', {})).toHaveLength(1);
  });

  test('with oneself holds notes', async () => {
    const t = await testService();
    const [ann] = await t.people('Ann');
    const notes = await ann.call('dialogs.createPrivate', { user_id: ann.id });
    expect(notes).toMatchObject({ Members: 1, DialogDude: { ID: ann.id } });
    expect((await ann.call('dialogs.createPrivate', { user_id: ann.id })).ID).toBe(notes.ID);
    await ann.call('dialogs.send', { dialog_id: notes.ID, text: 'Milk' });
    expect(await ann.call('dialogs.get', { dialog_id: notes.ID })).toMatchObject({ Unread: 0 });
  });

  test('cannot be started with someone who accepts no messages from strangers, except by friends', async () => {
    const t = await testService();
    const [ann, bob] = await t.people('Ann', 'Bob');
    await bob.call('account.updateProfile', { sendMessageState: 1 });
    expect((await ann.refused('dialogs.createPrivate', { user_id: bob.id })).code).toBe('access_denied');
    await ann.call('people.subscribe', { user: String(bob.id) });
    await bob.call('people.subscribe', { user: String(ann.id) });
    expect(await ann.call('dialogs.createPrivate', { user_id: bob.id })).toMatchObject({ Type: 'private' });
  });

  test('is read-only between two people after a block', async () => {
    const t = await testService();
    const [ann, bob] = await t.people('Ann', 'Bob');
    const { ID } = await ann.call('dialogs.createPrivate', { user_id: bob.id });
    const said = await ann.call('dialogs.send', { dialog_id: ID, text: 'Hello' });
    await bob.call('people.block', { user: String(ann.id) });
    for (const one of [ann, bob]) {
      expect((await one.refused('dialogs.send', { dialog_id: ID, text: 'And now?' })).code).toBe(
        'access_denied',
      );
      expect((await one.refused('dialogs.react', { message_id: said.ID, emoji: '👍' })).code).toBe(
        'access_denied',
      );
      expect(await one.call('dialogs.messages', { dialog_id: ID })).toHaveLength(1);
    }
    expect((await ann.refused('dialogs.editMessage', { message_id: said.ID, text: 'Bye' })).code).toBe(
      'access_denied',
    );
    await bob.call('people.unblock', { user: String(ann.id) });
    await ann.call('dialogs.send', { dialog_id: ID, text: 'Again' });
  });

  test('has no settings, no other members, and cannot be left', async () => {
    const t = await testService();
    const [ann, bob, carl] = await t.people('Ann', 'Bob', 'Carl');
    const { ID } = await ann.call('dialogs.createPrivate', { user_id: bob.id });
    const refused = await Promise.all([
      ann.refused('dialogs.update', { dialog_id: ID, name: 'Us' }),
      ann.refused('dialogs.remove', { dialog_id: ID }),
      ann.refused('dialogs.createInvite', { dialog_id: ID }),
      ann.refused('dialogs.join', { dialog_id: ID, user_id: carl.id }),
      ann.refused('dialogs.leave', { dialog_id: ID, user_id: '@me' }),
      ann.refused('dialogs.leave', { dialog_id: ID, user_id: bob.id }),
      ann.refused('dialogs.setRole', { dialog_id: ID, user_id: bob.id, role: 'admin' }),
    ]);
    expect(refused.map((error) => error.code)).toEqual(refused.map(() => 'access_denied'));
  });
});

describe('the dialog list', () => {
  test('is sorted by latest activity', async () => {
    const t = await testService();
    const [ann] = await t.people('Ann');
    const ids: number[] = [];
    for (const name of ['One', 'Two', 'Three']) {
      ids.push((await ann.call('dialogs.create', { name, type: 'group' })).ID);
      t.clock.advance(1);
    }
    const order = async () => (await ann.call('dialogs.list', {})).map((dialog) => dialog.Name);
    expect(await order()).toEqual(['Three', 'Two', 'One']);
    await ann.call('dialogs.send', { dialog_id: ids[0] ?? 0, text: 'Up' });
    expect(await order()).toEqual(['One', 'Three', 'Two']);
  });

  test('keeps its order within one second and after the clock is set back', async () => {
    const t = await testService();
    const [ann] = await t.people('Ann');
    const ids: number[] = [];
    for (const name of ['One', 'Two', 'Three']) {
      ids.push((await ann.call('dialogs.create', { name, type: 'group' })).ID);
    }
    const order = async () => (await ann.call('dialogs.list', {})).map((dialog) => dialog.Name);
    expect(await order()).toEqual(['Three', 'Two', 'One']);
    await ann.call('dialogs.send', { dialog_id: ids[1] ?? 0, text: 'Up' });
    expect(await order()).toEqual(['Two', 'Three', 'One']);
    t.clock.advance(-3600);
    await ann.call('dialogs.send', { dialog_id: ids[0] ?? 0, text: 'Up' });
    expect(await order()).toEqual(['One', 'Two', 'Three']);
  });

  test('begins as in the list of the person if it is limited', async () => {
    const t = await testService();
    const [ann] = await t.people('Ann');
    const ids = new Map<string, number>();
    for (const Name of ['Old', 'Pinned', 'Archived', 'New']) {
      ids.set(Name, (await ann.call('dialogs.create', { name: Name, type: 'group' })).ID);
    }
    const idOf = (name: string) => ids.get(name) ?? 0;
    await ann.call('dialogs.pin', { dialog_id: idOf('Pinned') });
    await ann.call('dialogs.archive', { dialog_id: idOf('Archived') });
    const first = async (limit: number) =>
      (await ann.call('dialogs.list', { limit })).map((dialog) => dialog.Name);
    expect(await first(2)).toEqual(['Pinned', 'New']);
    expect(await first(100)).toEqual(['Pinned', 'New', 'Old', 'Archived']);
    await expect(first(0)).rejects.toMatchObject({
      code: 'validation_error',
      fields: { limit: expect.any(String) },
    });
  });

  test('has all of very many dialogs', async () => {
    const t = await testService();
    const [ann] = await t.people('Ann');
    const ids: number[] = [];
    for (let one = 0; one < 101; one++)
      ids.push((await ann.call('dialogs.create', { name: `Group ${one}`, type: 'group' })).ID);
    expect((await ann.call('dialogs.list', {})).map(({ ID }) => ID)).toEqual(ids.reverse());
  });

  test('shows the previous message after the last one is deleted', async () => {
    const t = await testService();
    const [ann] = await t.people('Ann');
    const { ID } = await ann.call('dialogs.create', { name: 'One', type: 'group' });
    await ann.call('dialogs.send', { dialog_id: ID, text: 'First' });
    const last = await ann.call('dialogs.send', { dialog_id: ID, text: 'Last' });
    await ann.call('dialogs.deleteMessage', { message_id: last.ID });
    expect(await ann.call('dialogs.list', {})).toMatchObject([{ LastMessage: { Text: 'First' } }]);
  });

  test('counts a week of messages as activity', async () => {
    const t = await testService();
    const [ann] = await t.people('Ann');
    const { ID } = await ann.call('dialogs.create', { name: 'One', type: 'group' });
    await ann.call('dialogs.send', { dialog_id: ID, text: 'Old' });
    t.clock.advance(5 * 86_400);
    await ann.call('dialogs.send', { dialog_id: ID, text: 'New' });
    expect(await ann.call('dialogs.list', {})).toMatchObject([{ Fire: 2 }]);
    t.clock.advance(3 * 86_400);
    expect(await ann.call('dialogs.list', {})).toMatchObject([{ Fire: 1 }]);
  });
});

describe('editing a dialog', () => {
  test('is for its admins and keeps fields left out', async () => {
    const t = await testService();
    const [ann, bob, carl] = await t.people('Ann', 'Bob', 'Carl');
    const { ID } = await ann.call('dialogs.create', { name: 'Garden', description: 'Beds', type: 'group' });
    for (const one of [bob, carl]) await ann.call('dialogs.join', { dialog_id: ID, user_id: one.id });
    await ann.call('dialogs.setRole', { dialog_id: ID, user_id: bob.id, role: 'admin' });
    await bob.call('dialogs.update', { dialog_id: ID, name: 'Orchard', topic: 10, link: '@Orchard' });
    expect((await carl.refused('dialogs.update', { dialog_id: ID, name: 'Mine' })).code).toBe(
      'access_denied',
    );
    expect(await carl.call('dialogs.get', { dialog_id: ID })).toMatchObject({
      Name: 'Orchard',
      Description: 'Beds',
      Topic: 10,
      Link: 'orchard',
    });
  });

  test('stores the line breaks of a description', async () => {
    const t = await testService();
    const [ann] = await t.people('Ann');
    const { ID } = await ann.call('dialogs.create', {
      name: 'Garden',
      type: 'channel',
      description: 'Beds\r\nBees\n',
    });
    expect(await ann.call('dialogs.get', { dialog_id: ID })).toMatchObject({ Description: 'Beds\nBees' });
    await ann.call('dialogs.update', { dialog_id: ID, description: 'Bees\n\nBeds' });
    expect(await ann.call('dialogs.get', { dialog_id: ID })).toMatchObject({ Description: 'Bees\n\nBeds' });
    const hidden = await ann.refused('dialogs.update', { dialog_id: ID, description: 'Beds\u202e' });
    expect(hidden.fields).toHaveProperty('description');
  });

  test('gives a tag to one dialog only', async () => {
    const t = await testService();
    const [ann] = await t.people('Ann');
    const one = await ann.call('dialogs.create', { name: 'One', type: 'group' });
    const two = await ann.call('dialogs.create', { name: 'Two', type: 'group' });
    await ann.call('dialogs.update', { dialog_id: one.ID, link: 'place' });
    await ann.call('dialogs.update', { dialog_id: one.ID, link: 'PLACE' });
    expect(await ann.refused('dialogs.update', { dialog_id: two.ID, link: 'Place' })).toMatchObject({
      code: 'conflict',
      fields: { link: 'is taken' },
    });
    await ann.call('dialogs.update', { dialog_id: one.ID, link: '' });
    await ann.call('dialogs.update', { dialog_id: two.ID, link: 'place' });
  });

  test('hides a dialog from strangers once it is private', async () => {
    const t = await testService();
    const [ann, bob] = await t.people('Ann', 'Bob');
    const { ID } = await ann.call('dialogs.create', { name: 'Garden', type: 'group' });
    expect(await bob.call('dialogs.get', { dialog_id: ID })).toMatchObject({ Member: false, Role: '' });
    await ann.call('dialogs.update', { dialog_id: ID, private: true });
    expect((await bob.refused('dialogs.get', { dialog_id: ID })).code).toBe('not_found');
    expect(await bob.call('dialogs.find', { mask: 'garden' })).toEqual([]);
  });

  test('hides last message and members of a public group from strangers', async () => {
    const t = await testService();
    const [ann, bob] = await t.people('Ann', 'Bob');
    const { ID } = await ann.call('dialogs.create', { name: 'Garden', type: 'group' });
    await ann.call('dialogs.send', { dialog_id: ID, text: 'Among us' });
    expect(await bob.call('dialogs.get', { dialog_id: ID })).toMatchObject({ LastMessage: null, Unread: 0 });
    expect((await bob.refused('dialogs.members', { dialog_id: ID })).code).toBe('access_denied');
    expect((await bob.refused('dialogs.messages', { dialog_id: ID })).code).toBe('access_denied');
  });
});

describe('deleting a dialog', () => {
  test('is for its owner and takes effect for everyone at once', async () => {
    const t = await testService();
    const [ann, bob] = await t.people('Ann', 'Bob');
    const { ID } = await ann.call('dialogs.create', { name: 'Garden', type: 'group' });
    await ann.call('dialogs.join', { dialog_id: ID, user_id: bob.id });
    await ann.call('dialogs.setRole', { dialog_id: ID, user_id: bob.id, role: 'admin' });
    const said = await bob.call('dialogs.send', { dialog_id: ID, text: 'A rose' });
    const invite = await ann.call('dialogs.createInvite', { dialog_id: ID });
    expect((await bob.refused('dialogs.remove', { dialog_id: ID })).code).toBe('access_denied');
    await ann.call('dialogs.remove', { dialog_id: ID });
    for (const one of [ann, bob]) {
      expect(await one.call('dialogs.list', {})).toEqual([]);
      expect((await one.refused('dialogs.get', { dialog_id: ID })).code).toBe('not_found');
      expect((await one.refused('dialogs.message', { message_id: said.ID })).code).toBe('not_found');
      expect((await one.refused('dialogs.join', { dialog_id: ID, user_id: '@me' })).code).toBe('not_found');
      expect(await one.call('dialogs.searchMessages', { mask: 'rose' })).toEqual([]);
      expect(await one.call('dialogs.find', {})).toEqual([]);
    }
    expect((await t.refusedOpen('dialogs.invitePreview', { code: invite.Code })).code).toBe('not_found');
  });
});

describe('own settings of a dialog', () => {
  test('toggle without a value and set with one, for oneself only', async () => {
    const t = await testService();
    const [ann, bob] = await t.people('Ann', 'Bob');
    const { ID } = await ann.call('dialogs.create', { name: 'Garden', type: 'group' });
    await ann.call('dialogs.join', { dialog_id: ID, user_id: bob.id });
    expect(await ann.call('dialogs.mute', { dialog_id: ID })).toEqual({ ok: true, mute: true });
    expect(await ann.call('dialogs.mute', { dialog_id: ID, value: true })).toEqual({ ok: true, mute: true });
    expect(await ann.call('dialogs.mute', { dialog_id: ID })).toEqual({ ok: true, mute: false });
    await ann.call('dialogs.mute', { dialog_id: ID, value: '1' });
    await ann.call('dialogs.pin', { dialog_id: ID });
    await ann.call('dialogs.pin', { dialog_id: ID, value: true });
    expect(await ann.call('dialogs.get', { dialog_id: ID })).toMatchObject({ Mute: true, Pinned: true });
    expect(await bob.call('dialogs.get', { dialog_id: ID })).toMatchObject({ Mute: false, Pinned: false });
    await ann.call('dialogs.pin', { dialog_id: ID });
    expect(await ann.call('dialogs.get', { dialog_id: ID })).toMatchObject({ Pinned: false });
  });

  test('end a mute by themselves at the chosen time', async () => {
    const t = await testService();
    const [ann, bob] = await t.people('Ann', 'Bob');
    const { ID: dialog_id } = await ann.call('dialogs.createPrivate', { user_id: bob.id });
    await bob.call('dialogs.send', { dialog_id, text: 'Hello' });
    const until = t.clock.seconds + 3600;
    const line = await ann.listen();
    expect(await ann.call('dialogs.mute', { dialog_id, until })).toEqual({ ok: true, mute: true });
    expect(await line.take()).toMatchObject([{ Type: 'dialog', Dialog: { Mute: true, MuteUntil: until } }]);
    expect(await ann.call('people.me', {})).toMatchObject({ NewMessages: 0 });
    t.clock.advance(3600);
    const after = await ann.call('dialogs.get', { dialog_id });
    expect(after.Mute).toBe(false);
    expect(after).not.toHaveProperty('MuteUntil');
    expect(await ann.call('people.me', {})).toMatchObject({ NewMessages: 1 });
    expect(await ann.call('dialogs.mute', { dialog_id })).toEqual({ ok: true, mute: true });
    expect(await ann.call('dialogs.get', { dialog_id })).not.toHaveProperty('MuteUntil');
    // A mute that waited in an outbox until it was over.
    expect(await ann.call('dialogs.mute', { dialog_id, value: true, until })).toEqual({
      ok: true,
      mute: false,
    });
  });
});

describe('searching dialogs', () => {
  test('finds public groups and channels by words, kind, topic and order', async () => {
    const t = await testService();
    const [ann, bob] = await t.people('Ann', 'Bob');
    const make = (name: string, rest: object = {}) =>
      ann.call('dialogs.create', { name, type: 'group', ...rest });
    await make('Rose garden', { topic: 2 });
    await make('Garden news', { type: 'channel' });
    await make('Secret garden', { private: true });
    const bees = await make('Bees', { description: 'In the garden' });
    await bob.call('dialogs.join', { dialog_id: bees.ID, user_id: '@me' });
    await bob.call('dialogs.createPrivate', { user_id: ann.id });
    const found = async (input: object) =>
      (await bob.call('dialogs.find', input)).map((dialog) => dialog.Name);
    expect((await found({ mask: 'garden' })).sort()).toEqual(['Bees', 'Garden news', 'Rose garden']);
    expect(await found({ mask: 'gard', sort: 2 })).toEqual(['Bees', 'Garden news', 'Rose garden']);
    expect((await found({ mask: 'garden', sort: 1 }))[0]).toBe('Bees');
    expect(await found({ mask: 'garden', type: 2 })).toEqual(['Garden news']);
    expect(await found({ mask: 'garden', topic: 2 })).toEqual(['Rose garden']);
    expect(await found({ sort: 2 })).toEqual(['Bees', 'Garden news', 'Rose garden']);
    expect(await found({ sort: 1, limit: 1 })).toEqual(['Bees']);
    expect(await found({ sort: 1, limit: 1, page: 3 })).toEqual([]);
    expect(await found({ mask: '"' })).toEqual([]);
  });

  test('finds by country, which its owner sets when creating it and later', async () => {
    const t = await testService();
    const [ann, bob] = await t.people('Ann', 'Bob');
    const { ID: dialog_id } = await ann.call('dialogs.create', {
      name: 'Garden',
      type: 'group',
      country: 228,
    });
    await ann.call('dialogs.create', { name: 'Yard', type: 'group' });
    const found = async (input: object) =>
      (await bob.call('dialogs.find', input)).map((dialog) => dialog.Name);
    expect(await found({ country: 228 })).toEqual(['Garden']);
    expect(await found({ country: 228, mask: 'gar', sort: 1 })).toEqual(['Garden']);
    await ann.call('dialogs.update', { dialog_id, country: 1, topic: 3 });
    expect(await found({ country: 228 })).toEqual([]);
    expect(await found({ country: 1, topic: 3, sort: 2 })).toEqual(['Garden']);
    expect((await ann.refused('dialogs.update', { dialog_id, country: 900 })).fields).toHaveProperty(
      'country',
    );
    const unknown = { name: 'No', type: 'group', country: 900 } as const;
    expect((await ann.refused('dialogs.create', unknown)).fields).toHaveProperty('country');
    expect((await bob.refused('dialogs.update', { dialog_id, country: 1 })).code).toBe('access_denied');
  });

  test('sorts alphabetically in any script and case', async () => {
    const t = await testService();
    const [ann] = await t.people('Ann');
    const names = ['apples', 'Bees', 'абрикоси', 'Ґанок', 'дім', 'Іриси', 'Яблуні'];
    for (const name of names.toReversed()) await ann.call('dialogs.create', { name, type: 'group' });
    const found = await ann.call('dialogs.find', { sort: 2 });
    expect(found.map((dialog) => dialog.Name)).toEqual(names);
  });

  test('follows a rename', async () => {
    const t = await testService();
    const [ann] = await t.people('Ann');
    const { ID } = await ann.call('dialogs.create', { name: 'Garden', type: 'group' });
    await ann.call('dialogs.update', { dialog_id: ID, name: 'Orchard' });
    expect(await ann.call('dialogs.find', { mask: 'garden' })).toEqual([]);
    expect(await ann.call('dialogs.find', { mask: 'orchard' })).toHaveLength(1);
  });
});
