import type { Db } from '../../database/open';
import { preparedOne } from '../../database/prepared';

const dialogMember = preparedOne((db, argument: { dialog: number; person: number }) =>
  db
    .selectFrom('dialog')
    .leftJoin('member', (join) =>
      join.onRef('member.dialog_id', '=', 'dialog.id').on('member.person_id', '=', argument.person),
    )
    .select([
      'dialog.id',
      'dialog.type',
      'dialog.name',
      'dialog.avatar',
      'dialog.private',
      'dialog.owner_id',
      'dialog.low_id',
      'dialog.high_id',
      'dialog.members',
      'dialog.last_message_id',
      'dialog.furthest_read_id',
      'dialog.furthest_reader_id',
      'dialog.other_read_id',
      'member.role',
      'member.read_id',
      'member.muted',
      'member.muted_until',
      'member.pinned_at',
      'member.archived',
      'member.silenced_until',
    ])
    .where('dialog.id', '=', argument.dialog),
);

const removal = preparedOne((db, argument: { dialog: number; person: number }) =>
  db
    .selectFrom('removal')
    .select('id')
    .where('dialog_id', '=', argument.dialog)
    .where('person_id', '=', argument.person),
);

const messageMember = preparedOne((db, argument: { message: number; person: number }) =>
  db
    .selectFrom('message_place as place')
    .innerJoin('message', (join) =>
      join.onRef('message.dialog_id', '=', 'place.dialog_id').onRef('message.id', '=', 'place.id'),
    )
    .leftJoin('member', (join) =>
      join.onRef('member.dialog_id', '=', 'place.dialog_id').on('member.person_id', '=', argument.person),
    )
    .select([
      'message.id',
      'message.dialog_id',
      'message.author_id',
      'message.type as message_type',
      'message.text',
      'message.repost_id',
      'message.forward_id',
      'message.thread_id',
      'message.replies',
      'member.role',
    ])
    .where('place.id', '=', argument.message),
);

/** Returns a dialog with a person's membership; the columns of the membership are null if they are not a member. */
export function findDialogMember(db: Db, dialog: number, person: number) {
  return dialogMember(db, { dialog, person });
}

/** Returns the ID of a person's removal from a dialog, unless they have rejoined since. */
export async function findRemoval(db: Db, dialog: number, person: number): Promise<number | undefined> {
  return (await removal(db, { dialog, person }))?.id;
}

/** Returns a message with a person's role in its dialog; the role is null if they are not a member. */
export function findMessageMember(db: Db, message: number, person: number) {
  return messageMember(db, { message, person });
}

export type DialogMemberRow = NonNullable<Awaited<ReturnType<typeof findDialogMember>>>;
export type MessageMemberRow = NonNullable<Awaited<ReturnType<typeof findMessageMember>>>;
