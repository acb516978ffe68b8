import type { DownloadName } from '../../shared/contract';
import { ask, errorOf, httpTransport, reached } from '../../shared/client/http';
import type { RequestOptions } from '../../shared/client/transport';
import type { PageTransport } from './transport';

/** A browser's transport: fetch and a WebSocket, at the address that the page came from. */
export function http(): PageTransport {
  return { ...httpTransport({ url: location.origin }), download };
}

/** The browser keeps the file among its downloads, by the name that the host gave it. */
async function download(name: DownloadName, input: unknown, options: RequestOptions): Promise<boolean> {
  const response = await ask({ url: location.origin }, name, input, options);
  if (!response.ok) throw errorOf(response, await reached(response.text(), options.signal));
  const file = await reached(response.blob(), options.signal);
  const link = document.createElement('a');
  link.download = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? '';
  link.href = URL.createObjectURL(file);
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT);
  return true;
}

/** Milliseconds for which a browser may still be reading a file that it was handed. */
const KEPT = 60_000;
