import { beforeEach, describe, expect, test } from 'vitest';
import type { Input } from '../../../shared/contract';
import { testService, type TestPerson, type TestService } from '../../support/service';

/** Ann and Bob share a group; Carl is a stranger to it. */
let t: TestService;
let ann: TestPerson;
let bob: TestPerson;
let carl: TestPerson;
let dialog_id: number;

beforeEach(async () => {
  t = await testService();
  [ann, bob, carl] = await t.people('Ann', 'Bob', 'Carl');
  dialog_id = await dialog('group');
});

describe('message search', () => {
  test.each([
    ['Grüße aus Köln', ['grusse', 'GRÜßE', 'koln', 'aus gr']],
    ["Зустрінемось біля кав'ярні", ['кавярні', 'кавʼярні', 'БІЛЯ', 'зустр']],
    ['Ёжик и ёлка', ['ёжик', 'ЁЛК']],
    ['今日は東京タワーに行く', ['東京', '京タ', '行', 'タワー']],
    ['ประชุมพรุ่งนี้', ['พรุ่งนี้', 'ประชุม']],
    ['🌹 for you', ['🌹', 'you 🌹']],
    ['v2.0-beta at https://example.org/Path', ['v2', '0 beta', 'example.org/path']],
    ['ﬁnal answer Ⅳ', ['final', 'iv']],
  ])('finds the words of %j in any spelling', async (text, masks) => {
    const { ID } = await ann.call('dialogs.send', { dialog_id, text });
    for (const mask of masks) {
      expect([mask, await found(bob, { mask })]).toEqual([mask, [ID]]);
    }
  });

  test.each(['й', 'і', 'Київ'])('does not confuse letters: %s', async (mask) => {
    await ann.call('dialogs.send', { dialog_id, text: 'и i Киів Kyiv' });
    expect(await found(bob, { mask })).toEqual([]);
  });

  test('needs all words, in any order, each as a prefix', async () => {
    const [both] = await say(ann, 'Bread and butter', 'Bread', 'Butter', 'Sweetbread and buttermilk');
    expect(await found(bob, { mask: 'butter bread' })).toEqual([both]);
    expect(await found(bob, { mask: 'but br and' })).toEqual([both]);
    expect(await found(bob, { mask: 'read' })).toEqual([]);
  });

  test('treats operators as plain text', async () => {
    const [one] = await say(ann, 'text OR dialog NOT "near" (bread)*');
    for (const mask of ['text OR', 'NOT near', '"near"', 'bread)*', '(bread', 'dialog:', '-text', "text'"]) {
      expect([mask, await found(bob, { mask })]).toEqual([mask, [one]]);
    }
    for (const mask of [
      'bread OR milk',
      'text:milk',
      'NEAR(text milk)',
      '"',
      '***',
      `d${dialog_id.toString(36)}`,
    ]) {
      expect([mask, await found(bob, { mask })]).toEqual([mask, []]);
    }
  });

  test('sorts newest first, in pages, in all dialogs or one', async () => {
    const other = await dialog('channel');
    const ids: number[] = [];
    for (let index = 0; index < 6; index++) {
      const input = { dialog_id: index % 2 ? other : dialog_id, text: `Bread ${index}` };
      ids.unshift((await ann.call('dialogs.send', input)).ID);
    }
    expect(await found(bob, { mask: 'bread' })).toEqual(ids);
    expect(await found(bob, { mask: 'bread', limit: 2 })).toEqual(ids.slice(0, 2));
    expect(await found(bob, { mask: 'bread', limit: 2, last_id: ids[1] })).toEqual(ids.slice(2, 4));
    expect(await found(bob, { mask: 'bread', last_id: ids[5] })).toEqual([]);
    expect(await found(bob, { mask: 'bread', dialog: other })).toEqual([ids[0], ids[2], ids[4]]);
  });

  test('finds rare and common words alike', async () => {
    const [rare, both] = await say(ann, 'Breathe', 'breathe at breakfast');
    const usual = await say(ann, ...Array.from({ length: 160 }, (_, index) => `Breakfast at ${index}`));
    const newest = usual.toReversed();
    expect(await found(bob, { mask: 'breat' })).toEqual([both, rare]);
    expect(await found(bob, { mask: 'breakf' })).toEqual(newest.slice(0, 20));
    expect(await found(bob, { mask: 'breakf', last_id: newest[158] ?? 0 })).toEqual([newest[159], both]);
    expect(await found(bob, { mask: 'breakf at', limit: 100 })).toEqual(newest.slice(0, 100));
    expect(await found(bob, { mask: 'breakfast breathe' })).toEqual([both]);
  });

  test('finds a prefix of more words than a search can name', async () => {
    const words = Array.from({ length: 120 }, (_, index) => `bread${index}`);
    const ids = await say(ann, ...words.map((word) => `${word} and butter`));
    expect(await found(bob, { mask: 'bread', limit: 100 })).toEqual(ids.toReversed().slice(0, 100));
    expect(await found(bob, { mask: 'bread119 butt' })).toEqual([ids[119]]);
    expect(await found(bob, { mask: 'breadth' })).toEqual([]);
  });

  test('finds what many messages of other dialogs match too', async () => {
    const other = await dialog('channel');
    const [first, second] = await say(ann, 'Bread', 'Bread again');
    for (let index = 0; index < 520; index++) {
      t.clock.advance(1);
      await ann.call('dialogs.send', { dialog_id: other, text: 'Bread' });
    }
    const [third] = await say(ann, 'Bread once more');
    expect(await found(bob, { mask: 'brea', dialog: dialog_id })).toEqual([third, second, first]);
    expect(await found(bob, { mask: 'brea', dialog: dialog_id, limit: 2 })).toEqual([third, second]);
    expect(await found(bob, { mask: 'brea agai', dialog: dialog_id })).toEqual([second]);
  });

  test('follows edits and deletions', async () => {
    const [message_id = 0] = await say(ann, 'Bread');
    await ann.call('dialogs.editMessage', { message_id, text: 'Butter' });
    expect(await found(bob, { mask: 'bread' })).toEqual([]);
    expect(await found(bob, { mask: 'butter' })).toEqual([message_id]);
    await ann.call('dialogs.deleteMessage', { message_id });
    expect(await found(bob, { mask: 'butter' })).toEqual([]);
  });

  test('returns the same records as the dialog', async () => {
    await say(ann, 'Bread');
    const [shown] = await bob.call('dialogs.messages', { dialog_id });
    expect(await bob.call('dialogs.searchMessages', { mask: 'bread' })).toEqual([shown]);
  });
});

