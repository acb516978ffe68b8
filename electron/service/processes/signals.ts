import type { CommunityRole } from '../../../shared/contract/records';
import type { StateChange } from '../ephemeral-state';

/** What the processes of a community tell each other beside stored events; a lost signal does no lasting harm. */
export type Signal =
  /** A process began: the others repeat who is present at theirs. */
  | { kind: 'hello' }
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
