import fc from '../inputs/properties';
import type { Input, Name } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { TestPerson, TestService } from '../service';

/**
 * One random action: its kind, the acting person, the other person, the dialog, the message, and a number for
 * everything else.
 */
export interface RandomAction {
  what: What;
  who: number;
  target: number;
  where: number;
  which: number;
  how: number;
}

/** An action that was not refused, with its answer. */
export interface DoneAction {
  what: What;
  person: number;
  target: number;
  dialog: number;
  message: number;
  answer: unknown;
}

/** Draws random actions of the given kinds by weight; the same actions for the same seed. */
export function drawActions(
  weights: Partial<Record<What, number>>,
  length: number,
  seed: number,
): RandomAction[] {
  const kinds = Object.entries(weights).map(([what, weight]) => ({
    arbitrary: fc.constant(what as What),
    weight,
  }));
  const any = fc.nat({ max: 1_000_000 });
  const action = fc.record({
    what: fc.oneof(...kinds),
    who: any,
    target: any,
    where: any,
    which: any,
    how: any,
  });
  return fc.sample(fc.noBias(action), { seed, numRuns: length });
}

/**
 * People with named tokens, which stay valid after bans, and the dialogs, messages, posts and comments they have
 * created. The first person owns the community.
 */
export class Town {
  readonly t: TestService;
  readonly people: TestPerson[];
  readonly #dialogs: number[] = [];
  readonly #posts: { id: number; author: number }[] = [];
  readonly #comments: { id: number; author: number }[] = [];
  readonly #messages: { id: number; dialog: number; author: number }[] = [];
  /** Current members as `person in dialog`; most actions use these. */
  readonly #members = new Set<string>();

  private constructor(t: TestService, people: TestPerson[]) {
    this.t = t;
    this.people = people;
  }

  static async found(t: TestService, names: readonly string[]): Promise<Town> {
    const people: TestPerson[] = [];
    for (const name of names) {
      const person = await t.person(name);
      const { Token = null } = await person.call('account.createToken', { name: 'bot' });
      await person.call('account.updateProfile', { link: name.toLowerCase() });
      people.push(t.as({ ...person.session, token: Token }, person));
    }
    await people[0]?.call('admin.createPromo', { code: 'coins', coins: 1000, uses: 100 });
    for (const person of people) await person.call('account.promo', { promo: 'coins' });
    return new Town(t, people);
  }

  /**
   * Performs an action and returns what was done; null if the service refused it. Throws errors that are not an
   * expected refusal.
   */
  async perform(action: RandomAction): Promise<DoneAction | null> {
    this.t.clock.advance(1);
    const person = pick(this.people, action.who);
    const { id: user } = pick(this.people, action.target);
    const dialog = this.#dialogFor(action, person.id);
    const message = this.#messageFor(action, person.id, dialog);
    const post = this.#writtenFor(action, person.id, this.#posts);
    const comment = this.#writtenFor(action, person.id, this.#comments);
    const [name, input] = ACTIONS[action.what]({ ...action, person, user, dialog, message, post, comment });
    try {
      const answer: unknown = await person.call(name, input as never);
      const done = { what: action.what, person: person.id, target: user, dialog, message, answer };
      this.#note(done);
      return done;
    } catch (error) {
      if (error instanceof AppError && REASONS.has(error.code)) return null;
      throw error;
    }
  }

  /** Usually returns a dialog that the person is in, or, for `join`, one that they are not in. */
  #dialogFor({ what, where, how }: RandomAction, person: number): number {
    const isInside = (dialog: number) => this.#members.has(`${person} in ${dialog}`) !== (what === 'join');
    const likely = this.#dialogs.filter(isInside);
    return pick(how % 10 > 0 && likely.length > 0 ? likely : this.#dialogs, where) ?? 1;
  }

  /** Returns one of the last messages of a dialog; to edit or delete, usually one of the person's own. */
  #messageFor({ what, which, how }: RandomAction, person: number, dialog: number): number {
    const all = this.#messages.filter((message) => message.dialog === dialog);
    const own = all.filter((message) => message.author === person);
    const isOwn = (what === 'edit' || what === 'delete') && how % 4 > 0;
    return pick((isOwn ? own : all).slice(-10), which)?.id ?? 1;
  }

  /** Returns one of the last posts or comments; to change or remove, usually one of the person's own. */
  #writtenFor(
    { what, which, how }: RandomAction,
    person: number,
    all: readonly { id: number; author: number }[],
  ): number {
    const isOwn = /^(edit|remove|show)/.test(what) && how % 4 > 0;
    return pick((isOwn ? all.filter((one) => one.author === person) : all).slice(-10), which)?.id ?? 1;
  }

  #note({ what, person, target, dialog, message, answer }: DoneAction): void {
    const { ID: made = 0 } = answer as { ID?: number };
    if (what === 'create' || (what === 'createPrivate' && !this.#dialogs.includes(made))) {
      this.#dialogs.push(made);
      this.#members.add(`${person} in ${made}`);
      if (what === 'createPrivate') this.#members.add(`${target} in ${made}`);
    }
    if (what === 'send' || what === 'reply') this.#messages.push({ id: made, dialog, author: person });
    if (what === 'post' || what === 'postFor' || what === 'repost')
      this.#posts.push({ id: made, author: person });
    if (what === 'comment') this.#comments.push({ id: made, author: person });
    if (what === 'delete')
      this.#messages.splice(
        this.#messages.findIndex((one) => one.id === message),
        1,
      );
    if (what === 'join') this.#members.add(`${person} in ${dialog}`);
    if (what === 'add') this.#members.add(`${target} in ${dialog}`);
    if (what === 'leave') this.#members.delete(`${person} in ${dialog}`);
    if (what === 'remove') this.#members.delete(`${target} in ${dialog}`);
    if (what === 'removeDialog') this.#dialogs.splice(this.#dialogs.indexOf(dialog), 1);
  }
}

