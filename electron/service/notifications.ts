import type { NotificationType } from '../../shared/contract/records';
import { preparedOne } from '../database/prepared';
import type { Schema } from '../database/schema';
import { isBlockedEitherWay } from './access';
import type { Context } from './context';

type ItemKind = Schema['notification']['item_kind'];

export interface NewNotification {
  /** Whom to tell. */
  person: number;
  /** Who did it. */
  user: number;
  type: NotificationType;
  item: { kind: ItemKind; id: number };
}

const insert = preparedOne(
  (
    db,
    argument: {
      person: number;
      id: number;
      type: string;
      user: number;
      kind: string;
      item: number;
      now: number;
    },
  ) =>
    db.insertInto('notification').values({
      person_id: argument.person,
      id: argument.id,
      type: argument.type as NotificationType,
      user_id: argument.user,
      item_kind: argument.kind as ItemKind,
      item_id: argument.item,
      created_at: argument.now,
    }),
);

/** Tells a person of something, unless it was their own doing or one of the two blocked the other. */
export async function notify(ctx: Context, { person, user, type, item }: NewNotification): Promise<void> {
  if (person === user || (await isBlockedEitherWay(ctx.db, person, user))) return;
  const id = ctx.newId();
  await insert(ctx.db, { person, id, type, user, kind: item.kind, item: item.id, now: ctx.now() });
  ctx.emit({
    type: 'notification',
    scope: { kind: 'person', id: person },
    ref: { kind: 'notification', id },
  });
}
