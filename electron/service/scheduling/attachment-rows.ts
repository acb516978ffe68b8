import type { Parsed } from '../../../shared/contract';
import type { AttachmentRow } from '../content/attachment-records';
import type { ScheduledRow } from './queries';

/** What a scheduled item will have attached, as rows of attachments whose IDs are those of the items. */
export function attachmentRowsOf(
  { id, created_at }: ScheduledRow,
  { photos_list = [], attachments = [] }: Pick<Parsed<'dialogs.send'>, 'photos_list' | 'attachments'>,
): AttachmentRow[] {
  const items = [
    ...photos_list.map((item) => ({ type: 'photo' as const, item_id: item })),
    ...attachments.map(({ Type, Item }) => ({ type: Type, item_id: Item })),
  ];
  return items.map((item, position) => ({ ...item, message_id: id, id: item.item_id, position, created_at }));
}
