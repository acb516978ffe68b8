import type { RequestOptions, Transport } from '../../shared/client/transport';
import type { DownloadName } from '../../shared/contract';

/** The transport of the pages to the service: the desktop bridge, or HTTP and a WebSocket. */
export interface PageTransport extends Transport {
  /** Saves a file for the person. Returns false if they cancelled. Throws the same errors as `call`. */
  download(name: DownloadName, input: unknown, options: RequestOptions): Promise<boolean>;
}
