/** Tables that only a database with several processes needs. The unlogged ones are emptied by a crash of the server. */
export const SHARED_TABLES = `
  /*
   * One row: the number of the last event and the last identifier. Each group of writes locks it first, so that events
   * and identifiers grow in the order in which the groups of all processes are committed.
   */
  CREATE TABLE IF NOT EXISTS event_counter (
    id bigint PRIMARY KEY CHECK (id = 1), seq bigint NOT NULL, last_id bigint NOT NULL
  );
  INSERT INTO event_counter VALUES (1, 0, 0) ON CONFLICT DO NOTHING;
`;
