import { expect, test } from 'vitest';
import { TEST_SETTINGS } from '../support/community';
import { testProcesses } from '../support/databases/processes';
import { mailServer } from '../support/mail-server';
import { keptPort } from '../support/ports';
import { untilThere } from '../support/waiting';

test('every process knows that emails fail, and when they no longer do', async () => {
  const port = await keptPort();
  const settings = { ...TEST_SETTINGS, smtp: `smtp://127.0.0.1:${port}` };
  const { first, others, at } = await testProcesses(2, { first: { settings } });
  const ann = await first.person('Ann');
  const [other] = others;
  if (!other) throw new Error('there is one process only');
  const failure = async () => (await at(other, ann).call('admin.health', {})).Mail.Failure;
  await first.open('account.reset', { email: ann.email });
  await untilThere(async () => (await failure()) === 'unreachable');
  const server = await mailServer({ port });
  expect((await other.refusedOpen('account.reset', { email: ann.email })).code).toBe('unavailable');
  await untilThere(async () => (await failure()) === '');
  await other.open('account.reset', { email: ann.email });
  await untilThere(() => server.received.length === 2);
});
