import type { Logger } from 'pino';
import type { ContentStore } from '../../content/store';
import type { Store } from '../../database/open';
import type { CommunityKeys } from '../../identity/certificate';
import type { HostingGate } from '../succession/hosting-gate';
import type { ContentListing } from './content-sender';
import type { HostDescriptionOptions } from './host-description';

/** The community that a StandbyHost sends to its standby, and what it reports. */
export interface StandbyHostOptions extends Omit<HostDescriptionOptions, 'folder'> {
  store: Store;
  gate: HostingGate;
  content: ContentStore;
  listing: ContentListing;
  keys: CommunityKeys;
  /** The port to wait on; null for a free one. */
  port: number | null;
  /** Returns the number of the last committed event. */
  seq: () => number;
  /** Called when `durable` changed. */
  onDurable: () => void;
  /** ID of the community. */
  community: number;
  /** Called when the last good backup on the standby is too old. */
  onBackupsOverdue: () => Promise<void>;
  /** Ends this run, so that this machine becomes the standby of its successor; null if the program can't do that. */
  rejoin: (() => void) | null;
  /** Returns Unix seconds. */
  now: () => number;
  logger: Logger;
}
