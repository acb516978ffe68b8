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
 * Why files could not be dragged out of the window. `too_slow`: the mouse button was released before they were ready.
 * `too_many`: more than 100. `disk_full`: there is no room for copies of them. `failed`: one could not be loaded.
 */
export type DragFailure = 'too_slow' | 'too_many' | 'disk_full' | 'failed';

/**
 * `look`: only returns the downloads. `cancel`: stops one and deletes what has arrived. `reveal`: shows a finished one
 * in its folder.
 */
export type FileDownloadAction = { action: 'look' } | { action: 'cancel' | 'reveal'; id: number };
