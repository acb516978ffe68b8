import type { Database } from 'better-sqlite3';
import { fold } from '../../electron/database/folding';
import { randomFrom } from '../../electron/demo/script/random';
import { firstIdentifierOf } from '../../electron/service/identifiers';
import { textFrom } from './words';

/** The number of people that each person follows. */
const FOLLOWED = 100;

interface Walls {
  people: readonly number[];
  posts: number;
  /** Returns the Unix time in seconds of a post by index. */
  timeOf: (post: number) => number;
}

/** Lets everyone follow a hundred others and fills the walls; all posts are on their author's own wall. */
export function seedWalls(raw: Database, { people, posts, timeOf }: Walls): void {
  const relation = raw.prepare(
    'INSERT OR IGNORE INTO relation (person_id, target_id, friends, ignored, created_at) VALUES (?, ?, 0, 0, ?)',
  );
  people.forEach((person, index) => {
    for (let step = 1; step <= FOLLOWED; step++) {
      const target = people[(index + step * 7) % people.length];
      if (target !== undefined && target !== person) relation.run(person, target, timeOf(0));
    }
  });
  raw.exec('UPDATE person SET followers = (SELECT count(*) FROM relation WHERE target_id = person.id)');
  const random = randomFrom(6);
  const insert = raw.prepare(
    'INSERT INTO post (id, wall_id, author_id, content, created_at) VALUES (?, ?, ?, ?, ?)',
  );
  const index = raw.prepare("INSERT INTO post_search (rowid, facts, text) VALUES (?, 'post', ?)");
  for (let post = 0; post < posts; post++) {
    const at = timeOf(post);
    // The first identifier of a second may belong to a message.
    const id = firstIdentifierOf(at) + 2;
    const author = people[Math.floor(random() * people.length)];
    const content = textFrom(random);
    insert.run(id, author, author, content, at);
    index.run(id, fold(content));
  }
  raw.exec('UPDATE person SET posts = (SELECT count(*) FROM post WHERE wall_id = person.id)');
}
