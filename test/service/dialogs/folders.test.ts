import { describe, expect, test } from 'vitest';
import { LIMITS } from '../../../shared/limits';
import { testService } from '../../support/service';

/** Ann and Bob with two groups and their private dialog. */
async function neighbours() {
  const t = await testService();
  const [ann, bob] = await t.people('Ann', 'Bob');
  const dialogs: number[] = [];
  for (const name of ['Garden', 'Street']) {
    const { ID } = await ann.call('dialogs.create', { name, type: 'group' });
    await ann.call('dialogs.join', { dialog_id: ID, user_id: bob.id });
    dialogs.push(ID);
  }
  const [garden = 0, street = 0] = dialogs;
  const { ID: duet } = await ann.call('dialogs.createPrivate', { user_id: bob.id });
  return { t, ann, bob, garden, street, duet };
}

describe('pinned dialogs', () => {
  test('are in the order in which they were pinned, the last on top, and can be moved', async () => {
    const { ann, garden, street, duet } = await neighbours();
    const order = async () =>
      (await ann.call('dialogs.list', {}))
        .filter(({ Pinned }) => Pinned)
        .sort((one, other) => other.PinOrder - one.PinOrder)
        .map(({ ID }) => ID);
    // Within one second.
    for (const dialog_id of [garden, street, duet]) await ann.call('dialogs.pin', { dialog_id });
    expect(await order()).toEqual([duet, street, garden]);
    await ann.call('dialogs.orderPins', { dialogs: [garden, duet] });
    expect(await order()).toEqual([garden, duet, street]);
    await ann.call('dialogs.pin', { dialog_id: street, value: false });
    await ann.call('dialogs.orderPins', { dialogs: [street, duet, garden] });
    expect(await order()).toEqual([duet, garden]);
    await ann.call('dialogs.pin', { dialog_id: street });
    expect(await order()).toEqual([street, duet, garden]);
  });
});

describe('archived dialogs', () => {
  test('are unpinned, and return with a new message from someone else', async () => {
    const { ann, bob, garden: dialog_id } = await neighbours();
    await ann.call('dialogs.pin', { dialog_id });
    await ann.call('dialogs.archive', { dialog_id });
    const archived = { Archived: true, Pinned: false };
    expect(await ann.call('dialogs.get', { dialog_id })).toMatchObject(archived);
    expect(await bob.call('dialogs.get', { dialog_id })).toMatchObject({ Archived: false });
    await ann.call('dialogs.send', { dialog_id, text: 'Mine' });
    expect(await ann.call('dialogs.get', { dialog_id })).toMatchObject(archived);
    const line = await ann.listen();
    await bob.call('dialogs.send', { dialog_id, text: 'News' });
    expect((await line.take()).filter(({ Type }) => Type === 'dialog')).toMatchObject([
      { Dialog: { ID: dialog_id, Archived: false } },
    ]);
    await ann.call('dialogs.archive', { dialog_id });
    await ann.call('dialogs.pin', { dialog_id });
    expect(await ann.call('dialogs.get', { dialog_id })).toMatchObject({ Archived: false, Pinned: true });
  });

  test('stay while they are muted, for as long as the mute lasts', async () => {
    const { t, ann, bob, garden: dialog_id } = await neighbours();
    await ann.call('dialogs.archive', { dialog_id, value: true });
    await ann.call('dialogs.mute', { dialog_id, value: true });
    await bob.call('dialogs.send', { dialog_id, text: 'One' });
    expect(await ann.call('dialogs.get', { dialog_id })).toMatchObject({ Archived: true });
    await ann.call('dialogs.mute', { dialog_id, until: t.clock.seconds + 3600 });
    await bob.call('dialogs.send', { dialog_id, text: 'Two' });
    expect(await ann.call('dialogs.get', { dialog_id })).toMatchObject({ Archived: true });
    t.clock.advance(3600);
    await bob.call('dialogs.send', { dialog_id, text: 'Three' });
    expect(await ann.call('dialogs.get', { dialog_id })).toMatchObject({ Archived: false });
  });

  test('stay when someone joins or leaves', async () => {
    const { ann, bob, garden: dialog_id } = await neighbours();
    await ann.call('dialogs.archive', { dialog_id });
    await bob.call('dialogs.leave', { dialog_id, user_id: '@me' });
    expect(await ann.call('dialogs.get', { dialog_id })).toMatchObject({ Archived: true });
  });
});

