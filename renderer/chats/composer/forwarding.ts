import type { MessageModel } from '../../../shared/contract/records';
import { codePoints } from '../../../shared/code-points';
import { LIMITS } from '../../../shared/limits';
import { session } from '../../api';
import type { Parcel } from '../../media/attachments/sending.svelte';
import { personName } from '../names';

/** What is sent on of a message: its words, with whose they are where they aren't one's own, and all that still hangs on it. */
export function parcelOf(message: MessageModel): Parcel {
  const attachments = message.Attachments.flatMap(({ Type, Item }) =>
    Item ? [{ Type, Item: Item.ID }] : [],
  );
  return {
    text: attributed(message),
    ...(message.Photos.length && { photos_list: message.Photos }),
    ...(attachments.length && { attachments }),
    ...(message.Repost && { repost: message.Repost.ID }),
  };
}

/** The name stands over the words, as far as there is room for both. */
function attributed({ Author, Text, Type }: MessageModel): string {
  if (Author.ID === session.id || Type !== 'message' || isAttributed(Text)) return Text;
  const whole = `${ARROW} **${personName(Author)}**\n${Text}`.trimEnd();
  return codePoints(whole) <= LIMITS.message ? whole : Text;
}

/** What was sent on before keeps the name that it has. */
function isAttributed(text: string): boolean {
  return text.startsWith(`${ARROW} **`);
}

const ARROW = '↪';
