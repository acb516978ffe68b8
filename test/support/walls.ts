import { testService, type TestPerson, type TestService } from './service';

/** Fred is Ann's friend, Sue follows her, Sam is a stranger; Olga owns the community. */
export interface WallPeople {
  t: TestService;
  olga: TestPerson;
  ann: TestPerson;
  fred: TestPerson;
  sue: TestPerson;
  sam: TestPerson;
}

/** Creates a community with one person for each relationship to Ann. */
export async function wallPeople(): Promise<WallPeople> {
  const t = await testService();
  const [olga, ann, fred, sue, sam] = await t.people('Olga', 'Ann', 'Fred', 'Sue', 'Sam');
  await subscribe(fred, ann);
  await subscribe(ann, fred);
  await subscribe(sue, ann);
  return { t, olga, ann, fred, sue, sam };
}

export function subscribe(person: TestPerson, target: TestPerson) {
  return person.call('people.subscribe', { user: target.id, value: true });
}

/** Writes a post on a wall. */
export function write(author: TestPerson, wall: TestPerson, content = 'Hello') {
  return author.call('posts.create', { user: wall.id, content });
}
