import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { openHttpDoor } from '../../electron/doors/http';
import { lanDoors } from '../../electron/doors/lan';
import { openSocketDoor } from '../../electron/doors/socket';
import { openService, type Service, type ServiceOptions } from '../../electron/service';
import { TestMachine } from './machine';
import { keptPort } from './ports';
import { TEST_SETTINGS, TestClock, testServiceOver, type TestPerson, type TestService } from './service';

/** A community that browsers can connect to, with its own data folder. */
export interface TestServer {
  /** `http://127.0.0.1:PORT`; the same after `restart`. */
  url: string;
  /** The data folder. */
  data: string;
  /** Helpers for the running service. */
  now: TestService;
  people: (...names: string[]) => Promise<TestPerson[]>;
  isRunning: boolean;
  /** Stops the host. */
  stop: () => Promise<void>;
  /** Restarts the host at the same address with the same data. */
  restart: () => Promise<void>;
  /** Stops the host and deletes its data. */
  close: () => Promise<void>;
}

/** Starts a community with the built pages (`npm test` builds them), on its own port and with the real clock. */
export async function testServer(given: Partial<ServiceOptions['settings']> = {}): Promise<TestServer> {
  const pages = join(import.meta.dirname, '../../out/renderer');
  if (!existsSync(pages)) throw new Error('the pages are not built: run `npm run build` first');
  const data = mkdtempSync(join(tmpdir(), 'courtyard-pages-'));
  const port = await takePort();
  let running = await run({ data, pages, port, given });

  return {
    url: `http://127.0.0.1:${port}`,
    data,
    get now() {
      return running.helpers;
    },
    people: (...names) => running.helpers.people(...names),
    get isRunning() {
      return running.isOpen();
    },
    stop: () => running.stop(),
    restart: async () => {
      running = await run({ data, pages, port, given });
    },
    close: async () => {
      await running.stop();
      rmSync(data, { recursive: true, force: true });
      if (port === usualPort) isUsualTaken = false;
    },
  };
}

/**
 * The port of one server after another: browsers then find the pages of the next one in their cache. Servers that run
 * at the same time get ports that no server had before.
 */
let usualPort: number | undefined;
let isUsualTaken = false;

async function takePort(): Promise<number> {
  if (isUsualTaken) return keptPort();
  isUsualTaken = true;
  return (usualPort ??= await keptPort());
}

interface Running {
  helpers: TestService;
  isOpen: () => boolean;
  stop: () => Promise<void>;
}

interface RunOptions {
  data: string;
  pages: string;
  port: number;
  given: Partial<ServiceOptions['settings']>;
}

async function run({ data, pages, port, given }: RunOptions): Promise<Running> {
  const machine = new TestMachine();
  const service: Service = await openService({ data, settings: { ...TEST_SETTINGS, ...given }, machine });
  const settings = { host: '127.0.0.1', hosts: [], origins: [] };
  const logger = pino({ level: 'silent' });
  await service.sharing.begin(lanDoors({ service, settings, logger, pages }));
  const http = await openHttpDoor({ service, settings, logger, pages });
  const sockets = openSocketDoor({ server: http.server, service, settings, logger });
  await http.listen({ host: '127.0.0.1', port });
  let isOpen = true;
  return {
    helpers: testServiceOver(service, new TestClock()),
    isOpen: () => isOpen,
    stop: async () => {
      if (!isOpen) return;
      isOpen = false;
      const stopped = once(http.server, 'close');
      sockets.close();
      http.server.closeAllConnections();
      sockets.terminate();
      await Promise.all([http.close(), service.close(), stopped]);
    },
  };
}
