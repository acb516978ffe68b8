import type { Presented, Transport } from '../../shared/client/transport';
import type { DownloadName } from '../../shared/contract';

/** A way from the pages to the service: through the desktop's bridge, or over HTTP and a socket. */
export interface PageTransport extends Transport {
  /** Gets a file to the person; false where they thought better of it. Throws like `call`. */
  download(name: DownloadName, input: unknown, presented: Presented): Promise<boolean>;
}
