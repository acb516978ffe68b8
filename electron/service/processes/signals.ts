import type { CommunityRole } from '../../../shared/contract/records';
import type { StateChange } from '../ephemeral-state';

/**
 * A message from one host process to the others that serve the same community: about what is only in memory, such as
 * presence. Stored events take another way. A lost signal does no lasting harm.
 */
export type Signal =
  /**
   * A process started or reconnected: the others discard its presence and send theirs again. With `isAgain`, they may
   * have missed its signals in the meantime.
   */
  | { kind: 'hello'; isAgain: boolean }
  | { kind: 'goodbye' }
  /** A process is alive. */
  | { kind: 'alive' }
  /** Changes of rate limits, used captchas and presence. */
  | { kind: 'state'; changes: StateChange[] }
  | { kind: 'close'; of: { token?: number; person?: number; except?: number } }
  | { kind: 'role'; person: number; role: CommunityRole }
  | { kind: 'announce'; person: number }
  | { kind: 'typing'; person: number; dialog: number }
  /** Email or a scheduled item was stored. */
  | { kind: 'queued' };

/** The connection of this process to the others that serve the same community. */
export interface ProcessBus {
  /** Sends a signal to all other processes. Never throws: what can't be sent is lost. */
  send: (signal: Signal) => void;
}
