import type { Video } from '../../shared/contract/records';
import { m } from '../i18n/index.svelte';
import { copy } from '../common/copy';
import { addressForOthers } from '../addresses.svelte';

/** Returns a link to a video, optionally at a time in seconds; null if this app has no address reachable by others. */
export function linkTo({ ID }: Pick<Video, 'ID'>, seconds = 0): string | null {
  const at = Math.floor(seconds);
  return addressForOthers({ view: 'videos', videoId: ID, ...(at > 0 && { seconds: at }) });
}

/** Copies the link to a video to the clipboard and shows a toast. */
export async function copyLink(video: Pick<Video, 'ID'>, seconds = 0): Promise<void> {
  const link = linkTo(video, seconds);
  if (link !== null) await copy(link, m().videos.linkCopied);
}
