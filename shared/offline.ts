/** What the desktop stores on this computer of communities hosted elsewhere. */

/** What can be kept offline. */
export type OfflineKind = (typeof offlineKinds)[number];
export const offlineKinds = ['track', 'playlist', 'video'] as const;

/**
 * `look`: only returns the list. `keep`: stores an item on this computer until it is removed. `remove`: deletes it from
 * this computer.
 */
export type OfflineAction = { action: 'look' } | { action: 'keep' | 'remove'; kind: OfflineKind; id: number };

/** Something of a community hosted elsewhere that is kept on this computer. */
export interface OfflineItem {
  kind: OfflineKind;
  id: number;
  /** `waiting`: goes on when the host answers. `failed`: gone from the host, or there is no room on the disk. */
  state: 'waiting' | 'fetching' | 'ready' | 'failed';
  /** How much of it is stored, from 0 to 1. */
  share: number;
}

/** `look`: only returns the use. `budget`: changes the budget. `clear`: deletes everything that is not kept offline. */
export type ContentCacheAction = { action: 'look' | 'clear' } | { action: 'budget'; bytes: number | null };

/** The content of communities hosted elsewhere that is stored on this computer, in bytes. */
export interface ContentCacheUse {
  /** Stored in passing, within the budget. */
  cached: number;
  /** Kept offline, which doesn't count against the budget. */
  kept: number;
  /** Null for no limit. */
  budget: number | null;
}
