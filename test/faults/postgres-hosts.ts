import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openService } from '../../electron/service';
import { keptPort } from '../support/ports';
import { startPostgres, type PostgresServer } from '../support/databases/postgres-server';
import { endPrograms, startProgram, type Program } from '../support/program';
import { TEST_SETTINGS, TestClock, testServiceOver } from '../support/service';
import { PROGRAM } from './community';

/** A host process. */
export interface HostProcess {
  program: Program;
  url: string;
}

/** A community on a PostgreSQL server of its own, which several processes host. */
export interface PostgresCommunity {
  server: PostgresServer;
  /** A group, and the owner's identifier and tokens. */
  dialog: number;
  person: number;
  tokens: string[];
  /** The processes that are ready. */
  hosts: HostProcess[];
  /** Starts another one, and adds it once it is ready. */
  start: () => Promise<HostProcess>;
  /** Ends one by a signal; returns its exit code. It counts as gone from the first moment. */
  end: (host: HostProcess, signal: 'SIGTERM' | 'SIGKILL') => Promise<number | null>;
}

/**
 * Creates a community on a server that keeps what it has committed when it is killed; all is gone when the test ends.
 */
export async function postgresCommunity(tokens: number): Promise<PostgresCommunity> {
  const server = startPostgres(await keptPort(), ['fsync=off']);
  onTestFinished(server.stop);
  const data = mkdtempSync(join(tmpdir(), 'courtyard-hosts-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const running: Program[] = [];
  onTestFinished(() => endPrograms(running));
  const made = await makeCommunity(data, server.url, tokens);
  const hosts: HostProcess[] = [];
  const flags = [PROGRAM, '--port', '0', '--log', 'error', '--data', data, '--database', server.url];
  return {
    server,
    ...made,
    hosts,
    start: async () => {
      const program = startProgram(process.execPath, flags);
      running.push(program);
      const host = { program, url: (await program.line(0)).replace('Courtyard is ready at ', '') };
      hosts.push(host);
      return host;
    },
    end: (host, signal) => {
      hosts.splice(hosts.indexOf(host), 1);
      host.program.process.kill(signal);
      return host.program.ended;
    },
  };
}

async function makeCommunity(data: string, database: string, count: number) {
  const service = await openService({ data, database, settings: TEST_SETTINGS });
  const ann = await testServiceOver(service, new TestClock()).person('Ann');
  const { ID: dialog } = await ann.call('dialogs.create', { name: 'Town', type: 'group' });
  const tokens: string[] = [];
  for (let index = 0; index < count; index++) {
    const { Token } = await ann.call('account.createToken', { name: `load ${index}` });
    tokens.push(Token ?? '');
  }
  await service.close();
  return { dialog, person: ann.id, tokens };
}