describe('folders of dialogs', () => {
  test('are made, changed, ordered and deleted, on all devices of one person', async () => {
    const { ann, bob, garden, street, duet } = await neighbours();
    const devices = [await ann.listen(), await ann.listen()];
    const others = await bob.listen();
    const work = await ann.call('dialogs.createFolder', { name: 'Work', dialogs: [garden, street] });
    expect(work).toMatchObject({ Name: 'Work', Types: [], Dialogs: [garden, street], Position: 0 });
    for (const device of devices) {
      const events = (await device.take()).filter(({ Type }) => Type === 'dialog_folder');
      expect(events).toMatchObject([{ ID: work.ID, Folder: work }]);
    }
    const people = await ann.call('dialogs.createFolder', { name: 'People', types: ['private', 'private'] });
    expect(people).toMatchObject({ Types: ['private'], Position: 1 });
    const folder_id = work.ID;
    await ann.call('dialogs.updateFolder', { folder_id, name: 'Job' });
    await ann.call('dialogs.putInFolder', { folder_id, dialog_id: duet });
    await ann.call('dialogs.takeFromFolder', { folder_id, dialog_id: garden });
    await ann.call('dialogs.orderFolders', { folders: [people.ID] });
    expect(await ann.call('dialogs.folders', {})).toMatchObject([
      { ID: people.ID, Position: 0 },
      { ID: work.ID, Position: 1, Name: 'Job', Dialogs: [street, duet] },
    ]);
    await ann.call('dialogs.removeFolder', { folder_id });
    expect((await devices[0]?.take())?.at(-1)).toMatchObject({ Type: 'dialog_folder', Folder: null });
    expect(await ann.call('dialogs.folders', {})).toHaveLength(1);
    expect(await bob.call('dialogs.folders', {})).toEqual([]);
    expect((await others.take()).map(({ Type }) => Type)).not.toContain('dialog_folder');
  });

  test('no longer contain a dialog that their owner left or that was deleted', async () => {
    const { ann, bob, garden, street } = await neighbours();
    await bob.call('dialogs.createFolder', { name: 'Mine', dialogs: [garden, street] });
    await ann.call('dialogs.createFolder', { name: 'Mine', dialogs: [garden, street] });
    await bob.call('dialogs.leave', { dialog_id: garden, user_id: '@me' });
    expect(await bob.call('dialogs.folders', {})).toMatchObject([{ Dialogs: [street] }]);
    expect(await ann.call('dialogs.folders', {})).toMatchObject([{ Dialogs: [garden, street] }]);
    await ann.call('dialogs.remove', { dialog_id: street });
    expect(await bob.call('dialogs.folders', {})).toMatchObject([{ Dialogs: [] }]);
  });

  test('contain only dialogs of their owner, and are limited in number', async () => {
    const { ann, bob, garden } = await neighbours();
    const { ID: secret } = await bob.call('dialogs.create', { name: 'Secret', type: 'group', private: true });
    const refused = await ann.refused('dialogs.createFolder', { name: 'Mine', dialogs: [garden, secret] });
    expect(refused.code).toBe('not_found');
    for (let count = 0; count < LIMITS.foldersEach; count++) {
      await ann.call('dialogs.createFolder', { name: `Folder ${count}` });
    }
    expect((await ann.refused('dialogs.createFolder', { name: 'More' })).code).toBe('conflict');
  });
});
