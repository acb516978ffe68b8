import type { Migration } from './migration';

/**
 * What newcomers begin with: the group that everyone joins by registering, the welcome post, who invited a person, and
 * the daily coins (`coins_day`: days since 1970, UTC, when a person last got them). Whether the owner is notified of
 * newcomers. All of it is off in communities made before.
 */
export const newcomers: Migration = {
  name: '0025-newcomers',
  sql: `
    ALTER TABLE community ADD COLUMN commons_id INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE community ADD COLUMN welcome_id INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE community ADD COLUMN join_notices INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE community ADD COLUMN daily_coins INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE person ADD COLUMN invited_by INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE person ADD COLUMN coins_day INTEGER NOT NULL DEFAULT 0;
  `,
};
