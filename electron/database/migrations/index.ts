import { foundation } from './0001-foundation';
import { media } from './0002-media';
import { walls } from './0003-walls';
import { uploads } from './0004-uploads';
import { storage } from './0005-storage';
import { sharing } from './0006-sharing';
import { knownAddresses } from './0007-known-addresses';
import { registrations } from './0008-registrations';
import { letters } from './0009-letters';
import { growth } from './0010-growth';
import { removals } from './0011-removals';
import { registrationTags } from './0012-registration-tags';
import { search } from './0013-search';
import { postLanguages } from './0014-post-languages';
import { scheduled } from './0015-scheduled';
import { apps } from './0016-apps';
import { followedPlaylists } from './0017-followed-playlists';
import { onlineStatus } from './0018-online-status';
import { replicas } from './0019-replicas';
import { standby } from './0020-standby';
import { host } from './0021-host';
import { standbyWait } from './0022-standby-wait';
import { imports } from './0023-imports';
import { witness } from './0024-witness';
import { newcomers } from './0025-newcomers';
import { voiceMessages } from './0026-voice-messages';
import { pinnedMessages } from './0027-pinned-messages';
import { polls } from './0028-polls';
import { muteUntil } from './0029-mute-until';
import { countedCommands } from './0030-counted-commands';
import { stickers } from './0031-stickers';
import { standbyBackups } from './0032-standby-backups';
import { dialogFolders } from './0033-dialog-folders';
import { forwards } from './0034-forwards';
import { messageVersions } from './0035-message-versions';
import { drafts } from './0036-drafts';
import { threads } from './0037-threads';
import { calendarEvents } from './0038-calendar-events';
import { searchMerges } from './0039-search-merges';
import { commandRows } from './0040-command-rows';
import { listedDialogs } from './0041-listed-dialogs';
import { threadNotices } from './0042-thread-notices';
import { changeCounts } from './0043-change-counts';
import { countedArchives } from './0044-counted-archives';
import { deletedEvents } from './0045-deleted-events';
import { postAudiences } from './0046-post-audiences';
import { silences } from './0047-silences';
import { plainMessages } from './0048-plain-messages';
import { readNotifications } from './0049-read-notifications';
import { limitedPosts } from './0050-limited-posts';
import type { Migration } from './migration';

/** All migrations in order. The database's `user_version` is the number of those that have run. */
export const migrations: readonly Migration[] = [
  foundation,
  media,
  walls,
  uploads,
  storage,
  sharing,
  knownAddresses,
  registrations,
  letters,
  growth,
  removals,
  registrationTags,
  search,
  postLanguages,
  scheduled,
  apps,
  followedPlaylists,
  onlineStatus,
  replicas,
  standby,
  host,
  standbyWait,
  imports,
  witness,
  newcomers,
  voiceMessages,
  pinnedMessages,
  polls,
  muteUntil,
  countedCommands,
  stickers,
  standbyBackups,
  dialogFolders,
  forwards,
  messageVersions,
  drafts,
  threads,
  calendarEvents,
  searchMerges,
  commandRows,
  listedDialogs,
  threadNotices,
  changeCounts,
  countedArchives,
  deletedEvents,
  postAudiences,
  silences,
  plainMessages,
  readNotifications,
  limitedPosts,
];
