import type { MessageModel } from '../contract/records';
import { plainLine } from '../markdown';
import type { AlertTexts } from '../texts/en/alerts';

/** A message in one line: its text without Markdown, or else what is attached. */
export function summaryOf(
  message: Pick<MessageModel, 'Text' | 'Photos' | 'Attachments' | 'Repost' | 'Sticker'>,
  texts: AlertTexts,
): string {
  const text = plainLine(message.Text);
  if (text) return text;
  const { Photos: photos, Attachments: attachments, Repost: repost } = message;
  const [first] = attachments;
  if (message.Sticker !== undefined) return texts.sticker(message.Sticker?.Emoji[0] ?? '');
  if (photos.length) return photos.length > 1 ? texts.photos(photos.length) : texts.photo;
  if (first?.Item && 'Voice' in first.Item) return texts.attached.voice;
  if (first) return (first.Item && 'Name' in first.Item && first.Item.Name) || texts.attached[first.Type];
  return repost ? texts.attached.post : texts.attached.message;
}
