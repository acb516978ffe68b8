import type { WebContents } from 'electron';
import { isOwnPage } from './scheme';

/**
 * Keeps a window on our pages: it cannot navigate elsewhere, open windows or contain webviews. External links are
 * passed to `openExternal`, which opens the system's browser.
 */
export function guardNavigation(contents: WebContents, openExternal: (address: string) => void): void {
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame || !isOwnPage(event.url)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => {
    if (!isOwnPage(event.url)) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    const address = toExternalUrl(url);
    if (address !== null) openExternal(address);
    return { action: 'deny' };
  });
}

/**
 * Normalizes a URL that may be passed to the system, else null. The system opens files and starts programs by URL
 * scheme, so only those of the web are allowed: https, and http, which routers, printers and small servers speak. User
 * names and passwords only serve to deceive.
 */
export function toExternalUrl(address: string): string | null {
  if (address.length > MAX_URL_LENGTH || !URL.canParse(address)) return null;
  const { protocol, username, password, href } = new URL(address);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  return isWeb && username === '' && password === '' ? href : null;
}

/** Windows rejects longer ones (2,083 characters). */
const MAX_URL_LENGTH = 2048;
