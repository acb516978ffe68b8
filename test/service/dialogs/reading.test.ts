import fc from '../../support/inputs/properties';
import { describe, expect, test } from 'vitest';
import { queryData } from '../../support/databases/data-folders';
import { serverUrl } from '../../support/databases/databases';
import { drawActions, Town, type DoneAction } from '../../support/model/random-actions';
import { testService, type TestPerson } from '../../support/service';
import { temporaryFolder } from '../../support/temporary-folder';

describe('unread messages', () => {
  test('are those of others after the read mark, which only moves forward', async () => {
    const { ann, bob, dialog_id } = await group();
    const [first, second, third] = await say(ann, dialog_id, 'One', 'Two', 'Three');
    await say(bob, dialog_id);
    expect(await unread(bob, dialog_id)).toBe(3);
    expect(await unread(ann, dialog_id)).toBe(0);
    await bob.call('dialogs.read', { dialog_id, message: second });
    expect(await unread(bob, dialog_id)).toBe(1);
    await bob.call('dialogs.read', { dialog_id, message: first });
    expect(await unread(bob, dialog_id)).toBe(1);
    const marks = await bob.call('dialogs.messages', { dialog_id, limit: 3 });
    expect(marks.map((message) => [message.ID, message.Read])).toEqual([
      [third, false],
      [second, true],
      [first, true],
    ]);
  });

  test('are none after the person replies', async () => {
    const { ann, bob, dialog_id } = await group();
    const [first] = await say(ann, dialog_id, 'How are you?');
    const lines = [await ann.listen(), await bob.listen()];
    const [answer] = await say(bob, dialog_id, 'Well');
    expect(await unread(bob, dialog_id)).toBe(0);
    expect(await ann.call('dialogs.message', { message_id: first })).toMatchObject({ Read: true });
    for (const line of lines) {
      const heard = (await line.take()).filter((event) => event.Type === 'read');
      expect(heard).toMatchObject([{ Dialog: dialog_id, User: bob.id, Message: answer }]);
    }
    await say(bob, dialog_id, 'And you?');
    expect((await lines[0]?.take())?.map((event) => event.Type)).toEqual(['message']);
  });

  test('stay when the person sends a message without reading the dialog', async () => {
    const { ann, bob, dialog_id } = await group();
    const [first] = await say(ann, dialog_id, 'How are you?');
    await bob.call('dialogs.send', { dialog_id, text: 'Look at this', read: false });
    expect(await unread(bob, dialog_id)).toBe(1);
    expect(await ann.call('dialogs.message', { message_id: first })).toMatchObject({ Read: false });
    await bob.call('dialogs.read', { dialog_id });
    await bob.call('dialogs.send', { dialog_id, text: 'And at this', read: false });
    expect(await unread(bob, dialog_id)).toBe(0);
  });

  test('exclude earlier messages and shrink with deletions', async () => {
    const { t, ann, dialog_id } = await group();
    await say(ann, dialog_id, 'Before');
    const carl = await t.person('Carl');
    await carl.call('dialogs.join', { dialog_id, user_id: '@me' });
    expect(await unread(carl, dialog_id)).toBe(0);
    const [after] = await say(ann, dialog_id, 'After', 'Later');
    expect(await unread(carl, dialog_id)).toBe(2);
    await ann.call('dialogs.deleteMessage', { message_id: after });
    expect(await unread(carl, dialog_id)).toBe(1);
    await ann.call('dialogs.editMessage', { message_id: (await newest(ann, dialog_id)).ID, text: 'Now' });
    expect(await unread(carl, dialog_id)).toBe(1);
  });

  test('are not skipped by a mark beyond the end', async () => {
    const { ann, bob, dialog_id } = await group();
    await bob.call('dialogs.read', { dialog_id, message: Number.MAX_SAFE_INTEGER });
    await say(ann, dialog_id, 'Hello');
    expect(await unread(bob, dialog_id)).toBe(1);
    expect(await newest(ann, dialog_id)).toMatchObject({ Read: false });
  });

  test('add up over unmuted dialogs', async () => {
    const { ann, bob, dialog_id } = await group();
    const { ID: other } = await ann.call('dialogs.createPrivate', { user_id: bob.id });
    await say(ann, dialog_id, 'One', 'Two');
    await say(ann, other, 'Three');
    const news = async () => (await bob.call('people.me', {})).NewMessages;
    expect(await news()).toBe(3);
    await bob.call('dialogs.mute', { dialog_id });
    expect(await news()).toBe(1);
    expect(await unread(bob, dialog_id)).toBe(2);
    await bob.call('dialogs.mute', { dialog_id, value: false });
    await bob.call('dialogs.read', { dialog_id, message: (await newest(bob, dialog_id)).ID });
    expect(await news()).toBe(1);
    await bob.call('dialogs.leave', { dialog_id, user_id: '@me' });
    expect(await news()).toBe(1);
  });

  test('are counted up to ten thousand', async () => {
    const data = temporaryFolder();
    const before = await testService({ data });
    const [ann, bob] = await before.people('Ann', 'Bob');
    const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Old town', type: 'group' });
    await bob.call('dialogs.join', { dialog_id, user_id: '@me' });
    const [first = 0] = await say(ann, dialog_id, 'Hello');
    await before.service.close();
    await queryData(
      data,
      `INSERT INTO message (dialog_id, id, author_id, text, created_at)
       WITH RECURSIVE step (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM step WHERE n < 10500)
       SELECT ${dialog_id}, ${first} + n, ${ann.id}, 'Hello again', ${before.clock.seconds} FROM step`,
    );
    await queryData(data, `UPDATE dialog SET last_message_id = ${first + 10_500} WHERE id = ${dialog_id}`);
    const after = await testService({ data, clock: before.clock });
    const reader = after.as(await after.signIn(bob.email, bob.password), bob);
    expect(await unread(reader, dialog_id)).toBe(10_000);
    expect(await reader.call('people.me', {})).toMatchObject({ NewMessages: 10_000 });
    expect(await reader.call('dialogs.get', { dialog_id })).toMatchObject({ Fire: 10_000 });
    await reader.call('dialogs.read', { dialog_id, message: first + 9_000 });
    expect(await unread(reader, dialog_id)).toBe(1_500);
  });
});

