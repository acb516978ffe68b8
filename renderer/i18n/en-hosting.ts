import { backups } from './en/backups';
import { copy } from './en/copy';
import { messageInfo } from './en/message-info';
import { network } from './en/network';
import { newcomers } from './en/newcomers';
import { overview } from './en/overview';
import { polls } from './en/polls';
import { stickers } from './en/stickers';
import { standby, witness } from './en/standby';

/** The English texts that are loaded when first needed: about hosting a community, newcomers, polls, stickers and messages. */
export const enHosting = {
  network,
  standby,
  witness,
  copy,
  backups,
  newcomers,
  overview,
  polls,
  messageInfo,
  stickers,
};

/** The type that these texts of every language must match. */
export type HostingMessages = typeof enHosting;
