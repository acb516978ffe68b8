import type { IpcMainEvent, IpcMainInvokeEvent } from 'electron';
import { communityAt, type ShownCommunity } from './scheme';

/** Of which community's page a message came; null unless it came from the main frame of a page of ours. */
export function communityFrom({
  senderFrame,
  sender,
}: Pick<IpcMainEvent | IpcMainInvokeEvent, 'senderFrame' | 'sender'>): ShownCommunity | null {
  return senderFrame !== null && senderFrame === sender.mainFrame ? communityAt(senderFrame.url) : null;
}
