import type { CommunityRole } from '../../../shared/contract/records';
import type { StateChange } from '../ephemeral-state';

/** What the processes of a community tell each other beside stored events; a lost signal does no lasting harm. */
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

/** Several processes that serve one community. */
export interface ProcessBus {
  /** Tells all other processes. Never throws: what can't be sent is lost. */
  send: (signal: Signal) => void;
}
