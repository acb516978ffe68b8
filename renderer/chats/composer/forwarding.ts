import type { MessageModel } from '../../../shared/contract/records';
import type { Parcel } from '../../media/attachments/sending.svelte';

/** Returns what forwards a message: the host copies its content and names who first wrote it. */
export function parcelOf({ ID }: MessageModel): Parcel {
  return { forward: ID };
}

/** Whether a message can be forwarded: notices, polls and events can't. */
export function mayForward({ Type, Poll, Event }: MessageModel): boolean {
  return Type === 'message' && !Poll && !Event;
}
