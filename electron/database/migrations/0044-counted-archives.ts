import type { Migration } from './migration';

/**
 * PostgreSQL: changes of `archived` also count as changes of `member`, because processes cache for new messages who
 * archived a dialog without muting it.
 */
export const countedArchives: Migration = {
  name: '0044-counted-archives',
  sql: '',
  postgres: `
    DROP TRIGGER change_counted ON member;
    CREATE TRIGGER change_counted AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF
        dialog_id, person_id, archived, muted, muted_until
      ON member FOR EACH STATEMENT EXECUTE FUNCTION count_change();
  `,
};
