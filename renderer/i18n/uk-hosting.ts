import type { HostingMessages } from './en-hosting';
import { backups } from './uk/backups';
import { copy } from './uk/copy';
import { network } from './uk/network';
import { newcomers } from './uk/newcomers';
import { standby, witness } from './uk/standby';

/** The Ukrainian texts about hosting a community. */
export const ukHosting: HostingMessages = { network, standby, witness, copy, backups, newcomers };
