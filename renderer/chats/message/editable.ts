import type { MessageModel } from '../../../shared/contract/records';

/**
 * Whether its author could edit the text of a message: notices, polls, events, stickers and forwarded messages can't
 * be.
 */
export function isEditable({ Type, Poll, Event, Sticker, Forwarded }: MessageModel): boolean {
  return Type === 'message' && !Poll && !Event && Sticker === undefined && !Forwarded;
}
