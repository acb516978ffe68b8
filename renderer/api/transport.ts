import type { RequestOptions, Transport } from '../../shared/client/transport';
import type { DownloadName } from '../../shared/contract';

/** Carries the pages' calls to the service: through the desktop's bridge, or over HTTP and a socket. */
export interface PageTransport extends Transport {
  /** Saves a file for the person; false where they cancelled. Throws like `call`. */
  download(name: DownloadName, input: unknown, options: RequestOptions): Promise<boolean>;
}
