import { request } from 'node:https';
import { expect, it, onTestFinished } from 'vitest';
import { lanDoors } from '../../electron/doors/lan';
import { openService } from '../../electron/service';
import { silent } from '../doors/recording-service';
import { TEST_SETTINGS, TestClock, testServiceOver } from '../support/service';
import { startDesktop, temporaryFolder } from './desktop';

it('the desktop shares the community and its pages as configured, until it quits', async () => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const service = await openService({ data: folder.path, settings: TEST_SETTINGS });
  const settings = { host: '127.0.0.1', hosts: [], origins: [] };
  await service.sharing.begin(lanDoors({ service, settings, logger: silent }));
  const ann = await testServiceOver(service, new TestClock()).person('Ann');
  const { Port } = await ann.call('admin.share', { on: true, port: 0 });
  await service.close();

  const desktop = await startDesktop(folder.path);
  onTestFinished(() => desktop.quit().then(() => undefined));
  expect(await read(Port, '/health')).toContain('"ok":true');
  expect(await read(Port, '/')).toContain('<title>Courtyard</title>');
  expect(await desktop.quit()).toBe(0);
  await expect(read(Port, '/health')).rejects.toThrow('ECONNREFUSED');
});

/** Returns what a guest without a pinned certificate receives. */
function read(port: number, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, agent: false, rejectUnauthorized: false };
    const asking = request(options, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => resolve(body));
    });
    asking.on('error', reject);
    asking.end();
  });
}
