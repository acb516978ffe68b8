import { backups } from './en/backups';
import { copy } from './en/copy';
import { network } from './en/network';
import { newcomers } from './en/newcomers';
import { standby, witness } from './en/standby';

/** The English texts about hosting a community, which only settings pages need. */
export const enHosting = { network, standby, witness, copy, backups, newcomers };

/** The type that these texts of every language must match. */
export type HostingMessages = typeof enHosting;
