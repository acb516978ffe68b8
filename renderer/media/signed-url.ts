/** Whether the signed URL of content has expired, or is about to. One without a signature never does. */
export function hasExpired(url: string): boolean {
  const expires = /[?&]exp=(\d+)/.exec(url)?.[1];
  return expires !== undefined && Number(expires) * 1000 - Date.now() < MARGIN;
}

/** Milliseconds before its expiry from which a URL is renewed. */
const MARGIN = 5 * 60 * 1000;
