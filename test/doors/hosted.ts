import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openHttpDoor } from '../../electron/doors/http';
import { testService, type TestService } from '../support/service';
import { silent } from './recording-service';

/** A community behind a door on a port of its own. */
export interface Hosted {
  url: string;
  port: number;
  data: string;
  world: TestService;
}

/** Hosts a community with its data in a folder, until the test ends. */
export async function hosted(): Promise<Hosted> {
  const data = mkdtempSync(join(tmpdir(), 'courtyard-hosted-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const world = await testService({ data });
  const settings = { host: '127.0.0.1', hosts: [], origins: [] };
  const app = await openHttpDoor({ service: world.service, settings, logger: silent });
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    app.server.closeAllConnections();
    await app.close();
  });
  const { port } = app.server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, data, world };
}
