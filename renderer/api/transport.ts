import type { RequestOptions, Transport } from '../../shared/client/transport';
import type { DownloadName } from '../../shared/contract';

/** Sends the pages' calls to the service: over the desktop bridge, or over HTTP and a WebSocket. */
export interface PageTransport extends Transport {
  /** Saves a file for the person. Returns false if they cancelled. Throws like `call`. */
  download(name: DownloadName, input: unknown, options: RequestOptions): Promise<boolean>;
}