describe('a read mark', () => {
  test('is sent to its owner, and to authors of messages that nobody had read before', async () => {
    const { t, ann, bob, dialog_id } = await group();
    const carl = await t.person('Carl');
    await carl.call('dialogs.join', { dialog_id, user_id: '@me' });
    const [message = 0] = await say(ann, dialog_id, 'Read me');
    const lines = [await ann.listen(), await bob.listen(), await carl.listen()];
    const heard = async () => {
      const events = await Promise.all(lines.map((line) => line.take()));
      return events.map((own) => own.filter((event) => event.Type === 'read').map((event) => event.User));
    };
    await heard();
    await bob.call('dialogs.read', { dialog_id, message });
    // Carl wrote nothing: for him nothing has changed.
    expect(await heard()).toEqual([[bob.id], [bob.id], []]);
    await carl.call('dialogs.read', { dialog_id, message });
    expect(await heard()).toEqual([[], [], [carl.id]]);
    await carl.call('dialogs.read', { dialog_id, message });
    expect(await heard()).toEqual([[], [], []]);
  });

  test("updates the count in the person's other windows", async () => {
    const { ann, bob, dialog_id } = await group();
    const [message = 0] = await say(ann, dialog_id, 'Hello');
    const line = await bob.listen();
    await bob.call('dialogs.read', { dialog_id, message });
    expect(await line.take()).toMatchObject([{ Type: 'read', User: bob.id, Message: message }]);
  });
});

test('counts unread messages correctly after thousands of random actions', async () => {
  const weights = {
    ...{ send: 40, reply: 6, edit: 6, delete: 8, read: 20, mute: 3, create: 2, createPrivate: 2 },
    ...{ join: 12, add: 6, leave: 3, remove: 3, setRole: 3, ban: 2, unban: 8, block: 2, unblock: 8 },
  };
  const property = fc.asyncProperty(fc.integer(), async (seed) => {
    const town = await Town.found(await testService(), ['Ann', 'Bob', 'Carl', 'Dora', 'Eve']);
    const model = new Model();
    for (const [index, action] of drawActions(weights, 700, seed).entries()) {
      const done = await town.perform(action);
      if (done) model.note(done);
      if (index % 100 === 99) await compare(town, model);
    }
  });
  await fc.assert(property, { numRuns: serverUrl === undefined ? 3 : 1, endOnFailure: true });
});

/** The messages with their authors, and how far each person has read, in plain lists. */
class Model {
  readonly #said: { dialog: number; id: number; author: number }[] = [];
  readonly #marks = new Map<string, number>();

