import type { Video } from '../../shared/contract/records';
import { call, uploadResult, uploads } from '../api';

/**
 * Captures a frame of a video and saves it as the poster; returns the updated video. Rejects if this browser can't
 * decode it or the host refuses it.
 */
export async function addPoster(video: Video): Promise<Video> {
  const picture = await frameOf(video.Url);
  const file = new File([picture], `${video.ID}.jpg`, { type: picture.type });
  const task = { call: 'photos.upload' as const, input: { mode: 'private' as const } };
  const { ID } = await uploadResult(uploads.add(file, task, { isShown: false, isBackground: true }));
  return call('videos.update', { video_id: video.ID, preview: ID });
}

/** Returns a frame from shortly after the start, since the very start is often black. */
async function frameOf(address: string): Promise<Blob> {
  const video = document.createElement('video');
  try {
    video.muted = true;
    video.preload = 'auto';
    video.src = address;
    await happened(video, 'loadeddata');
    video.currentTime = Math.min(3, video.duration / 10 || 0);
    await happened(video, 'seeked');
    const share = Math.min(1, MAX_WIDTH / video.videoWidth);
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(video.videoWidth * share);
    canvas.height = Math.round(video.videoHeight * share);
    canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85));
    if (!picture) throw new Error('The frame could not be drawn.');
    return picture;
  } finally {
    video.removeAttribute('src');
    video.load();
  }
}

function happened(video: HTMLVideoElement, name: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    video.addEventListener(name, () => resolve(), { once: true });
    video.addEventListener('error', () => reject(new Error('The video can’t be shown.')), { once: true });
  });
}

/** Maximum width of a poster in pixels. */
const MAX_WIDTH = 1280;
