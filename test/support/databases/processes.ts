import { expect, onTestFinished } from 'vitest';
import { createClient } from '../../../electron/database/postgres/connection';
import { openService, type Service } from '../../../electron/service';
import type { ServiceOptions } from '../../../electron/service/service';
import { TEST_SETTINGS, TestClock, testServiceOver, type TestPerson, type TestService } from '../community';
import { createDatabase, urlOfDatabase } from './databases';

interface ProcessesOptions {
  /** The folder that all of them share; each has one of its own without it. */
  data?: string;
  /** What only the first one has. */
  first?: Partial<ServiceOptions>;
  /** Called when a process has to be opened anew, with its index. */
  onRestart?: (index: number) => void;
}

/** A community that several services serve, as several processes would: they share nothing but the database. */
export async function testProcesses(count: number, options: ProcessesOptions = {}) {
  const database = urlOfDatabase(await createDatabase());
  const clock = new TestClock();
  const { data = ':memory:', first: ofFirst } = options;
  const now = () => clock.seconds * 1000;
  const open = (more: Partial<ServiceOptions> = {}) =>
    openService({ data, database, settings: TEST_SETTINGS, now, ...more });
  const services: Service[] = [];
  for (let index = 0; index < count; index++) {
    const restart = () => options.onRestart?.(index);
    services.push(await open({ restart, ...(index === 0 ? ofFirst : {}) }));
  }
  onTestFinished(async () => {
    for (const service of services) await service.close();
  });
  const [first, ...others] = services.map((service) => testServiceOver(service, clock)) as [
    TestService,
    ...TestService[],
  ];
  /** The same person at another process. */
  const at = (other: TestService | undefined, person: TestPerson) => other!.as(person.session, person);
  /** Ends the connection on which the first process, the leader, hears of the others; it connects again soon. */
  const cutOffLeader = async () => {
    const client = createClient(database);
    await client.connect();
    const { rowCount } = await client.query(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
      WHERE locktype = 'advisory' AND objid = 7310002 AND datname = current_database()`,
    );
    await client.end();
    expect(rowCount).toBe(1);
  };
  return { database, first, others, at, clock, services, open, cutOffLeader };
}
