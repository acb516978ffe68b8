import type { MessageModel } from '../contract/records';
import { plainLine } from '../markdown';
import type { AlertTexts } from '../texts/en/alerts';

/** What a summary of a message is made from. */
export type Summarized = Pick<
  MessageModel,
  'Text' | 'Photos' | 'Attachments' | 'Repost' | 'Sticker' | 'Poll' | 'Event'
>;

/** A message in one line: its text without Markdown, marked if it is a poll or an event, or else what is attached. */
export function summaryOf(message: Summarized, texts: AlertTexts): string {
  const text = plainLine(message.Text);
  if (message.Poll) return texts.poll(text);
  if (message.Event) return texts.event(text);
  if (text) return text;
  const { Photos: photos, Attachments: attachments, Repost: repost } = message;
  const [first] = attachments;
  if (message.Sticker !== undefined) return texts.sticker(message.Sticker?.Emoji[0] ?? '');
  const videos = attachments.filter(({ Type }) => Type === 'video').length;
  if (photos.length + videos > 1) return texts.pictures(photos.length, videos);
  if (photos.length) return texts.photo;
  if (first?.Item && 'Voice' in first.Item) return texts.attached.voice;
  if (first) return (first.Item && 'Name' in first.Item && first.Item.Name) || texts.attached[first.Type];
  return repost ? texts.attached.post : texts.attached.message;
}
