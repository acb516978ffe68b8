import type { CommunityRole } from '../../../shared/contract/records';
import type { StateChange } from '../ephemeral-state';

/**
 * A message from one host process to the others that serve the same community: about what is only in memory, such as
 * presence. Stored events take another way. A lost signal does no lasting harm.
 */
export type Signal =
  /**
   * A process began or is connected again: the others forget who was present at it, and repeat who is present at
   * theirs. If it is connected `isAgain`, they may have missed what it told meanwhile.
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
