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
  diskFull: 'There is no room left on the disk of your Downloads folder. Free up space and try again.',
};

/** The type that every language must match. */
export type DownloadMessages = typeof downloads;
