import { beforeEach, describe, expect, test } from 'vitest';
import type { Input } from '../../../shared/contract';
import type { Poll } from '../../../shared/contract/records';
import type { Event } from '../../../shared/events';
import { testService, type TestPerson, type TestService } from '../../support/service';

type NewPoll = NonNullable<Input<'dialogs.send'>['poll']>;

/** Ann owns a group in which Bob is a member; Carl is a stranger to it. */
let t: TestService;
let ann: TestPerson;
let bob: TestPerson;
let carl: TestPerson;
let dialog_id: number;

beforeEach(async () => {
  t = await testService();
  [ann, bob, carl] = await t.people('Ann', 'Bob', 'Carl');
  ({ ID: dialog_id } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' }));
  await bob.call('dialogs.join', { dialog_id, user_id: '@me' });
});

describe('a poll', () => {
  test('counts people and options, with own votes marked, which can be changed and taken back', async () => {
    const message_id = await ask({ multiple: true });
    await ann.call('dialogs.vote', { message_id, options: [0, 1, 1] });
    await bob.call('dialogs.vote', { message_id, options: [1] });
    expect(await poll(ann, message_id)).toMatchObject({ Voters: 2, Multiple: true, Closed: false });
    expect(await votes(ann, message_id)).toEqual(['1 mine', '2 mine', '0']);
    await bob.call('dialogs.vote', { message_id, options: [2] });
    expect(await votes(bob, message_id)).toEqual(['1', '1', '1 mine']);
    await ann.call('dialogs.vote', { message_id, options: [] });
    expect(await votes(ann, message_id)).toEqual(['0', '0', '1']);
    expect((await poll(ann, message_id))?.Voters).toBe(1);
  });

  test('accepts one option unless it allows several, and only options of its own', async () => {
    const message_id = await ask({});
    for (const options of [[0, 1], [3]])
      expect((await bob.refused('dialogs.vote', { message_id, options })).fields).toHaveProperty('options');
    expect((await carl.refused('dialogs.vote', { message_id, options: [0] })).code).toBe('not_found');
  });

  test('sends each viewer their own votes, only on a change', async () => {
    const message_id = await ask({});
    const lines = [await ann.listen(), await bob.listen()];
    await lines[0]?.take();
    const anns: Event[] = [];
    const bobs: Event[] = [];
    for (const options of [[1], [1], []]) {
      await bob.call('dialogs.vote', { message_id, options });
      // Each shows the poll as it is when it is sent.
      anns.push(...((await lines[0]?.take()) ?? []));
      bobs.push(...((await lines[1]?.take()) ?? []));
    }
    const second = { Text: 'Two', Votes: 1 };
    const options = (Mine: boolean) => [{}, { ...second, Mine }, {}];
    expect(anns).toMatchObject([
      { Type: 'message_poll', Message: { Poll: { Options: options(false) } } },
      {},
    ]);
    expect(bobs).toMatchObject([{ Type: 'message_poll', Message: { Poll: { Options: options(true) } } }, {}]);
  });

  test('closes at its time, or by its author', async () => {
    const timed = await ask({ closes: t.clock.seconds + 60 });
    t.clock.advance(60);
    expect((await bob.refused('dialogs.vote', { message_id: timed, options: [0] })).code).toBe('conflict');
    const open = await ask({});
    expect((await bob.refused('dialogs.closePoll', { message_id: open })).code).toBe('access_denied');
    await ann.call('dialogs.closePoll', { message_id: open });
    expect(await poll(bob, open)).toMatchObject({ Closed: true, Closes: t.clock.seconds });
    expect((await bob.refused('dialogs.vote', { message_id: open, options: [0] })).code).toBe('conflict');
  });

  test('shows who voted unless it is anonymous', async () => {
    const open = await ask({ anonymous: false });
    for (const one of [ann, bob]) await one.call('dialogs.vote', { message_id: open, options: [1] });
    const voters = await bob.call('dialogs.voters', { message_id: open, option: 1 });
    expect(voters.map((one) => one.Name)).toEqual(['Ann', 'Bob']);
    expect(await bob.call('dialogs.voters', { message_id: open, option: 0 })).toEqual([]);
    expect((await carl.refused('dialogs.voters', { message_id: open, option: 1 })).code).toBe('not_found');
    const hidden = await ask({});
    expect((await ann.refused('dialogs.voters', { message_id: hidden, option: 1 })).code).toBe(
      'access_denied',
    );
  });

  test('cannot be edited or scheduled, and is deleted with its message', async () => {
    const message_id = await ask({});
    expect((await ann.refused('dialogs.editMessage', { message_id, text: 'Else?' })).code).toBe('conflict');
    const later = {
      dialog_id,
      text: 'Later?',
      poll: { options: ['Yes', 'No'] },
      timestamp: t.clock.seconds + 60,
    };
    expect((await ann.refused('dialogs.send', later)).fields).toHaveProperty('timestamp');
    await ann.call('dialogs.vote', { message_id, options: [0] });
    await ann.call('dialogs.deleteMessage', { message_id });
    expect((await ann.refused('dialogs.vote', { message_id, options: [0] })).code).toBe('not_found');
  });

  test('needs two to ten options and a question', async () => {
    const refused = async (text: string, options: string[]) =>
      (await ann.refused('dialogs.send', { dialog_id, text, poll: { options } })).fields;
    expect(await refused('Why?', ['Only one'])).toHaveProperty(['poll.options']);
    expect(await refused('Why?', Array.from({ length: 11 }, String))).toHaveProperty(['poll.options']);
    expect(await refused(' ', ['Yes', 'No'])).toHaveProperty('text');
    expect(await refused('x'.repeat(301), ['Yes', 'No'])).toHaveProperty('text');
  });
});

describe('a quiz', () => {
  test('reveals its answer to people who voted, whose votes cannot be changed', async () => {
    const message_id = await ask({ correct: 2, explanation: 'Because' });
    const hidden = { Quiz: true, Correct: null, Explanation: '' };
    expect(await poll(bob, message_id)).toMatchObject(hidden);
    const line = await ann.listen();
    const { Poll: answered } = await bob.call('dialogs.vote', { message_id, options: [0] });
    expect(answered).toMatchObject({ Correct: 2, Explanation: 'Because' });
    expect(await line.take()).toMatchObject([{ Message: { Poll: hidden } }]);
    for (const options of [[], [2]])
      expect((await bob.refused('dialogs.vote', { message_id, options })).code).toBe('conflict');
    await ann.call('dialogs.closePoll', { message_id });
    expect(await poll(ann, message_id)).toMatchObject({ Correct: 2, Explanation: 'Because' });
  });
});

async function ask(options: Partial<NewPoll>): Promise<number> {
  const poll = { options: ['One', 'Two', 'Three'], ...options };
  return (await ann.call('dialogs.send', { dialog_id, text: 'Which?', poll })).ID;
}

async function poll(person: TestPerson, message_id: number): Promise<Poll | undefined> {
  return (await person.call('dialogs.message', { message_id })).Poll;
}

async function votes(person: TestPerson, message_id: number): Promise<string[]> {
  const options = (await poll(person, message_id))?.Options ?? [];
  return options.map(({ Votes, Mine }) => `${Votes}${Mine ? ' mine' : ''}`);
}
