import type { HostingMessages } from './en-hosting';
import { apps } from './uk/settings/apps';
import { backups } from './uk/settings/backups';
import { community } from './uk/community';
import { conflicts } from './uk/conflicts';
import { standbyCopy } from './uk/standby-copy';
import { damage } from './uk/damage';
import { emojiPicker } from './uk/media/emoji-picker';
import { events } from './uk/events';
import { messageInfo } from './uk/chats/message-info';
import { network } from './uk/settings/network';
import { newcomers } from './uk/newcomers';
import { overview } from './uk/settings/overview';
import { polls } from './uk/chats/polls';
import { settings } from './uk/settings/settings';
import { stickers } from './uk/media/stickers';
import { standby, witness } from './uk/settings/standby';

/**
 * The Ukrainian texts that are loaded when first needed: about settings, hosting, newcomers, polls, events, conflicts,
 * emoji, stickers and messages.
 */
export const ukHosting: HostingMessages = {
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
