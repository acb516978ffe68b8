import type { Video } from '../../shared/contract/records';
import { m } from '../i18n/index.svelte';
import { addressForOthers } from '../addresses.svelte';
import { copyText, toasts } from '../ui';

/** Where others open a video, at a moment; null where these pages have no address that others can open. */
export function linkTo({ ID }: Pick<Video, 'ID'>, seconds = 0): string | null {
  const at = Math.floor(seconds);
  return addressForOthers({ view: 'videos', videoId: ID, ...(at > 0 && { seconds: at }) });
}

/** Copies the link to a video, and says so. */
export async function copyLink(video: Pick<Video, 'ID'>, seconds = 0): Promise<void> {
  const link = linkTo(video, seconds);
  if (link === null) return;
  try {
    await copyText(link);
    toasts.show({ message: m().videos.linkCopied });
  } catch {
    toasts.show({ message: m().common.notCopied, tone: 'danger' });
  }
}
