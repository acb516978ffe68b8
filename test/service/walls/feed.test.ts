import fc from '../../support/inputs/properties';
import { beforeEach, describe, expect, test } from 'vitest';
import type { TestPerson, TestService } from '../../support/service';
import { wallPeople, write } from '../../support/walls';

let t: TestService;
let olga: TestPerson;
let ann: TestPerson;
let fred: TestPerson;
let sue: TestPerson;
let sam: TestPerson;

beforeEach(async () => {
  ({ t, olga, ann, fred, sue, sam } = await wallPeople());
});

describe('the feed', () => {
  test('contains visible posts by oneself and by people one follows, on any wall', async () => {
    const own = await write(sue, sue);
    const anns = await write(ann, ann);
    const onSams = await write(ann, sam);
    await write(fred, fred);
    await write(sam, ann);
    expect(await feedOf(sue)).toEqual([onSams.ID, anns.ID, own.ID]);
    await sam.call('people.block', { user: sue.id });
    expect(await feedOf(sue)).toEqual([anns.ID, own.ID]);
    expect((await sue.refused('posts.list', { user: ann.id, feed: true })).fields).toHaveProperty('feed');
  });

  test('matches a plain filter of all posts, on every page and in every language', async () => {
    const people = [olga, ann, fred, sue, sam];
    const someone = fc.nat({ max: people.length - 1 });
    const post = fc.record({
      what: fc.constant('post'),
      who: someone,
      whom: someone,
      lang: fc.nat({ max: 2 }),
    });
    const other = fc.record({
      what: fc.constantFrom('subscribe', 'block', 'unblock', 'ban', 'unban', 'remove'),
      ...{ who: someone, whom: someone, lang: fc.nat({ max: 2 }) },
    });
    const acts = fc.array(fc.oneof({ weight: 4, arbitrary: post }, { weight: 1, arbitrary: other }), {
      minLength: 20,
      maxLength: 60,
    });
    const tokens = new Map<TestPerson, TestPerson>();
    for (const person of people) {
      const { Token = '' } = await person.call('account.createToken', { name: 'bot' });
      tokens.set(person, t.as({ ...person.session, token: Token }, person));
    }
    const written: { id: number; author: number; wall: number; language: number }[] = [];
    const follows = new Set([`${fred.id}>${ann.id}`, `${ann.id}>${fred.id}`, `${sue.id}>${ann.id}`]);
    const blocks = new Set<string>();
    const banned = new Set<number>();
    const done = async (call: Promise<unknown> | undefined) =>
      call?.then(() => true).catch(() => false) ?? false;
    const model = (viewer: number, language: number) =>
      written
        .filter((one) => one.author === viewer || follows.has(`${viewer}>${one.author}`))
        .filter((one) => language === 0 || one.language === language)
        .filter((one) =>
          [one.author, one.wall].every(
            (person) =>
              !banned.has(person) && !blocks.has(`${viewer}>${person}`) && !blocks.has(`${person}>${viewer}`),
          ),
        )
        .map((one) => one.id)
        .sort((one, other) => other - one);
    await fc.assert(
      fc.asyncProperty(acts, async (list) => {
        for (const { what, who, whom, lang } of list) {
          t.clock.advance(1);
          const [person, target] = [people[who] ?? ann, people[whom] ?? ann];
          const by = tokens.get(person);
          const tie = `${person.id}>${target.id}`;
          if (what === 'post') {
            const made = await by
              ?.call('posts.create', { user: target.id, content: 'Hello', language: lang })
              .catch(() => null);
            if (made) written.push({ id: made.ID, author: person.id, wall: target.id, language: lang });
          } else if (what === 'remove') {
            const last = written.findLast((one) => one.author === person.id);
            const isGone = last && (await done(by?.call('posts.remove', { post_id: last.id })));
            if (isGone) written.splice(written.indexOf(last), 1);
          } else if (what === 'subscribe') {
            if (await done(by?.call('people.subscribe', { user: target.id, value: true }))) follows.add(tie);
          } else if (what === 'block' || what === 'unblock') {
            const name = what === 'block' ? 'people.block' : 'people.unblock';
            if (!(await done(by?.call(name, { user: target.id })))) continue;
            if (what === 'unblock') blocks.delete(tie);
            else for (const ended of [tie, `${target.id}>${person.id}`]) follows.delete(ended);
            if (what === 'block') blocks.add(tie);
          } else {
            const name = what === 'ban' ? 'admin.ban' : 'admin.unban';
            if (!(await done(tokens.get(olga)?.call(name, { user_id: target.id, reason: 'Loud' })))) continue;
            if (what === 'ban') banned.add(target.id);
            else banned.delete(target.id);
          }
        }
        for (const person of people) {
          if (banned.has(person.id)) continue;
          for (const lang of [0, 1, 2]) {
            const pages: number[] = [];
            for (let last_id = 0; ;) {
              t.clock.advance(1);
              const place = { user: '@me', feed: true, lang, last_id, limit: 3 };
              const page = (await tokens.get(person)?.call('posts.list', place)) ?? [];
              pages.push(...page.map((one) => one.ID));
              last_id = page.at(-1)?.ID ?? 0;
              if (page.length < 3) break;
            }
            expect([person.name, lang, pages]).toEqual([person.name, lang, model(person.id, lang)]);
          }
        }
      }),
      { numRuns: 5, endOnFailure: true },
    );
  });
});

async function feedOf(person: TestPerson): Promise<number[]> {
  return (await person.call('posts.list', { user: '@me', feed: true })).map((post) => post.ID);
}
