import { join } from 'node:path';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { resetOwner, verify } from '../../electron/commands/maintenance-commands';
import { startErrorOf } from '../../electron/commands/start-error';
import { openPostgres } from '../../electron/database/postgres/open';
import { loadSettings } from '../../electron/settings/settings';
import { exportData } from '../../electron/transfer/export-data';
import { createDatabase, newDatabaseName, urlOfDatabase } from '../support/databases/databases';
import { temporaryFolder } from '../support/temporary-folder';

/** The sentence for an address that can't be opened. */
function sentenceFor(url: string): Promise<string> {
  return openPostgres(url, () => undefined).then(
    async ({ close }) => {
      await close();
      return 'it was opened';
    },
    (error: unknown) => startErrorOf(error),
  );
}

async function ask(url: string, query: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(query);
  await client.end();
  return rows;
}

test('a database that is missing, away or closed to the user is explained in one sentence without the password', async () => {
  const missing = new URL(urlOfDatabase('nosuch'));
  expect(await sentenceFor(missing.href)).toBe(
    `There is no database nosuch at ${missing.host}. Create it, or name another one with --database.`,
  );
  expect(await sentenceFor('postgres://ann:secret@127.0.0.1:1/yard')).toBe(
    "The database server at 127.0.0.1:1 doesn't answer. Check that it is running, and its address in --database.",
  );
  expect(await sentenceFor('postgres://ann:secret@nosuch.invalid/yard')).toBe(
    "The database server at nosuch.invalid doesn't answer. Check that it is running, and its address in --database.",
  );

  const name = await createDatabase('template0');
  const user = newDatabaseName();
  const url = urlOfDatabase(name);
  await ask(url, `CREATE ROLE ${user} LOGIN PASSWORD 'secret'; REVOKE CREATE ON SCHEMA public FROM PUBLIC`);
  onTestFinished(async () => void (await ask(url, `DROP ROLE ${user}`)));
  const guest = new URL(url);
  [guest.username, guest.password] = [user, 'secret'];
  expect(await sentenceFor(guest.href)).toBe(
    `The user ${user} may not use the database ${name} at ${guest.host} (permission denied for schema public). Make it the owner of the database.`,
  );
});

test('a database with tables of another program is left alone', async () => {
  const name = await createDatabase('template0');
  const url = urlOfDatabase(name);
  await ask(url, 'CREATE TABLE invoice (id bigint)');
  expect(await sentenceFor(url)).toBe(
    `The database ${name} has tables of another program, such as invoice. Create an empty one for Courtyard.`,
  );
  expect(await ask(url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).toEqual([
    { tablename: 'invoice' },
  ]);
});

test('commands for a community create none in an empty database', async () => {
  const url = urlOfDatabase(await createDatabase('template0'));
  const settings = loadSettings(['--data', temporaryFolder(), '--database', url, '--log', 'silent'], {});
  const sentence = 'The database of --database holds no community. Check its address.';
  await expect(verify(settings)).rejects.toThrow(sentence);
  await expect(resetOwner(settings)).rejects.toThrow(sentence);
  const target = join(temporaryFolder(), 'again');
  const options = { url, contentFolder: settings.data, onProgress: () => undefined };
  await expect(exportData(target, options)).rejects.toThrow(sentence);
  expect(await ask(url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
});
