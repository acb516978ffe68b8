import Database from 'better-sqlite3';
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { DATABASE_FILE } from '../../electron/database/health/missing-database';
import { lanDoors } from '../../electron/doors/lan';
import { openService, type Service } from '../../electron/service';
import { findTerm, insertTerm } from '../../electron/standby/term-queries';
import { deleteDataFolder, placeOfData } from './databases/data-folders';
import { TestMachine } from './machine';
import { keptPort } from './ports';
import { TEST_SETTINGS, TestClock, testServiceOver, type TestPerson, type TestService } from './service';

/** A community shared on the network over TLS, with its owner. */
export interface SharedCommunity {
  /** `127.0.0.1:PORT`; the same after `restart`. */
  address: string;
  port: number;
  /** Its data folder. */
  data: string;
  /** The fingerprint of its key. */
  key: string;
  owner: TestPerson;
  /** Helpers for the running service. */
  readonly now: TestService;
  /** Stops the host. */
  stop: () => Promise<void>;
  /** Restarts the host at the same address with the same data. */
  restart: () => Promise<void>;
  /** Stops the host and lets another one take over from it, with a copy of the data at another address. */
  takeOver: () => Promise<SharedCommunity>;
  /** Stops the host and deletes its data. */
  close: () => Promise<void>;
}

/**
 * Creates a shared community with the real clock, which certificate checks need. It listens on a reserved port unless
 * `given` is set.
 */
export async function sharedCommunity(name: string, given?: number): Promise<SharedCommunity> {
  const port = given ?? (await keptPort());
  const data = mkdtempSync(join(tmpdir(), 'courtyard-shared-'));
  const running = await open(data);
  const owner = await running.person('Olena');
  await owner.call('community.update', { name, registration: 'open' });
  return share({ data, running, owner, port });
}

interface Opened {
  data: string;
  running: TestService;
  owner: TestPerson;
  port: number;
}

async function share({ data, running: opened, owner, port }: Opened): Promise<SharedCommunity> {
  let running = opened;
  const { Port, Key } = await running.as(owner.session, owner).call('admin.share', { on: true, port });
  const stop = () => running.service.close();
  return {
    address: `127.0.0.1:${Port}`,
    port: Port,
    data,
    key: Key,
    owner: { ...owner, call: (...given) => running.as(owner.session, owner).call(...given) },
    get now() {
      return running;
    },
    stop,
    restart: async () => {
      running = await open(data);
    },
    takeOver: async () => {
      await stop();
      const copy = mkdtempSync(join(tmpdir(), 'courtyard-shared-'));
      cpSync(data, copy, { recursive: true });
      beginNextTerm(copy);
      return share({ data: copy, running: await open(copy), owner, port: await keptPort() });
    },
    close: async () => {
      await stop();
      deleteDataFolder(data);
    },
  };
}

function beginNextTerm(data: string): void {
  const raw = new Database(join(data, DATABASE_FILE));
  const { term, ...before } = findTerm(raw);
  insertTerm(raw, { ...before, term: term + 1, how: 'takeover' });
  raw.close();
}

async function open(data: string): Promise<TestService> {
  const service: Service = await openService({
    ...(await placeOfData(data)),
    settings: TEST_SETTINGS,
    machine: new TestMachine(),
  });
  const settings = { host: '127.0.0.1', hosts: [], origins: [] };
  await service.sharing.begin(lanDoors({ service, settings, logger: pino({ level: 'silent' }) }));
  return testServiceOver(service, new TestClock());
}