const REASONS = new Set(['access_denied', 'not_found', 'conflict', 'validation_error', 'auth_failed']);
const EMOJI = ['👍', '🎉', '🔥'];

interface Scene extends RandomAction {
  person: TestPerson;
  user: number;
  dialog: number;
  message: number;
  post: number;
  comment: number;
}

type Request = { [N in Name]: readonly [N, Input<N>] }[Name];

const ACTIONS = {
  create: ({ how }) => [
    'dialogs.create',
    { name: `Dialog ${how}`, type: how % 3 ? 'group' : 'channel', private: how % 4 === 0 },
  ],
  createPrivate: ({ user }) => ['dialogs.createPrivate', { user_id: user }],
  update: ({ dialog, how }) => [
    'dialogs.update',
    { dialog_id: dialog, name: `Name ${how}`, private: how % 5 === 0 },
  ],
  removeDialog: ({ dialog }) => ['dialogs.remove', { dialog_id: dialog }],
  join: ({ dialog }) => ['dialogs.join', { dialog_id: dialog, user_id: '@me' }],
  add: ({ dialog, user }) => ['dialogs.join', { dialog_id: dialog, user_id: user }],
  leave: ({ dialog }) => ['dialogs.leave', { dialog_id: dialog, user_id: '@me' }],
  remove: ({ dialog, user }) => ['dialogs.leave', { dialog_id: dialog, user_id: user }],
  setRole: ({ dialog, user, how }) => [
    'dialogs.setRole',
    { dialog_id: dialog, user_id: user, role: (['owner', 'admin', 'member'] as const)[how % 3] ?? 'member' },
  ],
  mute: ({ dialog }) => ['dialogs.mute', { dialog_id: dialog }],
  pin: ({ dialog }) => ['dialogs.pin', { dialog_id: dialog }],
  send: ({ dialog, how }) => ['dialogs.send', { dialog_id: dialog, text: textOf(how) }],
  reply: ({ dialog, message, how }) => [
    'dialogs.send',
    { dialog_id: dialog, text: textOf(how), replyTo: message },
  ],
  edit: ({ message, how }) => ['dialogs.editMessage', { message_id: message, text: `${textOf(how)} anew` }],
  delete: ({ message }) => ['dialogs.deleteMessage', { message_id: message }],
  react: ({ message, how }) => ['dialogs.react', { message_id: message, emoji: pick(EMOJI, how) }],
  unreact: ({ message, how }) => ['dialogs.unreact', { message_id: message, emoji: pick(EMOJI, how) }],
  read: ({ dialog, message }) => ['dialogs.read', { dialog_id: dialog, message }],
  subscribe: ({ user, how }) => ['people.subscribe', { user, value: how % 3 > 0 }],
  give: ({ user, how }) => ['people.give', { user, item: 1 + (how % 12), message: `Gift ${how}` }],
  ignore: ({ user }) => ['people.ignore', { user_id: user }],
  block: ({ user }) => ['people.block', { user }],
  unblock: ({ user }) => ['people.unblock', { user }],
  report: ({ user }) => ['people.report', { user, reason: 'Rude' }],
  readNotifications: () => ['people.readNotifications', {}],
  profile: ({ how }) => ['account.updateProfile', profileOf(how)],
  ban: ({ user }) => ['admin.ban', { user_id: user, reason: 'Rude' }],
  unban: ({ user }) => ['admin.unban', { user_id: user }],
  adminRole: ({ user, how }) => ['admin.setRole', { user_id: user, role: how % 2 ? 'admin' : 'member' }],
  post: ({ user, how }) => ['posts.create', { user, content: textOf(how) }],
  postFor: ({ how }) => ['posts.create', { user: '@me', content: textOf(how), audience: how % 3 }],
  repost: ({ post, how }) => ['posts.create', { user: '@me', repost: post, content: how % 2 ? 'Look' : '' }],
  editPost: ({ post, how }) => ['posts.edit', { post_id: post, content: `${textOf(how)} anew` }],
  showPost: ({ post, how }) => [
    'posts.edit',
    { post_id: post, audience: how % 3, comments_closed: how % 2 === 1 },
  ],
  removePost: ({ post }) => ['posts.remove', { post_id: post }],
  like: ({ post }) => ['posts.like', { post_id: post }],
  comment: ({ post, how }) => ['posts.comment', { post_id: post, content: textOf(how) }],
  removeComment: ({ comment }) => ['posts.removeComment', { comment_id: comment }],
  likeComment: ({ comment }) => ['posts.likeComment', { comment_id: comment }],
  removeAccount: ({ person }) => ['account.remove', { password: person.password }],
  community: ({ how }) => ['community.update', { description: `Description ${how}` }],
} satisfies Record<string, (scene: Scene) => Request>;

/** The kinds of actions. */
export type What = keyof typeof ACTIONS;

function textOf(how: number): string {
  return how % 4 === 0 ? `Hello @bob and @carl ${how}` : `Message ${how}`;
}

function profileOf(how: number): Input<'account.updateProfile'> {
  const level = how % 3;
  return [
    { status: `Status ${how}` },
    { surname: `Surname ${how}` },
    { birthday: '1990-01-02', viewBirthdayState: level },
    { viewFriendsState: level },
    { viewAvatarState: level, about: `About ${how}` },
    { onlineType: level },
  ][how % 6] as Input<'account.updateProfile'>;
}

function pick<T>(list: readonly T[], index: number): T {
  return list[index % Math.max(1, list.length)] as T;
}
