import type { Migration } from './migration';

/** What a person shows while they are online: that they are here, away, or don't want to be disturbed. */
export const onlineStatus: Migration = {
  name: '0018-online-status',
  sql: `ALTER TABLE person ADD COLUMN online_status TEXT NOT NULL DEFAULT 'online';`,
};
