import type { Attachment, File, MessageModel } from '../../../shared/contract/records';
import type { Row } from '../conversation/rows';

/** Returns whether an attachment is shown in the mosaic of its message: a video that wasn't deleted. */
export function isInMosaic({ Type, Item }: Attachment): boolean {
  return Type === 'video' && Item !== null;
}

/** Returns whether a message shows a mosaic, whose edges are those of its bubble. */
export function hasMosaic({ message, outgoing }: Row): boolean {
  if (message) return message.Photos.length > 0 || message.Attachments.some(isInMosaic);
  const attached = outgoing?.uploading ?? outgoing?.attached ?? [];
  return attached.some(({ kind }) => kind === 'photo');
}

/** Returns whether a mosaic is all that a message shows, so that its time is drawn over it. */
export function isOnlyMosaic(row: Row): boolean {
  const { message, outgoing } = row;
  if (!hasMosaic(row)) return false;
  if (message) return !message.Text && !message.Reactions.length && onlyMosaicMedia(message);
  const attached = outgoing?.uploading ?? outgoing?.attached ?? [];
  return !outgoing?.text && attached.every(({ kind }) => kind === 'photo');
}

function onlyMosaicMedia({ Attachments, Repost }: MessageModel): boolean {
  return Repost === null && Attachments.every(isInMosaic);
}

/** Returns the first voice message after another one that others sent and the person did not listen to. */
export function nextUnheardVoice(messages: readonly MessageModel[], after: File): File | null {
  const voices = messages.flatMap(({ Attachments }) => Attachments.flatMap(voiceIn));
  const rest = voices.slice(voices.findLastIndex(({ ID }) => ID === after.ID) + 1);
  return rest.find(({ Mine, Voice }) => !Mine && !Voice?.Heard) ?? null;
}

function voiceIn({ Type, Item }: Attachment): File[] {
  return Type === 'file' && Item && 'Voice' in Item ? [Item] : [];
}
