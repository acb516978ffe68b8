import { inEnglish } from '../../../../shared/texts/en/plural';

/** Downloads of the desktop app. */
export const downloads = {
  running: (name: string) => `Downloading ${name}`,
  runningSeveral: (count: number) => `Downloading ${count} files`,
  done: (name: string) => `${name} is in your Downloads folder`,
  doneSeveral: (count: number) =>
    `${inEnglish(count, { one: 'file is', other: 'files are' })} in your Downloads folder`,
  reveal: 'Show in folder',
  failed: (name: string) => `${name} couldn’t be downloaded. Try again.`,
  failedSeveral: (count: number) =>
    `${inEnglish(count, { one: 'file', other: 'files' })} couldn’t be downloaded. Try again.`,
  diskFull: 'The disk with your Downloads folder is full. Free up space and try again.',
  /** Why files could not be dragged out of the window. */
  drag: {
    too_slow: 'The files weren’t ready in time to be dragged out. Download them instead.',
    too_many: 'No more than 100 files can be dragged out at once. Download them instead.',
    disk_full: 'Not enough space on this computer to drag these files out. Free up space and try again.',
    failed: 'The files couldn’t be dragged out. Try again, or download them.',
  },
};

/** The type that every language must match. */
export type DownloadMessages = typeof downloads;
