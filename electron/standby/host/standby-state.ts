import type { LogFollowing } from './log-following';
import type { StandbyProgress } from './progress';
import type { StandbySettings } from '../queries';

/** The progress of the standby; `seenAt` in Unix seconds (0 for never). */
export interface StandbyState extends Omit<StandbyProgress, 'status'> {
  status: StandbyProgress['status'] | 'none';
  name: string;
  seenAt: number;
  /** Whether writes wait for the standby, and whether that is suspended because it isn't in step. */
  wait: boolean;
  isWaitSuspended: boolean;
}

/** Returns the progress of the standby; `follower` sends it the log if it is paired. */
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
  unreadable: 0,
  isWaitSuspended: false,
} as const;
const GONE = { status: 'gone', behind: 0, durable: 0, problem: null, unreadable: 0 } as const;
