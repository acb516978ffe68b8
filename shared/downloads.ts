/** A file that the desktop program downloads into the person's Downloads folder. */
export interface FileDownload {
  id: number;
  /** Its name in that folder. */
  name: string;
  /** Bytes. */
  received: number;
  /** In bytes; 0 while unknown. */
  size: number;
  /** `disk_full`: failed because there is no room for it. `failed`: for any other reason. */
  state: 'running' | 'done' | 'cancelled' | 'failed' | 'disk_full';
}

/**
 * `look`: only returns the downloads. `cancel`: stops one and deletes what has arrived. `reveal`: shows a finished one in
 * its folder.
 */
export type FileDownloadAction = { action: 'look' } | { action: 'cancel' | 'reveal'; id: number };
