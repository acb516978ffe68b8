import { expect, test } from 'vitest';
import type { Input, Name } from '../../shared/contract';
import { AppError } from '../../shared/errors';
import { queryData } from '../support/databases/data-folders';
import fc, { runs } from '../support/inputs/properties';
import { temporaryFolder } from '../support/temporary-folder';
import { testService, type TestPerson, type TestService } from '../support/service';

/** How often each kind of action is drawn. */
const WEIGHTS = {
  ...{
    send: 12,
    reply: 14,
    edit: 4,
    erase: 12,
    poll: 4,
    vote: 14,
    event: 3,
    answer: 12,
    react: 6,
    forward: 3,
  },
  ...{ create: 1, join: 20, add: 8, leave: 2, kick: 2, silence: 1, pinned: 3, follow: 3, draft: 4 },
  ...{ subscribe: 10, unsubscribe: 3, ignore: 2, block: 1, unblock: 6 },
  ...{ post: 8, repost: 6, editPost: 4, removePost: 6, like: 10, comment: 10, uncomment: 6, likeComment: 6 },
  ...{ ban: 2, unban: 8, report: 2, leaveForGood: 1 },
};
type What = keyof typeof WEIGHTS;

const kinds = Object.entries(WEIGHTS).map(([what, weight]) => ({
  arbitrary: fc.constant(what as What),
  weight,
}));
const any = fc.nat({ max: 1_000_000 });
const action = fc.record({ what: fc.oneof(...kinds), who: any, target: any, which: any, how: any });
type Action = Parameters<Parameters<typeof action.map>[0]>[0];
const actions = fc.noBias(fc.array(action, { minLength: 400, maxLength: 400, size: 'max' }));

/** Queries for stored counts that differ from the rows that they count. */
const DRIFTS = {
  friends: `SELECT id FROM person WHERE deleted = 0 AND friends <> (SELECT count(*) FROM relation
    JOIN person AS other ON other.id = relation.person_id
    WHERE target_id = person.id AND relation.friends = 1 AND other.ban = 0)`,
  followers: `SELECT id FROM person WHERE deleted = 0 AND followers <> (SELECT count(*) FROM relation
    JOIN person AS other ON other.id = relation.person_id
    WHERE target_id = person.id AND relation.friends = 0 AND other.ban = 0)`,
  mutual: `SELECT person_id AS id FROM relation WHERE friends <> (SELECT count(*) FROM relation AS back
    WHERE back.person_id = relation.target_id AND back.target_id = relation.person_id)`,
  posts: `SELECT id FROM person WHERE posts <> (SELECT count(*) FROM post
    JOIN person AS author ON author.id = post.author_id WHERE wall_id = person.id AND author.ban = 0)`,
  comments: `SELECT id FROM post WHERE comments <> (SELECT count(*) FROM comment
    JOIN person AS author ON author.id = comment.author_id WHERE post_id = post.id AND author.ban = 0)`,
  likes: `SELECT id FROM post WHERE likes <> (SELECT count(*) FROM post_like WHERE post_id = post.id)`,
  'likes of comments': `SELECT id FROM comment
    WHERE likes <> (SELECT count(*) FROM comment_like WHERE comment_id = comment.id)`,
  reposts: `SELECT id FROM post WHERE reposts <>
    (SELECT count(*) FROM post AS other WHERE other.repost_id = post.id)`,
  members: `SELECT id FROM dialog WHERE members <> (SELECT count(*) FROM member WHERE dialog_id = dialog.id)`,
  'last message': `SELECT id FROM dialog WHERE last_message_id <> (SELECT coalesce(max(message.id), 0)
    FROM message WHERE dialog_id = dialog.id AND thread_id = 0) AND members > 0`,
  owner: `SELECT id FROM dialog WHERE type <> 'private' AND members > 0 AND NOT EXISTS (SELECT 1 FROM member
    WHERE dialog_id = dialog.id AND person_id = dialog.owner_id AND role = 'owner')`,
  replies: `SELECT id FROM message WHERE replies <>
    (SELECT count(*) FROM message AS reply WHERE reply.thread_id = message.id AND reply.thread_id > 0)`,
  'last reply': `SELECT id FROM message WHERE last_reply_id <> (SELECT coalesce(max(reply.id), 0)
    FROM message AS reply WHERE reply.thread_id = message.id AND reply.thread_id > 0)`,
  'deleted without replies': `SELECT id FROM message WHERE type = 'deleted' AND replies = 0`,
  places: `SELECT id FROM message WHERE NOT EXISTS (SELECT 1 FROM message_place AS place
    WHERE place.id = message.id AND place.dialog_id = message.dialog_id)`,
  voters: `SELECT message_id AS id FROM poll WHERE voters <>
    (SELECT count(DISTINCT person_id) FROM poll_vote WHERE poll_vote.message_id = poll.message_id)`,
  votes: `SELECT message_id AS id FROM poll_option WHERE votes <> (SELECT count(*) FROM poll_vote
    WHERE poll_vote.message_id = poll_option.message_id AND poll_vote.position = poll_option.position)`,
  going: answered('going'),
  maybe: answered('maybe'),
  declined: answered('declined'),
  reports: `SELECT id FROM person WHERE deleted = 0 AND reports <>
    (SELECT count(*) FROM report WHERE report.person_id = person.id)`,
  plain: `SELECT id FROM message WHERE is_plain = 1 AND (
    EXISTS (SELECT 1 FROM reaction WHERE message_id = message.id)
    OR EXISTS (SELECT 1 FROM attachment WHERE attachment.message_id = message.id))`,
  ...Object.fromEntries(
    ['message_place', 'reaction', 'pinned_message', 'poll', 'poll_option', 'poll_vote', 'calendar_event']
      .concat(['message_version', 'link'])
      .map((table) => {
        const column = table === 'message_place' ? 'id' : 'message_id';
        return [`${table} of no message`, orphans(table, column)];
      }),
  ),
  'followers outside': `SELECT thread_id AS id FROM thread_follower AS f WHERE NOT EXISTS (SELECT 1 FROM member
    WHERE member.dialog_id = f.dialog_id AND member.person_id = f.person_id)`,
  'followers of nothing': orphans('thread_follower', 'thread_id'),
  'drafts outside': `SELECT dialog_id AS id FROM draft WHERE NOT EXISTS (SELECT 1 FROM member
    WHERE member.dialog_id = draft.dialog_id AND member.person_id = draft.person_id)`,
  'comments of nothing': `SELECT id FROM comment WHERE NOT EXISTS (SELECT 1 FROM post WHERE post.id = comment.post_id)
    AND NOT EXISTS (SELECT 1 FROM removed_post WHERE removed_post.id = comment.post_id)`,
};

