import type { DownloadName } from '../../shared/contract';
import { sendRequest, errorOf, httpTransport, mapNetworkError } from '../../shared/client/http';
import type { RequestOptions } from '../../shared/client/transport';
import type { PageTransport } from './transport';

/** Returns a browser's transport: fetch and a WebSocket, at the address the page was loaded from. */
export function browserTransport(): PageTransport {
  let isLeaving = false;
  // Runs before the other listeners of this event: their last calls must know that the page is leaving.
  addEventListener('pagehide', () => (isLeaving = true), { capture: true });
  addEventListener('pageshow', () => (isLeaving = false));
  return {
    ...httpTransport({ url: location.origin, isSameVersion: true, isLeaving: () => isLeaving }),
    download,
  };
}

/** Saves the file with the browser's downloads, under the name the host gave it. */
async function download(name: DownloadName, input: unknown, options: RequestOptions): Promise<boolean> {
  const response = await sendRequest({ url: location.origin }, name, input, options);
  if (!response.ok) throw errorOf(response, await mapNetworkError(response.text(), options.signal));
  const file = await mapNetworkError(response.blob(), options.signal);
  const link = document.createElement('a');
  link.download = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? '';
  link.href = URL.createObjectURL(file);
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), BLOB_URL_MS);
  return true;
}

/** How long the browser may still be reading the blob URL, in milliseconds. */
const BLOB_URL_MS = 60_000;
