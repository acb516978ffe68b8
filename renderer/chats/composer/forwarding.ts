import type { MessageModel } from '../../../shared/contract/records';
import type { Parcel } from '../../media/attachments/sending.svelte';

/** Returns what forwards a message: the host copies its content and names who first wrote it. */
export function parcelOf({ ID }: MessageModel): Parcel {
  return { forward: ID };
}

/** Whether a message can be forwarded: notices and polls can't. */
export function mayForward({ Type, Poll }: MessageModel): boolean {
  return Type === 'message' && !Poll;
}