describe('message search is limited to', () => {
  test('members, while they are members', async () => {
    const { ID: secret } = await ann.call('dialogs.create', { name: 'Us', type: 'group', private: true });
    await ann.call('dialogs.send', { dialog_id: secret, text: 'Bread' });
    await say(ann, 'Bread');
    expect(await found(carl, { mask: 'bread' })).toEqual([]);
    expect(await carl.refused('dialogs.searchMessages', { mask: 'bread', dialog: dialog_id })).toMatchObject({
      code: 'access_denied',
    });
    expect(await carl.refused('dialogs.searchMessages', { mask: 'bread', dialog: secret })).toMatchObject({
      code: 'not_found',
    });
    await ann.call('dialogs.join', { dialog_id: secret, user_id: carl.id });
    expect(await found(carl, { mask: 'bread' })).toHaveLength(1);
    await ann.call('dialogs.leave', { dialog_id: secret, user_id: carl.id });
    expect(await found(carl, { mask: 'bread' })).toEqual([]);
    expect(await found(ann, { mask: 'bread' })).toHaveLength(2);
    await ann.call('dialogs.remove', { dialog_id: secret });
    expect(await found(ann, { mask: 'bread' })).toHaveLength(1);
  });

  test('the two people of a private dialog, even for the owner', async () => {
    const { ID } = await bob.call('dialogs.createPrivate', { user_id: carl.id });
    await bob.call('dialogs.send', { dialog_id: ID, text: 'Bread' });
    for (const [viewer, many] of [
      [ann, 0],
      [bob, 1],
      [carl, 1],
    ] as const) {
      expect(await found(viewer, { mask: 'bread' })).toHaveLength(many);
    }
    const error = await ann.refused('dialogs.searchMessages', { mask: 'bread', dialog: ID });
    expect(error).toMatchObject({ code: 'not_found' });
  });

  test("strangers' view of each other after a block", async () => {
    const { ID } = await ann.call('dialogs.createPrivate', { user_id: bob.id });
    await bob.call('dialogs.send', { dialog_id: ID, text: 'Bread' });
    await bob.call('account.updateProfile', { viewAvatarState: 1 });
    await bob.call('people.block', { user: ann.id });
    const [message] = await ann.call('dialogs.searchMessages', { mask: 'bread' });
    expect(message?.Author).toMatchObject({
      Name: 'Bob',
      RelationshipState: 'strangers',
      Online: { Online: false, LastBeen: 0, Degree: 'hidden' },
    });
  });

  test('people who are not banned', async () => {
    await say(bob, 'Bread');
    await ann.call('admin.ban', { user_id: bob.id, reason: 'Rude' });
    const refused = await bob.refused('dialogs.searchMessages', { mask: 'bread' });
    expect(['auth_failed', 'access_denied']).toContain(refused.code);
    expect(await ann.call('dialogs.searchMessages', { mask: 'bread' })).toMatchObject([
      { Author: { ID: bob.id, Ban: 1 } },
    ]);
  });

  test('non-empty queries', async () => {
    for (const mask of ['', ' ', '\u200b', 'a'.repeat(201), 'a\0']) {
      expect((await bob.refused('dialogs.searchMessages', { mask })).fields).toHaveProperty('mask');
    }
  });
});