function answered(answer: string): string {
  return `SELECT message_id AS id FROM calendar_event AS e WHERE ${answer} <> (SELECT count(*) FROM calendar_answer
    WHERE calendar_answer.message_id = e.message_id AND answer = '${answer}')`;
}

function orphans(table: string, column: string): string {
  return `SELECT ${column} AS id FROM ${table} AS part
    WHERE NOT EXISTS (SELECT 1 FROM message WHERE message.id = part.${column})`;
}

test('stored counts equal what they count, whatever people do', async () => {
  const property = fc.asyncProperty(actions, async (chosen) => {
    const data = temporaryFolder();
    const t = await testService({ data });
    const yard = await Yard.found(t);
    for (const [index, one] of chosen.entries()) {
      await yard.perform(one);
      if (index % 20 === 19) expect(await drifts(data), `after action ${index}: ${one.what}`).toEqual({});
    }
    await t.service.close();
  });
  await fc.assert(property, runs(2));
});

async function drifts(data: string): Promise<Record<string, number[]>> {
  const found: Record<string, number[]> = {};
  for (const [name, query] of Object.entries(DRIFTS)) {
    const rows = await queryData<{ id: number }>(data, query);
    if (rows.length > 0) found[name] = rows.map(({ id }) => id);
  }
  return found;
}

/** Who does what only they can do: Ann owns the community, Eve is the one who may leave it. */
const ACTORS: Partial<Record<What, number>> = { ban: 0, unban: 0, kick: 0, silence: 0, leaveForGood: 4 };

type Call = { [N in Name]: readonly [N, Input<N>] }[Name];

/** A few people with two groups, who know of what was sent and posted there. */
class Yard {
  readonly #t: TestService;
  readonly #people: TestPerson[];
  readonly #groups: number[];
  readonly #messages: { id: number; dialog: number; what: What }[] = [];
  readonly #posts: number[] = [];
  readonly #comments: number[] = [];

  private constructor(t: TestService, people: TestPerson[], groups: number[]) {
    this.#t = t;
    this.#people = people;
    this.#groups = groups;
  }

  static async found(t: TestService): Promise<Yard> {
    const people: TestPerson[] = [];
    for (const name of ['Ann', 'Bob', 'Carl', 'Dora', 'Eve']) {
      const person = await t.person(name);
      // A named token outlives bans.
      const { Token = null } = await person.call('account.createToken', { name: 'bot' });
      await person.call('account.updateProfile', { link: name.toLowerCase() });
      people.push(t.as({ ...person.session, token: Token }, person));
    }
    const groups: number[] = [];
    for (const owner of people.slice(0, 2)) {
      const { ID } = await owner.call('dialogs.create', { name: 'Yard', type: 'group' });
      groups.push(ID);
      for (const person of people)
        if (person !== owner) await person.call('dialogs.join', { dialog_id: ID, user_id: '@me' });
    }
    return new Yard(t, people, groups);
  }

