import type { Migration } from './migration';

/** Stored commands are counted by the statements that store and delete them: a trigger ran for each, and hid the cost. */
export const countedCommands: Migration = {
  name: '0030-counted-commands',
  sql: `
    DROP TRIGGER command_stored;
    DROP TRIGGER command_removed;
  `,
};