describe('dialog search', () => {
  test('matches the current name, description and tag of existing public dialogs', async () => {
    const names = async (mask: string) =>
      (await carl.call('dialogs.find', { mask })).map((one) => [one.ID, one.Member, one.LastMessage]);
    await say(ann, 'Bread');
    await ann.call('dialogs.update', { dialog_id, link: 'our.yard', description: 'Кавʼярня' });
    for (const mask of ['yard', 'our.yard', "кав'яр"]) {
      expect(await names(mask)).toEqual([[dialog_id, false, null]]);
    }
    expect(await names('bread')).toEqual([]);
    await ann.call('dialogs.update', { dialog_id, private: true });
    expect(await names('yard')).toEqual([]);
    expect(await bob.call('dialogs.find', { mask: 'yard' })).toEqual([]);
    await ann.call('dialogs.update', { dialog_id, private: false });
    expect(await names('yard')).toHaveLength(1);
    await ann.call('dialogs.remove', { dialog_id });
    expect(await names('yard')).toEqual([]);
  });

  test('sorts alphabetically in any case and script', async () => {
    for (const name of ['сад', 'Їжаки', 'apples', 'Ґанок', 'Bees', 'гай', 'Індики']) {
      await ann.call('dialogs.create', { name, type: 'group' });
    }
    const found = await carl.call('dialogs.find', { sort: 2 });
    expect(found.map((one) => one.Name)).toEqual([
      'apples',
      'Bees',
      'Yard',
      'гай',
      'Ґанок',
      'Індики',
      'Їжаки',
      'сад',
    ]);
  });
});

/** A dialog of Ann's with Bob in it. */
async function dialog(type: 'group' | 'channel'): Promise<number> {
  const { ID } = await ann.call('dialogs.create', { name: 'Yard', type });
  await bob.call('dialogs.join', { dialog_id: ID, user_id: '@me' });
  return ID;
}

async function say(person: TestPerson, ...texts: string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const text of texts) ids.push((await person.call('dialogs.send', { dialog_id, text })).ID);
  return ids;
}

async function found(person: TestPerson, input: Input<'dialogs.searchMessages'>): Promise<number[]> {
  return (await person.call('dialogs.searchMessages', input)).map((message) => message.ID);
}
