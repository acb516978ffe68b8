import type { Sticker } from '../../../shared/contract/records';
import type { StoredAttachment } from '../../media/attachments/tray/stored-attachments';

/** The parts of a replied-to message that its quote shows. */
export interface Quoted {
  id: number;
  /** The author's id, for the hue; 0 if the account was deleted. */
  author: number;
  name: string;
  text: string;
}

/** What a person wrote as a new message. */
export interface MessageContent {
  text: string;
  replyTo: Quoted | null;
  attached: readonly StoredAttachment[];
  /** A sticker, which is the whole message. */
  sticker?: Sticker;
}
