import type { Migration } from './migration';

/**
 * PostgreSQL counts the changes of what processes remember from queries, so that each of them notices what another one, or
 * a person with psql, has changed. SQLite has one process, which sees its own statements.
 */
export const changeCounts: Migration = {
  name: '0043-change-counts',
  sql: '',
  postgres: `
    CREATE TABLE change_count (
      id bigint PRIMARY KEY CHECK (id = 1),
      person bigint NOT NULL, token bigint NOT NULL, member bigint NOT NULL, relation bigint NOT NULL,
      block bigint NOT NULL, poll bigint NOT NULL, calendar_event bigint NOT NULL, community bigint NOT NULL
    );
    INSERT INTO change_count VALUES (1, 0, 0, 0, 0, 0, 0, 0, 0);

    CREATE FUNCTION count_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      EXECUTE format('UPDATE change_count SET %1$I = %1$I + 1 WHERE id = 1', TG_TABLE_NAME);
      RETURN NULL;
    END $$;

    CREATE TRIGGER change_counted AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF
        id, name, surname, link, avatar, sub, creative, verify, role, ban, deleted, reports, emoji, cosmetic_avatar,
        online_type, online_status, last_been, comments_state, view_avatar_state, coins_day
      ON person FOR EACH STATEMENT EXECUTE FUNCTION count_change();
    CREATE TRIGGER change_counted AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF
        id, person_id, hash, kind, last_been, app_id, scopes
      ON token FOR EACH STATEMENT EXECUTE FUNCTION count_change();
    CREATE TRIGGER change_counted AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF dialog_id, person_id
      ON member FOR EACH STATEMENT EXECUTE FUNCTION count_change();
    CREATE TRIGGER change_counted AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF person_id, target_id, friends, created_at
      ON relation FOR EACH STATEMENT EXECUTE FUNCTION count_change();
    CREATE TRIGGER change_counted AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF person_id, target_id
      ON block FOR EACH STATEMENT EXECUTE FUNCTION count_change();
    CREATE TRIGGER change_counted AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF message_id
      ON poll FOR EACH STATEMENT EXECUTE FUNCTION count_change();
    CREATE TRIGGER change_counted AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF message_id
      ON calendar_event FOR EACH STATEMENT EXECUTE FUNCTION count_change();
    CREATE TRIGGER change_counted AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF daily_coins
      ON community FOR EACH STATEMENT EXECUTE FUNCTION count_change();
  `,
};
