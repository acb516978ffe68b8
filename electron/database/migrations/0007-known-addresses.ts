import type { Migration } from './migration';

/** The addresses from which people signed in; of those with a session now, the ones that are counted as they are (IPv4). */
export const knownAddresses: Migration = {
  name: '0007-known-addresses',
  sql: `
    CREATE TABLE known_address (
      person_id INTEGER NOT NULL REFERENCES person,
      address TEXT NOT NULL,
      at INTEGER NOT NULL,
      PRIMARY KEY (person_id, address)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX known_address_age ON known_address (person_id, at);
    INSERT INTO known_address (person_id, address, at)
      SELECT person_id, ip, MAX(last_been) FROM token WHERE kind = 'session' AND ip NOT LIKE '%:%'
      GROUP BY person_id, ip;
  `,
};
