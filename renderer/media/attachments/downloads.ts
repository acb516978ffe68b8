import type { File, Video } from '../../../shared/contract/records';
import { call } from '../../api';
import { errorText } from '../../i18n/errors';
import { toasts } from '../../ui';
import { hasExpired } from '../signed-url';

/** Returns the file, loaded again if its URL has expired. Throws AppError. */
export async function currentFile(file: File): Promise<File> {
  return hasExpired(file.Url) ? call('files.get', { file_id: file.ID }) : file;
}

/** Returns the video, loaded again if its URL has expired. Throws AppError. */
export async function currentVideo(video: Video): Promise<Video> {
  return hasExpired(video.Url) ? call('videos.get', { video_id: video.ID }) : video;
}

/** Downloads files, each under its own name. Shows a toast if some of them can't be loaded. */
export async function downloadFiles(files: readonly File[]): Promise<void> {
  let failure: unknown;
  for (const [place, file] of files.entries()) {
    if (place > 0 && place % BATCH_SIZE === 0)
      await new Promise((resolve) => setTimeout(resolve, BATCH_INTERVAL_MS));
    try {
      download(await currentFile(file));
    } catch (error) {
      failure = error;
    }
  }
  if (failure) toasts.show({ message: errorText(failure), tone: 'danger' });
}

/** Downloads a video under its name. */
export async function downloadVideo(video: Video): Promise<void> {
  try {
    download(await currentVideo(video));
  } catch (error) {
    toasts.show({ message: errorText(error), tone: 'danger' });
  }
}

/** Handles the click on a download link of a file, whose URL may have expired since it was drawn. */
export function clickDownload(event: MouseEvent, file: File): void {
  if (!hasExpired(file.Url)) return;
  event.preventDefault();
  void downloadFiles([file]);
}

function download({ Url, Name }: { Url: string; Name: string }): void {
  const link = document.createElement('a');
  link.href = Url;
  link.download = Name;
  link.click();
}

/** Chromium lets a page start this many downloads per second and silently drops the rest. */
const BATCH_SIZE = 10;
/** Pause between batches, in milliseconds. */
const BATCH_INTERVAL_MS = 1_100;