  async perform(one: Action): Promise<void> {
    this.#t.clock.advance(one.how % 3);
    const person = pick(this.#people, ACTORS[one.what] ?? one.who);
    const [name, input] = this.#callOf(one, person);
    try {
      const { ID = 0 } = (await person.call(name, input as never)) as { ID?: number };
      if (name === 'dialogs.send')
        this.#messages.push({ id: ID, dialog: Number(input.dialog_id), what: one.what });
      if (name === 'dialogs.create') this.#groups.push(ID);
      if (name === 'posts.create') this.#posts.push(ID);
      if (name === 'posts.comment') this.#comments.push(ID);
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
    }
  }

  /** One of the last messages, of the kind that an action is for. */
  #messageFor(what: What, which: number) {
    const kind = { vote: 'poll', answer: 'event' }[what as string];
    return pick(this.#messages.filter((one) => kind === undefined || one.what === kind).slice(-12), which);
  }

  #callOf({ what, target, which, how }: Action, { password }: TestPerson): Call {
    const { id: user } = pick(this.#people, target);
    const { id: message_id = 1, dialog = 1 } = this.#messageFor(what, which) ?? {};
    const dialog_id = what === 'reply' ? dialog : pick(this.#groups.slice(-3), how);
    const post_id = pick(this.#posts.slice(-8), which) ?? 1;
    const comment_id = pick(this.#comments.slice(-8), which) ?? 1;
    const text = how % 3 ? `Hello ${how}` : 'Hello @bob, see https://yard.example';
    const event = { starts: this.#t.clock.seconds + 1 + (how % 100) };
    const answer = (['going', 'maybe', 'declined', 'none'] as const)[how % 4] ?? 'none';
    const calls = {
      send: ['dialogs.send', { dialog_id, text }],
      reply: ['dialogs.send', { dialog_id, text, thread: message_id }],
      edit: ['dialogs.editMessage', { message_id, text }],
      erase: ['dialogs.deleteMessage', { message_id }],
      poll: ['dialogs.send', { dialog_id, text, poll: { options: ['a', 'b', 'c'], multiple: how % 2 > 0 } }],
      vote: ['dialogs.vote', { message_id, options: [0, 1, 2].filter((option) => (how >> option) % 2 > 0) }],
      event: ['dialogs.send', { dialog_id, text, event }],
      answer: ['dialogs.answerEvent', { message_id, answer }],
      react: [how % 4 ? 'dialogs.react' : 'dialogs.unreact', { message_id, emoji: '👍' }],
      forward: ['dialogs.send', { dialog_id, forward: message_id }],
      create: ['dialogs.create', { name: 'Yard', type: 'group' }],
      join: ['dialogs.join', { dialog_id, user_id: '@me' }],
      add: ['dialogs.join', { dialog_id, user_id: user }],
      leave: ['dialogs.leave', { dialog_id, user_id: '@me' }],
      kick: ['dialogs.leave', { dialog_id, user_id: user }],
      silence: ['dialogs.silence', { dialog_id, user_id: user, value: how % 3 === 0 }],
      pinned: [how % 3 ? 'dialogs.pinMessage' : 'dialogs.unpinMessage', { message_id }],
      follow: [how % 2 ? 'dialogs.followThread' : 'dialogs.unfollowThread', { message_id }],
      draft: ['dialogs.saveDraft', { dialog_id, text, replyTo: message_id }],
      subscribe: ['people.subscribe', { user, value: true }],
      unsubscribe: ['people.subscribe', { user, value: false }],
      ignore: ['people.ignore', { user_id: user }],
      block: ['people.block', { user }],
      unblock: ['people.unblock', { user }],
      post: ['posts.create', { user, content: text }],
      repost: ['posts.create', { user: '@me', repost: post_id }],
      editPost: ['posts.edit', { post_id, content: text, repost: pick(this.#posts.slice(-8), how) ?? 1 }],
      removePost: ['posts.remove', { post_id }],
      like: ['posts.like', { post_id }],
      comment: ['posts.comment', { post_id, content: text }],
      uncomment: ['posts.removeComment', { comment_id }],
      likeComment: ['posts.likeComment', { comment_id }],
      ban: ['admin.ban', { user_id: user, reason: 'Loud' }],
      unban: ['admin.unban', { user_id: user }],
      report: ['people.report', { user, reason: 'Loud' }],
      leaveForGood: ['account.remove', { password }],
    } satisfies Record<What, Call>;
    return calls[what];
  }
}

function pick<T>(list: readonly T[], index: number): T {
  return list[index % Math.max(1, list.length)] as T;
}
