import type { MessageModel } from '../../shared/contract/records';
import { m } from '../i18n/index.svelte';
import { plainLine } from '../ui/markdown';

/** A message in one line: its words without marks, else what hangs on it. */
export function messageLine(
  message: Pick<MessageModel, 'Text' | 'Photos' | 'Attachments' | 'Repost'>,
): string {
  const words = plainLine(message.Text);
  if (words) return words;
  const { Photos: photos, Attachments: attachments, Repost: repost } = message;
  const [first] = attachments;
  if (photos.length) return photos.length > 1 ? m().media.photos(photos.length) : m().media.photo;
  if (first) return (first.Item && 'Name' in first.Item && first.Item.Name) || m().media.attached[first.Type];
  return repost ? m().media.attached.post : m().media.attached.message;
}
