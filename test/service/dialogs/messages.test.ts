import { beforeEach, describe, expect, test } from 'vitest';
import { endpointOf, type Input } from '../../../shared/contract';
import { testService, type TestPerson, type TestService } from '../../support/service';

/** Ann owns a group in which Bob is a member; Carl is a stranger to it. */
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

describe('a message', () => {
  test('is the same record in the answer, the event and a later read', async () => {
    const line = await bob.listen();
    const sent = await ann.call('dialogs.send', { dialog_id, text: ' Hello\n  *there* ' });
    expect(endpointOf('dialogs.send').output.parse(sent)).toEqual(sent);
    expect(sent).toMatchObject({
      Author: { ID: ann.id },
      Dialog: { ID: dialog_id, Type: 'group', Name: 'Yard', Avatar: 0 },
      Type: 'message',
      Text: ' Hello\n  *there* ',
      ReplyTo: null,
      Timestamp: t.clock.seconds,
      EditTimestamp: 0,
      Read: false,
      Reactions: [],
    });
    const [heard] = (await line.take()).filter((event) => event.Type === 'message');
    const [read] = await bob.call('dialogs.messages', { dialog_id });
    expect(heard?.Message).toEqual(read);
    expect(await ann.call('dialogs.message', { message_id: sent.ID })).toEqual(sent);
    expect((await ann.call('dialogs.messages', { dialog_id }))[0]).toEqual(sent);
  });

  test.each([
    ['of 4,096 characters', '😀'.repeat(4096), true],
    ['of one more', `${'😀'.repeat(4096)}!`, false],
    ['of nothing', '', false],
    ['of white space', ' \n\t\u00a0\u3000', false],
    ['of what cannot be seen', '\u200b\u200d\ufeff\u202e', false],
    ['of fillers and controls', '\u3164\u2800\u0007\ufe0f\u034f', false],
    ['with U+0000', 'a\0b', false],
    ['with half a character', 'a\ud83d', false],
    ['with directions and joiners among letters', '\u202eabc\u200d', true],
  ])('%s is stored completely or rejected', async (_what, text, isTaken) => {
    const before = await ann.call('dialogs.messages', { dialog_id });
    if (isTaken) {
      expect(await ann.call('dialogs.send', { dialog_id, text })).toMatchObject({ Text: text });
    } else {
      const error = await ann.refused('dialogs.send', { dialog_id, text });
      expect([error.code, Object.keys(error.fields ?? {})]).toEqual(['validation_error', ['text']]);
      expect(await ann.call('dialogs.messages', { dialog_id })).toEqual(before);
    }
  });

  test.each([
    ['photos_list.0', { text: 'See', photos_list: [7] }],
    ['attachments.0.Item', { text: 'Hear', attachments: [{ Type: 'track', Item: 7 }] }],
    ['repost', { text: 'Read', repost: 7 }],
    ['replyTo', { text: 'Yes', replyTo: 7 }],
    ['text', {}],
    ['dialog_id', { text: 'Where', dialog_id: -1 }],
  ])('rejects unknown references, naming the field: %s', async (field, input) => {
    const error = await ann.refused('dialogs.send', { dialog_id, ...input });
    expect([error.code, Object.keys(error.fields ?? {})]).toEqual(['validation_error', [field]]);
  });

  test('accepts empty lists, nulls and unknown keys beside its text', async () => {
    const other = { photos_list: [], attachments: [], replyTo: null, repost: 0, edit: 0, silent: true };
    const input = { dialog_id, text: 'Hi', ...other } as unknown as Input<'dialogs.send'>;
    expect(await ann.call('dialogs.send', input)).toMatchObject({ Text: 'Hi', ReplyTo: null });
  });

  test('shows its nonce to its author only', async () => {
    const lines = [await ann.listen(), await bob.listen()];
    const sent = await ann.call('dialogs.send', { dialog_id, text: 'Hi', nonce: 'mine-1' });
    expect(sent.Nonce).toBe('mine-1');
    const heard = await Promise.all(lines.map((line) => line.take()));
    const nonces = heard.flat().flatMap((event) => (event.Type === 'message' ? [event.Message.Nonce] : []));
    expect(nonces).toEqual(['mine-1', undefined]);
    expect((await bob.call('dialogs.messages', { dialog_id }))[0]).not.toHaveProperty('Nonce');
  });
});