  note({ what, person, target, dialog, message, answer }: DoneAction): void {
    const mark = (who: number, at: number) => {
      const key = `${who} in ${dialog}`;
      this.#marks.set(key, Math.max(at, this.#marks.get(key) ?? 0));
    };
    if (what === 'send' || what === 'reply') {
      const { ID } = answer as { ID: number };
      this.#said.push({ dialog, id: ID, author: person });
      mark(person, ID);
    }
    if (what === 'delete')
      this.#said.splice(
        this.#said.findIndex((one) => one.id === message),
        1,
      );
    if (what === 'read') mark(person, message);
    const newcomer = what === 'join' ? person : what === 'add' ? target : 0;
    if (newcomer > 0) mark(newcomer, this.#said.findLast((one) => one.dialog === dialog)?.id ?? 0);
  }

  unread(person: number, dialog: number): number {
    const mark = this.#marks.get(`${person} in ${dialog}`) ?? 0;
    return this.#said.filter((one) => one.dialog === dialog && one.author !== person && one.id > mark).length;
  }
}

async function compare(town: Town, model: Model): Promise<void> {
  town.t.clock.advance(10);
  const [owner] = town.people;
  for (const person of await owner!.call('admin.people', {})) {
    const viewer = town.people.find((one) => one.id === person.ID);
    if (!viewer || person.Banned) continue;
    let news = 0;
    for (const dialog of await viewer.call('dialogs.list', {})) {
      expect([viewer.name, dialog.ID, dialog.Unread]).toEqual([
        viewer.name,
        dialog.ID,
        model.unread(viewer.id, dialog.ID),
      ]);
      if (!dialog.Mute) news += dialog.Unread;
    }
    expect((await viewer.call('people.me', {})).NewMessages).toBe(news);
  }
}

describe('read marks across a block', () => {
  test.each(['reader', 'author'] as const)(
    'are hidden in a private dialog where the %s blocked',
    async (who) => {
      const { ann, bob } = await group();
      const { ID: dialog_id } = await ann.call('dialogs.createPrivate', { user_id: bob.id });
      const [before] = await say(ann, dialog_id, 'Read this first');
      await bob.call('dialogs.read', { dialog_id, message: before });
      const [after] = await say(ann, dialog_id, 'And this later');
      const [blocker, blocked] = who === 'reader' ? [bob, ann] : [ann, bob];
      await blocker.call('people.block', { user: String(blocked.id) });
      const lines = [await ann.listen(), await bob.listen()];
      await bob.call('dialogs.read', { dialog_id, message: after });
      const heard = [];
      for (const line of lines)
        heard.push((await line.take()).filter((event) => event.Type === 'read').length);
      expect(heard).toEqual([0, 1]);
      expect(await unread(bob, dialog_id)).toBe(0);
      const read = async () =>
        (await ann.call('dialogs.messages', { dialog_id, limit: 2 })).map((message) => message.Read);
      expect(await read()).toEqual([false, true]);
      // Later, what is read after the block was lifted is known, with all before it.
      await blocker.call('people.unblock', { user: String(blocked.id) });
      expect(await read()).toEqual([false, true]);
      await say(bob, dialog_id, 'Here');
      expect(await read()).toEqual([false, true]);
      expect((await ann.call('dialogs.message', { message_id: after })).Read).toBe(true);
    },
  );

  test('in a group do not reveal who has read', async () => {
    const { t, ann, bob, dialog_id } = await group();
    const carl = await t.person('Carl');
    await carl.call('dialogs.join', { dialog_id, user_id: '@me' });
    const [message] = await say(ann, dialog_id, 'Hello');
    await bob.call('people.block', { user: String(ann.id) });
    const lines = [await ann.listen(), await bob.listen(), await carl.listen()];
    await bob.call('dialogs.read', { dialog_id, message });
    const readers = [];
    for (const line of lines)
      for (const event of await line.take()) if (event.Type === 'read') readers.push(event.User);
    expect(readers).toEqual([0, bob.id]);
    expect((await ann.call('dialogs.message', { message_id: message })).Read).toBe(true);
  });
});

async function group() {
  const t = await testService();
  const [ann, bob] = await t.people('Ann', 'Bob');
  const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' });
  await bob.call('dialogs.join', { dialog_id, user_id: '@me' });
  return { t, ann, bob, dialog_id };
}

async function say(
  person: TestPerson,
  dialog_id: number,
  ...texts: string[]
): Promise<[number, ...number[]]> {
  const ids: number[] = [];
  for (const text of texts) ids.push((await person.call('dialogs.send', { dialog_id, text })).ID);
  return ids as [number, ...number[]];
}

async function unread(person: TestPerson, dialog_id: number): Promise<number> {
  return (await person.call('dialogs.get', { dialog_id })).Unread;
}

async function newest(person: TestPerson, dialog_id: number) {
  const [message] = await person.call('dialogs.messages', { dialog_id, limit: 1 });
  if (!message) throw new Error('nothing was said');
  return message;
}
