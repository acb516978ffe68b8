import { afterAll, beforeAll, expect, it } from 'vitest';
import { openService } from '../../../electron/service';
import { fixture } from '../../support/fixtures';
import { TEST_SETTINGS, TestClock, testServiceOver } from '../../support/service';
import { startDesktop, temporaryFolder, type Desktop } from '../desktop';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let desktop: Desktop;
let token: string | null;

beforeAll(async () => {
  folder = await temporaryFolder();
  const service = await openService({ data: folder.path, settings: TEST_SETTINGS });
  token = (await testServiceOver(service, new TestClock()).person('Ann')).session.token;
  await service.close();
  desktop = await startDesktop(folder.path);
});

afterAll(async () => {
  await desktop.quit();
  await folder.remove();
});

it('decodes uploaded pictures in a utility process, which an installed app can start', async () => {
  const photo = await desktop.page.evaluate(
    async ({ token, bytes }) => {
      const body = new FormData();
      body.set('photo', new Blob([new Uint8Array(bytes)]), 'turned.jpg');
      const answer = await fetch('/photos', { method: 'POST', headers: { token: token ?? '' }, body });
      return (await answer.json()) as unknown;
    },
    { token, bytes: [...fixture('turned.jpg')] },
  );
  expect(photo).toMatchObject({ Width: 60, Height: 80 });
});
