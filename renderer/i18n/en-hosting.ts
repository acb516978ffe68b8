import { apps } from './en/settings/apps';
import { backups } from './en/settings/backups';
import { community } from './en/community';
import { conflicts } from './en/conflicts';
import { standbyCopy } from './en/standby-copy';
import { damage } from './en/damage';
import { emojiPicker } from './en/media/emoji-picker';
import { events } from './en/events';
import { messageInfo } from './en/chats/message-info';
import { network } from './en/settings/network';
import { newcomers } from './en/newcomers';
import { overview } from './en/settings/overview';
import { polls } from './en/chats/polls';
import { settings } from './en/settings/settings';
import { stickers } from './en/media/stickers';
import { standby, witness } from './en/settings/standby';

/**
 * The English texts that are loaded when first needed: about settings, hosting, newcomers, polls, events, conflicts,
 * emoji, stickers and messages.
 */
export const enHosting = {
  settings,
  apps,
  community,
  network,
  standby,
  witness,
  standbyCopy,
  damage,
  backups,
  newcomers,
  overview,
  polls,
  events,
  messageInfo,
  conflicts,
  emojiPicker,
  stickers,
};

/** The type that these texts of every language must match. */
export type HostingMessages = typeof enHosting;
