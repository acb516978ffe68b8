import type { HostingMessages } from './en-hosting';
import { copy } from './uk/copy';
import { network } from './uk/network';
import { standby } from './uk/standby';

/** The Ukrainian texts about hosting a community. */
export const ukHosting: HostingMessages = { network, standby, copy };