describe('a reply', () => {
  test('includes the current form of the message it answers, one level deep', async () => {
    const first = await ann.call('dialogs.send', { dialog_id, text: 'First' });
    const second = await bob.call('dialogs.send', { dialog_id, text: 'Second', replyTo: first.ID });
    const third = await ann.call('dialogs.send', { dialog_id, text: 'Third', replyTo: second.ID });
    expect(third.ReplyTo).toMatchObject({ ID: second.ID, Author: { ID: bob.id }, ReplyTo: null });
    await bob.call('dialogs.react', { message_id: first.ID, emoji: '👍' });
    const now = await ann.call('dialogs.editMessage', { message_id: first.ID, text: 'First of all' });
    const read = await ann.call('dialogs.message', { message_id: second.ID });
    expect(read.ReplyTo).toEqual(now);
    expect(read.ReplyTo).toMatchObject({ Reactions: [{ Emoji: '👍', Count: 1 }] });
  });

  test('survives the deletion of the message it answers', async () => {
    const first = await ann.call('dialogs.send', { dialog_id, text: 'First' });
    const second = await bob.call('dialogs.send', { dialog_id, text: 'Second', replyTo: first.ID });
    await ann.call('dialogs.deleteMessage', { message_id: first.ID });
    expect(await ann.call('dialogs.message', { message_id: second.ID })).toMatchObject({ ReplyTo: null });
    const error = await bob.refused('dialogs.send', { dialog_id, text: 'Third', replyTo: first.ID });
    expect(error.fields).toHaveProperty('replyTo');
  });

  test('must be to a message of the same dialog', async () => {
    const there = await dialog('channel');
    const { ID } = await ann.call('dialogs.send', { dialog_id: there, text: 'Hello' });
    const error = await ann.refused('dialogs.send', { dialog_id, text: 'Hi', replyTo: ID });
    expect(error.fields).toHaveProperty('replyTo');
  });
});

describe('an edit', () => {
  test('is for the author, through either route, and records its time', async () => {
    const { ID, Timestamp } = await ann.call('dialogs.send', { dialog_id, text: 'Helo' });
    t.clock.advance(60);
    const once = await ann.call('dialogs.editMessage', { message_id: ID, text: 'Hello' });
    expect(once).toMatchObject({ ID, Text: 'Hello', Timestamp, EditTimestamp: t.clock.seconds });
    const twice = await ann.call('dialogs.send', { dialog_id, edit: ID, text: 'Hello!' });
    expect(twice).toMatchObject({ ID, Text: 'Hello!' });
    expect(await bob.call('dialogs.messages', { dialog_id, limit: 2 })).toMatchObject([
      { Text: 'Hello!' },
      { Type: 'join' },
    ]);
    for (const person of [bob, carl]) {
      const code = person === bob ? 'access_denied' : 'not_found';
      const input = { message_id: ID, text: 'Mine' };
      expect(await person.refused('dialogs.editMessage', input)).toMatchObject({ code });
    }
    const other = await dialog('group');
    const error = await ann.refused('dialogs.send', { dialog_id: other, edit: ID, text: 'Moved' });
    expect(error.fields).toHaveProperty('edit');
  });

  test.each([{}, { text: 'Same' }, { photos_list: [] }, { text: null }])(
    'without changes leaves no trace: %j',
    async (change) => {
      const sent = await ann.call('dialogs.send', { dialog_id, text: 'Same' });
      const line = await bob.listen();
      t.clock.advance(60);
      const input = { message_id: sent.ID, ...change } as Input<'dialogs.editMessage'>;
      expect(await ann.call('dialogs.editMessage', input)).toEqual(sent);
      expect(await line.take()).toEqual([]);
    },
  );

  test('without changes returns the message to everyone who may read it', async () => {
    const { ID } = await ann.call('dialogs.send', { dialog_id, text: 'Hello' });
    const line = await bob.listen();
    expect(await bob.call('dialogs.editMessage', { message_id: ID })).toEqual(
      await bob.call('dialogs.message', { message_id: ID }),
    );
    expect((await carl.refused('dialogs.editMessage', { message_id: ID })).code).toBe('not_found');
    expect(await line.take()).toEqual([]);
    const own = { dialog_id, edit: ID };
    expect((await bob.refused('dialogs.send', own)).code).toBe('access_denied');
  });

  test('to nothing, or of a service message, is rejected', async () => {
    const { ID } = await ann.call('dialogs.send', { dialog_id, text: 'Hello' });
    expect((await ann.refused('dialogs.editMessage', { message_id: ID, text: ' ' })).fields).toHaveProperty(
      'text',
    );
    const [, join] = await bob.call('dialogs.messages', { dialog_id });
    const input = { message_id: join?.ID, text: 'I came' };
    expect(await bob.refused('dialogs.editMessage', input)).toMatchObject({ code: 'access_denied' });
  });
});

