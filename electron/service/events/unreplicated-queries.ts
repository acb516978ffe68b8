import { sql } from 'kysely';
import { prepared } from '../../database/prepared';

/** An event with what it added or changed; texts are null where it is about something else, or that was deleted. */
export interface EventWithText {
  seq: number;
  type: string;
  created_at: number;
  name: string | null;
  surname: string | null;
  dialog: string | null;
  message: string | null;
  post: string | null;
  comment: string | null;
}

/** Counts of what a person wrote. */
export interface WrittenBy {
  name: string | null;
  surname: string | null;
  messages: number;
  posts: number;
  comments: number;
}

/** Counts who wrote or edited what in the events after a number, the most active first. */
export const countWrittenSince = prepared((db, argument: { since: number; limit: number }) =>
  db
    .selectFrom('event')
    .leftJoin('person', 'person.id', 'event.actor_id')
    .select(['person.name', 'person.surname'])
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('event.type', 'in', ['message', 'message_edit']).as('messages'),
      fn.countAll<number>().filterWhere('event.type', 'in', ['post', 'post_edit']).as('posts'),
      fn.countAll<number>().filterWhere('event.type', '=', 'comment').as('comments'),
    ])
    .where('event.seq', '>', argument.since)
    .where('event.type', 'in', ['message', 'message_edit', 'post', 'post_edit', 'comment'])
    .groupBy(['event.actor_id', 'person.name', 'person.surname'])
    .orderBy(({ fn }) => fn.countAll(), 'desc')
    .orderBy('event.actor_id')
    .limit(argument.limit),
);

/** Lists events after a number, in order, with the texts and names that a person recognizes them by. */
export const listEventsWithText = prepared((db, argument: { since: number; limit: number }) =>
  db
    .selectFrom('event')
    .leftJoin('person', 'person.id', 'event.actor_id')
    .leftJoin('dialog', (join) =>
      join.onRef('dialog.id', '=', 'event.scope_id').on('event.scope_kind', '=', sql.lit('dialog')),
    )
    .leftJoin('message', (join) =>
      join
        .onRef('message.dialog_id', '=', 'event.scope_id')
        .onRef('message.id', '=', 'event.ref_id')
        .on('event.ref_kind', '=', sql.lit('message')),
    )
    .leftJoin('post', (join) =>
      join.onRef('post.id', '=', 'event.ref_id').on('event.ref_kind', '=', sql.lit('post')),
    )
    .leftJoin('comment', (join) =>
      join
        .on('comment.id', '=', sql<number>`cast(event.body ->> 'Comment' as bigint)`)
        .on('event.type', '=', sql.lit('comment')),
    )
    .select(['event.seq', 'event.type', 'event.created_at', 'person.name', 'person.surname'])
    .select(['dialog.name as dialog', 'message.text as message', 'post.content as post'])
    .select('comment.content as comment')
    .where('event.seq', '>', argument.since)
    .orderBy('event.seq')
    .limit(argument.limit),
);
