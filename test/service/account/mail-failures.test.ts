import { describe, expect, it } from 'vitest';
import { RATES } from '../../../shared/limits';
import { mailServer } from '../../support/mail-server';
import { keptPort } from '../../support/ports';
import { testService, type TestPerson, type TestService } from '../../support/service';
import { temporaryFolder } from '../../support/temporary-folder';
import { untilThere } from '../../support/waiting';

const NO_MAIL = [
  'unavailable',
  'The community can’t send emails at the moment. Try again later, or ask an administrator.',
];

interface FailingCommunity {
  t: TestService;
  ann: TestPerson;
  health: () => Promise<{ Server: boolean; Failure: string; Since: number }>;
}

/** A community whose owner has waited in vain for an email. */
async function failing(smtp: string, failure: string): Promise<FailingCommunity> {
  const t = await testService({ data: temporaryFolder(), settings: { smtp } });
  const ann = await t.person('Ann');
  const health = async () => (await ann.call('admin.health', {})).Mail;
  expect(await health()).toEqual({ Server: true, Failure: '', Since: 0 });
  await t.open('account.reset', { email: ann.email });
  await untilThere(async () => (await health()).Failure === failure);
  return { t, ann, health };
}

async function refusedReset(t: TestService, email: string): Promise<unknown[]> {
  const { code, message } = await t.refusedOpen('account.reset', { email });
  return [code, message];
}

/** Asks until the mailer has seen that the server takes nothing. */
function untilRefused(t: TestService, email: string): Promise<boolean> {
  return untilThere(() =>
    t.open('account.reset', { email }).then(
      () => false,
      () => true,
    ),
  );
}

describe('emails that a mail server does not take', () => {
  it('are reported to admins, by when it began and the kind, until one is delivered', async () => {
    let code: number | undefined = 550;
    const server = await mailServer({ refuseSender: () => code });
    const { t, ann, health } = await failing(server.url, 'sender');
    const since = t.clock.seconds;
    expect(await health()).toEqual({ Server: true, Failure: 'sender', Since: since });
    code = 451;
    t.clock.advance(1);
    await untilRefused(t, ann.email);
    await untilThere(async () => (await health()).Failure === 'busy');
    expect(await health()).toEqual({ Server: true, Failure: 'busy', Since: since });
    code = undefined;
    t.clock.advance(3600);
    await t.open('account.reset', { email: ann.email });
    await untilThere(async () => (await health()).Failure === '');
    expect(await health()).toEqual({ Server: true, Failure: '', Since: 0 });
    expect(server.received.map(({ to }) => to)).toEqual([[ann.email]]);
  });

  it('are refused before the address is looked up or the attempt is counted', async () => {
    const { t, ann } = await failing(`smtp://127.0.0.1:${await keptPort()}`, 'unreachable');
    const from = { token: null, address: '192.0.2.7', userAgent: '' };
    for (let n = 0; n <= RATES.registrationsPerHour; n++) {
      for (const email of [ann.email, 'nobody@example.org']) {
        expect(await refusedReset(t, email)).toEqual(NO_MAIL);
        const bo = { name: 'Bo', email, password: 'correct horse' };
        const register = t.service.call(from, 'account.register', bo);
        await expect(register).rejects.toMatchObject({ code: 'unavailable', message: NO_MAIL[1] });
      }
    }
    const change = { email: 'ann@example.net', password: 'wrong' };
    const refused = await ann.refused('account.changeEmail', change);
    expect([refused.code, refused.message]).toEqual(NO_MAIL);
    expect(refused.fields).toEqual({ mail: 'cannot be sent at the moment' });
  });

  it('are not needed by those who have an invitation', async () => {
    const { t, ann } = await failing(`smtp://127.0.0.1:${await keptPort()}`, 'unreachable');
    const { Code: invite } = await ann.call('admin.createInvite', {});
    await t.open('account.register', { name: 'Bo', email: 'bo@x.org', password: 'correct horse', invite });
  });

  it('are accepted again once the server is reachable', async () => {
    const port = await keptPort();
    const { t, ann, health } = await failing(`smtp://127.0.0.1:${port}`, 'unreachable');
    const server = await mailServer({ port });
    expect(await refusedReset(t, ann.email)).toEqual(NO_MAIL);
    await untilThere(async () => (await health()).Failure === '');
    await t.open('account.reset', { email: ann.email });
    await untilThere(() => server.received.length === 2);
  });

  it('are accepted when the next attempt is due, even if nothing was tried', async () => {
    const { t, ann, health } = await failing(`smtp://127.0.0.1:${await keptPort()}`, 'unreachable');
    const since = t.clock.seconds;
    t.clock.advance(3600);
    await t.open('account.reset', { email: ann.email });
    await untilRefused(t, ann.email);
    expect((await health()).Since).toBe(since);
  });

  it('do not hold back others if only one recipient was refused', async () => {
    const refuse = (to: string) => (to.startsWith('ann') ? 451 : undefined);
    const server = await mailServer({ refuse });
    const { t, health } = await failing(server.url, 'refused');
    await t.open('account.register', { name: 'Bo', email: 'bo@example.org', password: 'correct horse' });
    await untilThere(() => server.received.length === 1);
    await untilThere(async () => (await health()).Failure === '');
  });

  it('do not concern local mail', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    await t.open('account.reset', { email: ann.email });
    expect((await ann.call('admin.health', {})).Mail).toEqual({ Server: false, Failure: '', Since: 0 });
  });
});
