/** The copy that the desktop keeps of a community hosted elsewhere, with which this computer can host it. */

/**
 * `look`: only returns the state. `check`: returns the room that a link's copy needs. `keep`: makes this computer the
 * standby by a link. `stop`: ends that and deletes the copy, apart from what only this computer has. `promote`: hosts
 * the community from the copy, for its owner. `rejoin`: a host that was replaced becomes the standby of the new one;
 * its own data is moved aside.
 */
export type StandbyCopyAction =
  | { action: 'look' }
  | { action: 'check' | 'keep'; link: string }
  | { action: 'stop' }
  | { action: 'promote' }
  | { action: 'rejoin' };

/** Bytes that the copy of a link needs (0 if unknown), and that the disk has left. */
export interface StandbyCopyRoom {
  needed: number;
  free: number;
}

/**
 * Why the host doesn't want the copy (`link`, `replaced`, `version`, `busy`), why the community can't be hosted from
 * here (`not_moved`, `incomplete`, `newer`), or what is wrong on this computer (`disk_full`, `failed`).
 */
export type StandbyCopyProblem = (typeof standbyCopyProblems)[number];
export const standbyCopyProblems = [
  'link',
  'replaced',
  'version',
  'busy',
  'not_moved',
  'incomplete',
  'newer',
  'disk_full',
  'failed',
] as const;

/** The state of the copy of a community. */
export interface StandbyCopyState {
  /**
   * `gone`: the host doesn't answer. `refused`: the host doesn't want this copy, or not now. `failed`: it is tried
   * again soon. `promoting`: this computer is about to host the community. `hosting`: it does. `superseded`: it did,
   * until `newHost` took over.
   */
  status:
    | 'none'
    | 'connecting'
    | 'copying'
    | 'behind'
    | 'in_step'
    | 'gone'
    | 'refused'
    | 'failed'
    | 'promoting'
    | 'hosting'
    | 'superseded';
  /** While copying: bytes that are here, and about how many there are in all (0 if unknown). */
  done: number;
  total: number;
  /** Unix seconds since when the host is gone; 0 while it isn't. */
  since: number;
  /** Null for none. After an attempt to host the community: why it failed. */
  problem: StandbyCopyProblem | null;
  /** Whether there is a complete copy, even if an old one. */
  isComplete: boolean;
  /** Whether photos and files may be missing in it that have been named for longer than a moment. */
  lacksContents: boolean;
  /** While hosting: `HOST:PORT` where the community is shared. */
  addresses: string[];
  /** The name of the computer that took over; "" if unknown, and otherwise. */
  newHost: string;
  /**
   * The folder with backups and earlier data that exist only on this computer, with or without a copy; absent for none.
   */
  ownData?: string;
}

/** Why a standby can't store what it gets. */
export type StorageProblem = (typeof STORAGE_PROBLEMS)[number];
export const STORAGE_PROBLEMS = ['disk_full', 'failed'] as const;
