import fc from '../support/inputs/properties';
import { expect, test } from 'vitest';
import { serverUrl } from '../support/databases/databases';
import { drawActions, Town, type DoneAction } from '../support/model/random-actions';
import { Copy } from '../support/model/copy';
import { testService, type TestLine } from '../support/service';

const WEIGHTS = {
  ...{ send: 30, reply: 8, edit: 8, delete: 6, react: 8, unreact: 3, read: 15 },
  ...{ create: 3, createPrivate: 4, update: 4, removeDialog: 1, join: 10, add: 5, leave: 3, remove: 2 },
  ...{ setRole: 4, mute: 2, pin: 2, subscribe: 8, ignore: 2, block: 2, unblock: 6, report: 2 },
  ...{ give: 4, removeAccount: 1, post: 12, repost: 4, editPost: 4, removePost: 3 },
  ...{ like: 12, comment: 12, removeComment: 3, likeComment: 6 },
  ...{ readNotifications: 2, profile: 8, ban: 1, unban: 4, adminRole: 2, community: 1 },
};

test('state built from events always equals state read from the host', async () => {
  const property = fc.asyncProperty(fc.integer(), async (seed) => {
    const t = await testService();
    const town = await Town.found(t, ['Ann', 'Bob', 'Carl', 'Dora', 'Eve']);
    const ids = town.people.map((person) => person.id);
    const followers = await Promise.all(
      town.people.map((person) => Follower.begin(new Copy(person, ids, t.clock))),
    );
    const blocks = new Set<string>();
    const isBetween = (one: number, other: number) =>
      blocks.has(`${one}>${other}`) || blocks.has(`${other}>${one}`);
    for (const [index, action] of drawActions(WEIGHTS, 250, seed).entries()) {
      const done = await town.perform(action);
      if (done) note(blocks, done);
      if (index % 10 === 9) for (const follower of followers) await follower.follow();
      // From time to time a person disconnects and reconnects later.
      if (index % 50 === 20) followers[action.how % 5]?.away();
    }
    for (const follower of followers) await follower.follow();
    for (const { copy, isHere } of followers) {
      if (!isHere) continue;
      t.clock.advance(10);
      const fresh = await new Copy(copy.viewer, ids, t.clock).load();
      const strangers = new Set(ids.filter((id) => isBetween(copy.viewer.id, id)));
      expect(plain(copy, strangers)).toEqual(plain(fresh, strangers));
    }
  });
  // The other database answers the same queries, so that two towns meet what it answers differently.
  await fc.assert(property, { numRuns: serverUrl === undefined ? 5 : 2, endOnFailure: true });
});

/** A copy and the line that keeps it, which ends with a ban or when its owner goes away, and is taken up again. */
class Follower {
  readonly copy: Copy;
  #line: TestLine | null = null;
  #log = '';
  #seq = 0;

  private constructor(copy: Copy) {
    this.copy = copy;
  }

  static async begin(copy: Copy): Promise<Follower> {
    const follower = new Follower(copy);
    await follower.#open({});
    await copy.load();
    return follower;
  }

  get isHere(): boolean {
    return this.#line !== null && this.#line.closed === null;
  }

  async follow(): Promise<void> {
    if (this.#line?.closed) this.away();
    if (!this.#line) await this.#open({ since: this.#seq, log: this.#log }).catch(() => undefined);
    for (const event of (await this.#line?.take()) ?? []) {
      if (event.Seq !== undefined) {
        expect(event.Seq).toBeGreaterThan(this.#seq);
        this.#seq = event.Seq;
      }
      await this.copy.apply(event);
    }
  }

  away(): void {
    this.#line?.close();
    this.#line = null;
  }

  async #open(options: { since?: number; log?: string }): Promise<void> {
    const line = await this.copy.viewer.listen(options);
    const [hello] = line.frames;
    if (hello?.Type === 'hello' && options.since === undefined) {
      this.#log = hello.Log;
      this.#seq = hello.Seq;
    }
    this.#line = line;
  }
}

function note(blocks: Set<string>, { what, person, target }: DoneAction): void {
  if (what === 'block') blocks.add(`${person}>${target}`);
  if (what === 'unblock') blocks.delete(`${person}>${target}`);
}

/**
 * What a copy holds without what nobody is told: who is here (an event of its own, not kept), how many have seen a
 * message of a channel or a post, what becomes of those who are blocked, what others do to a thing beyond the
 * walls that are followed, where it is repeated or told of, and how many posts are on those walls.
 */
function plain(copy: Copy, strangers: ReadonlySet<number>): unknown {
  const contents = copy.contents();
  const people = Object.entries(contents.people).filter(([id]) => !strangers.has(Number(id)));
  const counts = Object.keys(contents.posts).map((id) => [id, copy.people.get(Number(id))?.Posts]);
  const ofStrangers = (id: number) => strangers.has(copy.dialogs.get(id)?.DialogDude?.ID ?? 0);
  const isApart = ({ Author, Target }: { Author: { ID: number }; Target?: { ID: number } | null }) =>
    strangers.has(Author.ID) || strangers.has(Target?.ID ?? 0);
  const posts = Object.values(contents.posts)
    .flat()
    .filter((post) => !isApart(post));
  const repeated = posts.map((post) => ({
    ...post,
    // Theirs are counted among them.
    Comments: strangers.size > 0 ? 0 : post.Comments,
    Repost: post.Repost && !isApart(post.Repost) ? { ID: post.Repost.ID } : null,
  }));
  const comments = posts.map(({ ID }) => (contents.comments[ID] ?? []).filter((one) => !isApart(one)));
  const notifications = contents.notifications.map((one) =>
    one.Item && 'Content' in one.Item ? { ...one, Item: { ID: one.Item.ID } } : one,
  );
  const all = {
    ...contents,
    ...{ people: Object.fromEntries(people), counts, posts: repeated, comments, notifications },
  };
  const text = JSON.stringify(all, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const { Online: _online, Views: _views, Posts: _posts, ...record } = value as Record<string, unknown>;
    const id = Number(record.ID);
    if ('RelationshipState' in record && strangers.has(id)) return { ID: id };
    return record.Type === 'private' && ofStrangers(id) ? { ...record, Name: '', Avatar: 0 } : record;
  });
  return JSON.parse(text) as unknown;
}
