import type { Parsed } from '../../../shared/contract';
import type { MessageModel, PostModel } from '../../../shared/contract/records';
import { attachmentRecords, type AttachmentRow } from '../content/attachment-records';
import type { ReadContext } from '../context';
import { attachedPostsOf } from '../posts/records';
import type { ScheduledRow } from './queries';

/** A scheduled message or post, and the input of the call that will publish it. */
export interface ScheduledContent {
  row: ScheduledRow;
  input: Pick<Parsed<'dialogs.send'>, 'photos_list' | 'attachments'>;
}

/**
 * Completes the records of scheduled messages or posts with what only the schedule stores: attachments, when they are
 * due, and why publishing them was refused. `records` and `items` have the same order.
 */
export async function withSchedule<T extends MessageModel | PostModel>(
  ctx: ReadContext,
  records: readonly T[],
  items: readonly ScheduledContent[],
): Promise<T[]> {
  const attached = await attachmentRecords(ctx, items.flatMap(attachmentRowsOf), (ids) =>
    attachedPostsOf(ctx, ids),
  );
  return records.map((record, index): T => {
    const { due_at = 0, refusal = '' } = items[index]?.row ?? {};
    const { photos = [], attachments = [] } = attached.get(record.ID) ?? {};
    return {
      ...record,
      Photos: photos,
      Attachments: attachments,
      Timestamp: due_at,
      Scheduled: 1,
      ...(refusal !== '' && { Refusal: refusal }),
    };
  });
}

/** What an item will have attached, as rows of attachments whose IDs are those of the attached items. */
function attachmentRowsOf({ row, input }: ScheduledContent): AttachmentRow[] {
  const { photos_list = [], attachments = [] } = input;
  const items = [
    ...photos_list.map((item) => ({ type: 'photo' as const, item_id: item })),
    ...attachments.map(({ Type, Item }) => ({ type: Type, item_id: Item })),
  ];
  const { id: message_id, created_at } = row;
  return items.map((item, position) => ({ ...item, message_id, id: item.item_id, position, created_at }));
}
