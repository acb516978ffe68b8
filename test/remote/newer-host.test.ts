import type { Database } from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { Service } from '../../electron/service';
import { preparedHost } from '../support/hosts/prepared-host';
import { filled, pageOf, programOf, type Program } from './program';
import { untilPasses } from '../support/waiting';
import type { TestPerson } from '../support/service';

const openHost = preparedHost(async (t) => {
  const people = await t.people('Ann', 'Ben');
  const [ann, ben] = people;
  const { ID: yard } = await ben.call('dialogs.create', { name: 'Yard', type: 'group' });
  await ben.call('dialogs.join', { dialog_id: yard, user_id: ann.id });
  const send = async (text: string) => (await ben.call('dialogs.send', { dialog_id: yard, text })).ID;
  const messages = [await send('First'), await send('Second'), await send('Third')];
  await ben.call('dialogs.send', { dialog_id: yard, text: 'Mentions @Ann' });
  await ben.call('people.subscribe', { user: ann.id });
  await ben.call('posts.create', { user: ann.id, content: 'On the wall' });
  return { people, state: { yard, messages } };
});

/** What two later migrations might do: a table, a column, and new values where this program knows all. */
function migrateOn(raw: Database, yard: number, messages: readonly number[]): void {
  raw.exec(`
    CREATE TABLE raffle (id INTEGER PRIMARY KEY, question TEXT NOT NULL) STRICT;
    INSERT INTO raffle VALUES (1, 'When?');
    ALTER TABLE message ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm';
    ALTER TABLE person ADD COLUMN pronouns TEXT NOT NULL DEFAULT '';
    UPDATE message SET type = 'raffle' WHERE id = ${messages[0]};
    INSERT INTO attachment (id, dialog_id, message_id, position, type, item_id, created_at)
      VALUES (77, ${yard}, ${messages[1]}, 0, 'raffle', 1, 1);
    UPDATE notification SET type = 'raffle_drawn', item_kind = 'raffle', item_id = 1
      WHERE id = (SELECT min(id) FROM notification);
  `);
}

/** A service whose answers name a newer program, with rows and events that others don't know. */
function newer(
  service: Service,
  { MinApp }: { MinApp: string },
): Pick<Service, 'answer' | 'connect' | 'resumable'> {
  return {
    resumable: service.resumable,
    connect: (session, options) =>
      service.connect(session, {
        ...options,
        send: (frame) => {
          options.send(JSON.stringify({ Type: 'raffle_draw', Raffle: { ID: 1 } }));
          options.send(frame);
        },
      }),
    answer: async (session, name, input, key) => {
      const answer = await service.answer(session, name, input, key);
      const value = answer.value as Record<string, unknown>;
      const raffle = { Table: 'raffle', Row: { id: 1, question: 'When?' } };
      const change = { Seq: value['Seq'], ID: '1', ...raffle };
      const changed = {
        ...value,
        ...(name === 'sync.begin' && { Schema: Number(value['Schema']) + 2 }),
        ...(name === 'sync.page' && { Rows: [raffle, ...(value['Rows'] as object[])] }),
        ...(name === 'sync.changes' &&
          'Changes' in value && { Changes: [change, ...(value['Changes'] as object[])] }),
        ...(name === 'community.get' && { Version: '9.0.0', MinApp }),
      };
      return {
        ...answer,
        value: (Array.isArray(answer.value) ? answer.value : changed) as typeof answer.value,
      };
    },
  };
}

async function programOfNewerHost(MinApp: string) {
  const { t, people, state, backup, restore, close } = await openHost();
  const [ann, ben] = people as [TestPerson, TestPerson];
  await restore(await backup(), (raw) => migrateOn(raw, state.yard, state.messages));
  const program = programOf(t, ann, {});
  program.host.service = newer(t.service, { MinApp });
  await filled(program);
  return { t, ann, ben, yard: state.yard, messages: state.messages, program, close };
}

/** Reads everything that the pages of this program show. */
async function readAll({ call }: Program, yard: number) {
  const messages = await call('dialogs.messages', { dialog_id: yard });
  return {
    texts: messages.map(({ Text }) => Text),
    dialogs: (await call('dialogs.list', {})).map(({ Name }) => Name),
    members: (await call('dialogs.members', { dialog_id: yard })).length,
    notifications: (await call('people.notifications', {})).length,
    posts: (await call('posts.list', { user: '@me' })).map(({ Content }) => Content),
    found: (await call('dialogs.searchMessages', { mask: 'second' })).length,
  };
}

test('a replica of a host that is two versions newer goes on, and ignores what it does not know', async () => {
  const { ann, ben, yard, program, close } = await programOfNewerHost('1.0.0');
  const frames = await pageOf(program, ann);
  const before = await readAll(program, yard);
  expect(before).toMatchObject({ dialogs: ['Yard'], members: 2, posts: ['On the wall'] });
  expect(before.texts.slice(0, 4)).toEqual(['Mentions @Ann', 'Third', 'Second', 'First']);
  await ben.call('dialogs.send', { dialog_id: yard, text: 'Fourth' });
  await untilPasses(() => expect(frames.some((frame) => frame.Type === 'message')).toBe(true));
  await program.call('dialogs.send', { dialog_id: yard, text: 'Fifth' });
  await untilPasses(async () => expect((await readAll(program, yard)).texts[0]).toBe('Fifth'));
  program.host.cut();
  const alone = await readAll(program, yard);
  expect(alone.texts.slice(0, 2)).toEqual(['Fifth', 'Fourth']);
  expect(alone).toMatchObject({ dialogs: ['Yard'], members: 2, posts: ['On the wall'], found: 1 });
  await program.close();
  await close();
});

test('a host that needs a newer program is read, and gets what was written once the program is new enough', async () => {
  const { t, ben, yard, program, close } = await programOfNewerHost('2.0.0');
  const { call, synced, host } = program;
  await call('dialogs.send', { dialog_id: yard, text: 'Waits for the update' });
  expect(synced.outboxItems).toMatchObject([{ state: 'pending', error: { detail: 'upgrade_required' } }]);
  expect((await call('dialogs.messages', { dialog_id: yard }))[0]?.Text).toBe('Waits for the update');
  await ben.call('dialogs.send', { dialog_id: yard, text: 'Read by all' });
  await untilPasses(async () => {
    const texts = (await call('dialogs.messages', { dialog_id: yard })).map(({ Text }) => Text);
    expect(texts).toEqual(expect.arrayContaining(['Read by all', 'Waits for the update']));
  });
  const stored = async () => {
    const messages = await t.service.call(ben.session, 'dialogs.messages', { dialog_id: yard });
    return messages.map(({ Text }) => Text);
  };
  expect(await stored()).not.toContain('Waits for the update');
  host.cut();
  host.service = newer(t.service, { MinApp: '1.0.0' });
  program.join();
  await untilPasses(() => expect(synced.outboxItems).toEqual([]));
  expect((await stored()).filter((text) => text === 'Waits for the update')).toHaveLength(1);
  await program.close();
  await close();
});
