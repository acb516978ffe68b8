import type { WebContents } from 'electron';
import { isOwnPage } from './scheme';

/**
 * Keeps a window on our pages: it goes nowhere else, opens no other window and holds no webview. A link to the web that
 * asked for a window of its own is given to `openOutside`, the system's browser.
 */
export function guardNavigation(contents: WebContents, openOutside: (address: string) => void): void {
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame || !isOwnPage(event.url)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => {
    if (!isOwnPage(event.url)) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    const address = outsideAddress(url);
    if (address !== null) openOutside(address);
    return { action: 'deny' };
  });
}

/**
 * An address that may be given to the system, in its normal form, else null. The system opens files and starts programs
 * by their schemes, so nothing but https passes; names and passwords in it serve only to deceive.
 */
export function outsideAddress(address: string): string | null {
  if (address.length > ADDRESS_LENGTH || !URL.canParse(address)) return null;
  const { protocol, username, password, href } = new URL(address);
  return protocol === 'https:' && username === '' && password === '' ? href : null;
}

/** Windows refuses longer ones (2,083 characters). */
const ADDRESS_LENGTH = 2048;