describe('a deletion', () => {
  test('is for the author and dialog admins, once', async () => {
    const texts = ['by Bob', 'by Ann', 'also by Bob'];
    const ids: number[] = [];
    for (const text of texts) {
      const author = text.endsWith('Bob') ? bob : ann;
      ids.push((await author.call('dialogs.send', { dialog_id, text })).ID);
    }
    const [ofBob = 0, ofAnn = 0, alsoOfBob = 0] = ids;
    const refused = async (person: TestPerson, message_id: number) =>
      (await person.refused('dialogs.deleteMessage', { message_id })).code;
    expect(await refused(bob, ofAnn)).toBe('access_denied');
    expect(await refused(carl, ofAnn)).toBe('not_found');
    await bob.call('dialogs.deleteMessage', { message_id: ofBob });
    await ann.call('dialogs.deleteMessage', { message_id: alsoOfBob });
    expect(await refused(bob, ofBob)).toBe('not_found');
    expect(await bob.refused('dialogs.message', { message_id: ofBob })).toMatchObject({ code: 'not_found' });
    expect(await bob.call('dialogs.messages', { dialog_id })).toMatchObject([
      { ID: ofAnn },
      { Type: 'join' },
    ]);
  });

  test("of the other person's message is refused in a private dialog", async () => {
    const { ID } = await ann.call('dialogs.createPrivate', { user_id: bob.id });
    const sent = await ann.call('dialogs.send', { dialog_id: ID, text: 'Between us' });
    const error = await bob.refused('dialogs.deleteMessage', { message_id: sent.ID });
    expect(error.code).toBe('access_denied');
  });

  test('wins over a concurrent edit', async () => {
    for (const isEditFirst of [true, false]) {
      const { ID: message_id } = await ann.call('dialogs.send', { dialog_id, text: 'Hello' });
      const edit = () => ann.call('dialogs.editMessage', { message_id, text: 'Changed' });
      const remove = () => ann.call('dialogs.deleteMessage', { message_id });
      const acts = isEditFirst ? [edit(), remove()] : [remove(), edit()];
      const [one, other] = await Promise.allSettled(acts);
      const [edited, removed] = isEditFirst ? [one, other] : [other, one];
      expect(removed?.status).toBe('fulfilled');
      if (edited?.status === 'rejected') expect(edited.reason).toMatchObject({ code: 'not_found' });
      expect(await ann.refused('dialogs.message', { message_id })).toMatchObject({ code: 'not_found' });
      for (const mask of ['hello', 'changed']) {
        expect(await ann.call('dialogs.searchMessages', { mask })).toEqual([]);
      }
    }
  });
});

describe('permissions to write and read', () => {
  test.each([
    ['a group', 'group', false, 'access_denied'],
    ['a private group', 'group', true, 'not_found'],
    ['a channel', 'channel', false, 'access_denied'],
    ['a private channel', 'channel', true, 'not_found'],
  ] as const)('%s is for its members', async (_what, type, isPrivate, code) => {
    const id = await dialog(type, isPrivate);
    const { ID } = await ann.call('dialogs.send', { dialog_id: id, text: 'Hello' });
    expect(await carl.refused('dialogs.messages', { dialog_id: id })).toMatchObject({ code });
    expect(await carl.refused('dialogs.send', { dialog_id: id, text: 'Hi' })).toMatchObject({ code });
    expect(await carl.refused('dialogs.read', { dialog_id: id, message: ID })).toMatchObject({ code });
    expect(await carl.refused('dialogs.shared', { dialog_id: id, kind: 'links' })).toMatchObject({ code });
    expect(await carl.refused('dialogs.message', { message_id: ID })).toMatchObject({ code: 'not_found' });
    expect(await bob.call('dialogs.messages', { dialog_id: id, limit: 1 })).toMatchObject([{ ID }]);
    const written = bob.call('dialogs.send', { dialog_id: id, text: 'Hi' });
    if (type === 'group') await written;
    else await expect(written).rejects.toMatchObject({ code: 'access_denied' });
  });

  test('answer not_found to a third person in a private dialog', async () => {
    const { ID } = await ann.call('dialogs.createPrivate', { user_id: bob.id });
    const { ID: message_id } = await ann.call('dialogs.send', { dialog_id: ID, text: 'Between us' });
    const refusals = [
      await carl.refused('dialogs.get', { dialog_id: ID }),
      await carl.refused('dialogs.messages', { dialog_id: ID }),
      await carl.refused('dialogs.send', { dialog_id: ID, text: 'Hi' }),
      await carl.refused('dialogs.join', { dialog_id: ID, user_id: '@me' }),
      await carl.refused('dialogs.message', { message_id }),
      await carl.refused('dialogs.react', { message_id, emoji: '👍' }),
      await carl.refused('dialogs.searchMessages', { mask: 'us', dialog: ID }),
      await carl.refused('people.reportItem', { Type: 'message', Item: message_id, reason: 'Bad' }),
    ];
    const unknown = await carl.refused('dialogs.get', { dialog_id: 12345 });
    for (const refusal of refusals) expect(refusal.toBody()).toEqual(unknown.toBody());
  });
});

/** A dialog of Ann's with Bob in it. */
async function dialog(type: 'group' | 'channel', isPrivate = false): Promise<number> {
  const { ID } = await ann.call('dialogs.create', { name: 'Yard', type, private: isPrivate });
  await ann.call('dialogs.join', { dialog_id: ID, user_id: bob.id });
  return ID;
}
