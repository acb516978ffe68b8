import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { openHttpDoor } from '../../../electron/doors/http';
import { openSocketDoor } from '../../../electron/doors/socket';
import { testService, type TestPerson, type TestService } from '../../support/service';
import { silent } from '../recording-service';
import { PlatformClient } from './client';

/** A community in memory that is served to public clients until the test ends. */
export interface ServedCommunity {
  url: string;
  world: TestService;
  clientOf: (person: TestPerson) => PlatformClient;
}

/** Serves a community in memory over HTTP and WebSocket on a free port. */
export async function serveCommunity(): Promise<ServedCommunity> {
  const world = await testService();
  const door = { settings: { host: '127.0.0.1', hosts: [], origins: [] }, logger: silent };
  const app = await openHttpDoor({ ...door, service: world.service });
  const sockets = openSocketDoor({ ...door, service: world.service, server: app.server });
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    sockets.close();
    sockets.terminate();
    await app.close();
  });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return { url, world, clientOf: ({ session }) => new PlatformClient(url, session.token ?? '') };
}
