import type { MessageModel } from '../../../shared/contract/records';
import { codePoints } from '../../../shared/characters/code-points';
import { LIMITS } from '../../../shared/limits';
import { session } from '../../api';
import type { Parcel } from '../../media/attachments/sending.svelte';
import { personName } from '../names';

/** Returns the content for forwarding a message: its text, attributed if someone else wrote it, and its attachments. */
export function parcelOf(message: MessageModel): Parcel {
  const attachments = message.Attachments.flatMap(({ Type, Item }) =>
    Item ? [{ Type, Item: Item.ID }] : [],
  );
  return {
    // A sticker is the whole message, without who sent it.
    text: message.Sticker ? '' : attributed(message),
    ...(message.Photos.length && { photos_list: message.Photos }),
    ...(attachments.length && { attachments }),
    ...(message.Sticker && { sticker: message.Sticker.ID }),
    ...(message.Repost && { repost: message.Repost.ID }),
  };
}

/** Returns the text with the author's name above it, or the text alone if both together are too long. */
function attributed({ Author, Text, Type }: MessageModel): string {
  if (Author.ID === session.id || Type !== 'message' || isAttributed(Text)) return Text;
  const whole = `${ARROW} **${personName(Author)}**\n${Text}`.trimEnd();
  return codePoints(whole) <= LIMITS.message ? whole : Text;
}

/** A text that was forwarded before keeps its first attribution. */
function isAttributed(text: string): boolean {
  return text.startsWith(`${ARROW} **`);
}

const ARROW = '↪';
