import type { StorageProblem } from '../../../shared/standby-copy';
import type { LogFollowing } from './log-following';
import type { StandbySettings } from '../queries';

/** How far the standby is: `behind` in bytes, `seenAt` in Unix seconds (0 for never), `durable` the last event it has. */
export interface StandbyState {
  status: 'none' | 'copying' | 'in_step' | 'behind' | 'gone';
  name: string;
  behind: number;
  seenAt: number;
  durable: number;
  /** Why it can't store what it gets; null if it can, as far as it has said. */
  problem: StorageProblem | null;
  /** Whether writes wait for the standby, and whether they don't at the moment, because it isn't in step. */
  wait: boolean;
  isWaitSuspended: boolean;
}

/** Returns how far the standby is; `follower` follows the log for it, if it is paired. */
export function standbyStateOf(
  standby: StandbySettings | undefined,
  follower: LogFollowing | null,
  seenAt: number,
): StandbyState {
  const { wait = false, certificate = '', name = '' } = standby ?? {};
  if (certificate === '') return { ...NONE, wait };
  const progress = follower?.state ?? GONE;
  return { ...progress, name, seenAt, wait, isWaitSuspended: follower?.isWaitSuspended ?? false };
}

const NONE = {
  status: 'none',
  name: '',
  behind: 0,
  seenAt: 0,
  durable: 0,
  problem: null,
  isWaitSuspended: false,
} as const;
const GONE = { status: 'gone', behind: 0, durable: 0, problem: null } as const;
