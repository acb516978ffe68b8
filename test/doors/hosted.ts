import type { FastifyInstance } from 'fastify';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openHttpDoor } from '../../electron/doors/http';
import { openSocketDoor, type SocketDoor } from '../../electron/doors/socket';
import { openService, type Service } from '../../electron/service';
import type { StorageSettings } from '../../electron/service/context';
import { deleteDataFolder, placeOfData } from '../support/databases/data-folders';
import { keptPort } from '../support/ports';
import { TEST_SETTINGS, TestClock, testServiceOver, type TestService } from '../support/service';
import { silent } from './recording-service';

/** A community served over the network on its own port. */
export interface Hosted {
  url: string;
  port: number;
  data: string;
  /** Helpers for the running service. */
  world: TestService;
  /** Breaks every connection, like an unplugged cable. */
  cut: () => void;
  /** Restarts the host at the same address with the same data. */
  restart: () => Promise<void>;
}

/** Hosts a community with a temporary data folder until the test ends. */
export async function hosted(
  settings: Partial<StorageSettings> = {},
  trustProxy: string[] = [],
): Promise<Hosted> {
  const data = mkdtempSync(join(tmpdir(), 'courtyard-hosted-'));
  const clock = new TestClock();
  const port = await keptPort();
  let running = await run();
  onTestFinished(async () => {
    await stop(running);
    deleteDataFolder(data);
  });
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    data,
    get world() {
      return running.world;
    },
    cut: () => cut(running),
    restart: async () => {
      await stop(running);
      running = await run();
    },
  };

  async function run(): Promise<Running> {
    const now = () => clock.seconds * 1000;
    const service = await openService({
      ...(await placeOfData(data)),
      settings: { ...TEST_SETTINGS, ...settings },
      now,
    });
    const door = { host: '127.0.0.1', hosts: [], origins: [], trustProxy };
    const app = await openHttpDoor({ service, settings: door, logger: silent });
    const sockets = openSocketDoor({ server: app.server, service, settings: door, logger: silent });
    await app.listen({ host: '127.0.0.1', port });
    return { app, sockets, service, world: testServiceOver(service, clock) };
  }
}

interface Running {
  app: FastifyInstance;
  sockets: SocketDoor;
  service: Service;
  world: TestService;
}

async function stop({ app, sockets, service }: Running): Promise<void> {
  sockets.close();
  cut({ app, sockets });
  await Promise.all([app.close(), service.close()]);
}

function cut({ app, sockets }: Pick<Running, 'app' | 'sockets'>): void {
  app.server.closeAllConnections();
  sockets.terminate();
}
