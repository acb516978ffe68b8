import type { HostingMessages } from './en-hosting';
import { apps } from './uk/apps';
import { backups } from './uk/backups';
import { community } from './uk/community';
import { copy } from './uk/copy';
import { damage } from './uk/damage';
import { events } from './uk/events';
import { messageInfo } from './uk/message-info';
import { network } from './uk/network';
import { newcomers } from './uk/newcomers';
import { overview } from './uk/overview';
import { polls } from './uk/polls';
import { settings } from './uk/settings';
import { stickers } from './uk/stickers';
import { standby, witness } from './uk/standby';

/** The Ukrainian texts that are loaded when first needed: about settings, hosting, newcomers, polls, events, stickers and messages. */
export const ukHosting: HostingMessages = {
  settings,
  apps,
  community,
  network,
  standby,
  witness,
  copy,
  damage,
  backups,
  newcomers,
  overview,
  polls,
  events,
  messageInfo,
  stickers,
};
