import type { MessageModel } from '../../../shared/contract/records';

/** Whether a message has a text that its author can edit; notices, polls, events, stickers and forwarded ones don't. */
export function isEditable({ Type, Poll, Event, Sticker, Forwarded }: MessageModel): boolean {
  return Type === 'message' && !Poll && !Event && Sticker === undefined && !Forwarded;
}
