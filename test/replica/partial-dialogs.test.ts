import { expect, test } from 'vitest';
import type { Input } from '../../shared/contract';
import { comparable, replicaOf } from '../support/replicas';
import { testService } from '../support/service';

const COUNT = 14;
const HELD = 9;

/** A group of Ben's with many messages, or one thread of many replies, of which Ann's replica holds only the newest. */
async function partialDialog(kind: 'dialog' | 'thread') {
  const t = await testService();
  const [ann, ben] = await t.people('Ann', 'Ben');
  const { ID: dialog_id } = await ben.call('dialogs.create', { name: 'Yard', type: 'group' });
  await ben.call('dialogs.join', { dialog_id, user_id: ann.id });
  const times: number[] = [];
  const send = async (text: string, thread = 0) => {
    t.clock.advance(60);
    const sent = await ben.call('dialogs.send', { dialog_id, text, ...(thread && { thread }) });
    times.push(sent.Timestamp);
    return sent.ID;
  };
  const thread = kind === 'thread' ? await send('Who waters the garden?') : 0;
  const run = [await send('I do', thread)];
  if (thread) await ann.call('dialogs.followThread', { message_id: thread });
  while (run.length < COUNT) run.push(await send(`And then ${run.length}`, thread));
  const { replica, sync, reader } = replicaOf(t, ann);
  const scope = { Kind: 'dialog', ID: dialog_id } as const;
  const { Log: log, Seq: seq } = await ann.call('sync.begin', {});
  await replica.begin({ log, seq }, [scope]);
  for (let after = ''; replica.holdings.scope('dialog', dialog_id)?.state !== 'held';) {
    const page = await ann.call('sync.page', { scope: `dialog:${dialog_id}`, after, limit: HELD });
    const hasMessages = page.Rows.some(({ Table }) => Table === 'message');
    await replica.storePage(scope, page, hasMessages);
    after = page.After;
  }
  /** Whether the replica answers a page, which must be that of the host. */
  const isAnswered = async (start: Partial<Input<'dialogs.messages'>>) => {
    const input = { dialog_id, thread, limit: 4, ...start };
    const answer = await reader.answer('dialogs.messages', input);
    if (!answer) return false;
    const host = await ann.call('dialogs.messages', input);
    expect.soft(comparable(answer), JSON.stringify(start)).toEqual(comparable(host));
    return true;
  };
  const read = async (message: number) => {
    if (thread) await ann.call('dialogs.readThread', { message_id: thread, reply: message });
    else await ann.call('dialogs.read', { dialog_id, message });
    await sync.step();
  };
  const react = async (message_id: number) => {
    await ben.call('dialogs.react', { message_id, emoji: '👍' });
    await sync.step();
  };
  return { run, times: times.slice(-COUNT), isAnswered, read, react, replica };
}

test.each(['dialog', 'thread'] as const)('pages of a %s that is held in part have no holes', async (kind) => {
  const { run, times, isAnswered, read, replica } = await partialDialog(kind);
  const answered = { last_id: 0, after_id: 0, around_id: 0, around_time: 0, around_unread: 0 };
  for (const around_time of times) if (await isAnswered({ around_time })) answered.around_time++;
  for (const id of run) {
    await read(id);
    if (await isAnswered({ around_unread: true })) answered.around_unread++;
    for (const start of ['last_id', 'after_id', 'around_id'] as const)
      if (await isAnswered({ [start]: id })) answered[start]++;
  }
  // Those after a message need a whole page of newer ones.
  expect(answered).toEqual({ last_id: 5, after_id: 5, around_id: 8, around_time: 8, around_unread: 8 });
  expect(await isAnswered({ around_id: (run.at(-1) ?? 0) + 1 })).toBe(false);
  await replica.close();
});

test('reactions to a message that is not held leave nothing behind', async () => {
  const { run, react, replica } = await partialDialog('dialog');
  const reacted = () => replica.db.selectFrom('reaction').select('message_id').execute();
  await react(run[0] ?? 0);
  expect(await reacted()).toEqual([]);
  const newest = run.at(-1) ?? 0;
  await react(newest);
  expect(await reacted()).toEqual([{ message_id: newest }]);
  await replica.close();
});
