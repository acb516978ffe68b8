import { mkdtempSync, rmSync } from 'node:fs';
import { connect as connectPlain, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect as connectSecure } from 'node:tls';
import { onTestFinished } from 'vitest';
import { openHttpDoor } from '../../../electron/doors/http';
import { lanDoors } from '../../../electron/doors/lan';
import { openSocketDoor } from '../../../electron/doors/socket';
import { openService } from '../../../electron/service';
import { TestMachine } from '../../support/machine';
import { TEST_SETTINGS, TestClock, testServiceOver } from '../../support/service';
import { silent } from '../recording-service';

/** Starts a host; returns its local port and the port it is shared on. */
export async function host(settings: { sharePlain?: boolean } = {}) {
  const data = mkdtempSync(join(tmpdir(), 'courtyard-host-header-'));
  const machine = new TestMachine();
  const service = await openService({ data, settings: { ...TEST_SETTINGS, ...settings }, machine });
  const door = { service, settings: { host: '127.0.0.1', hosts: [], origins: [] }, logger: silent };
  await service.sharing.begin(lanDoors(door));
  const owner = await testServiceOver(service, new TestClock()).person('Ann');
  const { Port } = await owner.call('admin.share', { on: true, port: 0 });
  const http = await openHttpDoor(door);
  const sockets = openSocketDoor({ ...door, server: http.server });
  await http.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    sockets.close();
    await Promise.all([http.close(), service.close()]);
    rmSync(data, { recursive: true, force: true });
  });
  return { own: (http.server.address() as AddressInfo).port, shared: Port };
}

/** Sends a raw request; returns the status and body of the answer. */
export async function send(socket: Socket, request: string): Promise<{ status: number; body: string }> {
  socket.end(request);
  const answer = await text(socket);
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]),
    body: answer.slice(answer.indexOf('\r\n\r\n') + 4),
  };
}

/** Connects to a port without TLS. */
export const plain = (port: number) => connectPlain({ port, host: '127.0.0.1' });
/** Connects to a port with TLS. */
export const secure = (port: number) => connectSecure({ port, host: '127.0.0.1', rejectUnauthorized: false });

/** Returns a raw request with these `Host` headers. */
export function requestFor(path: string, hosts: readonly string[], more = ['Connection: close']): string {
  const lines = [...hosts.map((name) => `Host: ${name}`), ...more];
  return `GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}
