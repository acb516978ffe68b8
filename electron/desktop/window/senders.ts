import type { IpcMainEvent, IpcMainInvokeEvent } from 'electron';
import { communityAt, type ShownCommunity } from './scheme';

/** The community of the page that sent a message; null unless it is the main frame of one of our pages. */
export function communityFrom({
  senderFrame,
  sender,
}: Pick<IpcMainEvent | IpcMainInvokeEvent, 'senderFrame' | 'sender'>): ShownCommunity | null {
  return senderFrame !== null && senderFrame === sender.mainFrame ? communityAt(senderFrame.url) : null;
}
