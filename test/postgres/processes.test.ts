import { pino } from 'pino';
import { onTestFinished, expect, test, vi } from 'vitest';
import { createClient } from '../../electron/database/postgres/connection';
import { PostgresBus } from '../../electron/service/processes/postgres-bus';
import type { Signal } from '../../electron/service/processes/signals';
import { RATES } from '../../shared/limits';
import { createDatabase, urlOfDatabase } from '../support/databases/databases';
import { lockCounter } from '../support/databases/locked-counter';
import { testServiceOver, type TestPerson } from '../support/community';
import { testProcesses } from '../support/databases/processes';
import { untilThere } from '../support/waiting';

test('events of several processes reach every connection, none lost and none out of order', async () => {
  const { first, others, at } = await testProcesses(3);
  const [ann, bob] = await first.people('Ann', 'Bob');
  const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Garden', type: 'group' });
  await bob.call('dialogs.join', { dialog_id, user_id: '@me' });
  const lines = await Promise.all([first, ...others].map((one) => at(one, bob).listen()));
  const senders = [ann, ...others.map((one) => at(one, ann))];
  const count = 60;
  const sent = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const text = `message ${index}`;
      return senders[index % senders.length]!.call('dialogs.send', { dialog_id, text });
    }),
  );
  for (const line of lines) {
    const seen: { Seq: number; ID: number }[] = [];
    await untilThere(async () => {
      for (const event of await line.take())
        if (event.Type === 'message' && event.Message.Type === 'message')
          seen.push({ Seq: event.Seq ?? 0, ID: event.Message.ID });
      return seen.length >= count;
    });
    expect(seen.map(({ ID }) => ID).toSorted((a, b) => a - b)).toEqual(
      sent.map(({ ID }) => ID).toSorted((a, b) => a - b),
    );
    // Numbers grow, and identifiers with them: a later message never sorts before an earlier one.
    expect(seen.map(({ Seq }) => Seq)).toEqual(seen.map(({ Seq }) => Seq).toSorted((a, b) => a - b));
    expect(seen.map(({ ID }) => ID)).toEqual(seen.map(({ ID }) => ID).toSorted((a, b) => a - b));
  }
});

test('a connection resumes at another process where it left off', async () => {
  const { first, others, at } = await testProcesses(2);
  const [ann, bob] = await first.people('Ann', 'Bob');
  const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Garden', type: 'group' });
  await bob.call('dialogs.join', { dialog_id, user_id: '@me' });
  const line = await bob.listen({ quiet: true });
  const hello = line.frames.find((frame) => frame.Type === 'hello') as unknown as {
    Log: string;
    Seq: number;
  };
  line.close();
  const { ID } = await ann.call('dialogs.send', { dialog_id, text: 'While Bob was away' });
  const resumed = await at(others[0], bob).listen({ since: hello.Seq, log: hello.Log, quiet: true });
  await untilThere(() => resumed.frames.some((frame) => frame.Type === 'message' && frame.Message.ID === ID));
  expect(resumed.frames.map((frame) => frame.Type)).not.toContain('reset');
});

test('signing out closes connections at other processes', async () => {
  const { first, others, at } = await testProcesses(2);
  const [ann] = await first.people('Ann');
  const line = await at(others[0], ann).listen();
  await ann.call('account.logout', {});
  await untilThere(() => line.closed !== null);
  expect(line.closed?.code).toBe(4401);
});

test('presence, typing and limits are shared, and forgotten with their process', async () => {
  const { first, others, at, services } = await testProcesses(2);
  const [ann, bob, cid] = await first.people('Ann', 'Bob', 'Cid');
  const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Garden', type: 'group' });
  await bob.call('dialogs.join', { dialog_id, user_id: '@me' });
  const elsewhere = await at(others[0], bob).listen();
  const isOnline = async () => (await ann.call('people.get', { user: String(bob.id) })).Online.Online;
  await untilThere(isOnline);

  const line = await ann.listen();
  elsewhere.command({ command: 'typing', thing_id: dialog_id });
  await untilThere(async () =>
    (await line.take()).some((event) => event.Type === 'typing' && event.User === bob.id),
  );

  for (let tries = 0; tries < 10; tries++)
    await first.refusedOpen('account.login', { email: bob.email, password: 'wrong' });
  // Changes arrive in order: once Cid is present at the other process, it has heard of the attempts too.
  await cid.listen();
  await untilThere(
    async () => (await at(others[0], bob).call('people.get', { user: String(cid.id) })).Online.Online,
  );
  const delayed = await others[0]!.refusedOpen('account.login', { email: bob.email, password: bob.password });
  expect(delayed.code).toBe('rate_limit_exceeded');

  await services[1]!.close();
  await untilThere(async () => !(await isOnline()));
});

test('what was scheduled at one process is published by another when that one is gone', async () => {
  const { first, others, at, clock, services } = await testProcesses(2);
  const [ann] = await first.people('Ann');
  const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Garden', type: 'group' });
  const timestamp = clock.seconds + 1;
  await at(others[0], ann).call('dialogs.send', { dialog_id, text: 'Good morning', timestamp });
  await services[1]!.close();
  clock.advance(60);
  await untilThere(async () => (await ann.call('dialogs.messages', { dialog_id })).length > 0);
});

test('what was missed while a process was cut off from the others is made good', async () => {
  const restarted: number[] = [];
  const { first, others, at, clock, cutOffLeader } = await testProcesses(2, {
    onRestart: (index) => restarted.push(index),
  });
  const [ann, bob, cid, dora, eve, fay] = await first.people('Ann', 'Bob', 'Cid', 'Dora', 'Eve', 'Fay');
  const isOnline = async (viewer: TestPerson, person: TestPerson) => {
    // Nobody asks too often.
    clock.advance(1);
    return (await viewer.call('people.get', { user: String(person.id) })).Online.Online;
  };
  const annElsewhere = at(others[0], ann);
  const eveElsewhere = at(others[0], eve);
  const leaving = await at(others[0], bob).listen();
  const lines = [await dora.listen(), await eveElsewhere.listen()];
  const leavingHere = await fay.listen();
  await untilThere(async () => (await isOnline(ann, bob)) && (await isOnline(annElsewhere, fay)));

  await cutOffLeader();
  leaving.close();
  leavingHere.close();
  await at(others[0], cid).listen();
  await ann.listen();
  await at(others[0], dora).call('account.logout', {});
  await eve.call('account.logout', {});
  await untilThere(() => lines.every(({ closed }) => closed !== null));
  expect(lines.map(({ closed }) => closed?.code)).toEqual([4401, 4401]);
  await untilThere(async () => !(await isOnline(ann, bob)) && (await isOnline(ann, cid)));
  await untilThere(
    async () => !(await isOnline(annElsewhere, fay)) && (await isOnline(at(others[0], cid), ann)),
  );
  expect(restarted).toEqual([]);
});

test('clients load everything again after a server took over that lacks events which they were told', async () => {
  const restarted = new Set<number>();
  const { first, others, at, database, open, clock, cutOffLeader } = await testProcesses(2, {
    onRestart: (index) => restarted.add(index),
  });
  const [ann, bob] = await first.people('Ann', 'Bob');
  const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Garden', type: 'group' });
  await bob.call('dialogs.join', { dialog_id, user_id: '@me' });
  const line = await bob.listen();
  const hello = line.frames.find((frame) => frame.Type === 'hello') as unknown as {
    Log: string;
    Seq: number;
  };
  await at(others[0], ann).call('dialogs.send', { dialog_id, text: 'Lost' });
  await untilThere(() => line.frames.some((frame) => frame.Type === 'message'));
  const client = createClient(database);
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('DELETE FROM event WHERE seq > $1', [hello.Seq]);
  await client.query('UPDATE event_counter SET seq = $1', [hello.Seq]);
  await at(others[0], ann).call('dialogs.send', { dialog_id, text: 'Another one in its place' });
  await cutOffLeader();
  await untilThere(() => restarted.has(0));
  const again = testServiceOver(await open(), clock);
  const resumed = await at(again, bob).listen({ since: hello.Seq + 1, log: hello.Log, quiet: true });
  await untilThere(() => resumed.frames.some((frame) => frame.Type === 'reset'));
  // The other processes hear of it, although their clients have missed nothing.
  await untilThere(() => restarted.has(1));
});

test('processes that were silent for a while tell each other again what they have', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const url = urlOfDatabase(await createDatabase());
  const [one, other] = [await openBus(url), await openBus(url)];
  await untilThere(() => one.heard.length > 0);
  other.bus.send({ kind: 'queued' });
  one.bus.send({ kind: 'queued' });
  await untilThere(() => one.heard.length > 1 && other.heard.length > 0);
  vi.advanceTimersByTime(30_000);
  expect([one.gone, other.gone]).toEqual([[other.bus.id], [one.bus.id]]);
  const greetings = ({ heard }: typeof one) => heard.filter(({ kind }) => kind === 'hello');
  await untilThere(() => greetings(one).length > 1 && greetings(other).length > 0);
  expect(greetings(one).at(-1)).toEqual({ kind: 'hello', isAgain: true });
  expect(greetings(other)).toEqual([{ kind: 'hello', isAgain: true }]);
});

test('a connection on which a process cannot listen is closed before the next attempt', async () => {
  const { database, cutOffLeader } = await testProcesses(1);
  const client = createClient(database);
  await client.connect();
  onTestFinished(() => client.end());
  // Whatever fails after connecting, as LISTEN does at a server that only follows another.
  await client.query(`
    CREATE SEQUENCE attempts;
    CREATE FUNCTION public.pg_try_advisory_lock(bigint) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN
      PERFORM nextval('attempts');
      RAISE 'no';
    END $$`);
  await client.query(
    `ALTER DATABASE ${new URL(database).pathname.slice(1)} SET search_path = public, pg_catalog`,
  );
  await cutOffLeader();
  const attempts = async () =>
    (await client.query<{ count: number }>('SELECT last_value AS count FROM attempts')).rows[0]?.count ?? 0;
  await untilThere(async () => (await attempts()) >= 4);
  const { rowCount } = await client.query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query ~ '^SELECT pg_try_advisory_lock'`,
  );
  expect(rowCount).toBeLessThanOrEqual(1);
});

test('a process is not ready while it cannot begin to write', async () => {
  const { database, first, services } = await testProcesses(1);
  const [ann] = await first.people('Ann');
  const counter = await lockCounter(database);
  const refused = { status: 'rejected', reason: { code: 'unavailable' } };
  const write = ann.call('dialogs.create', { name: 'Garden', type: 'group' });
  expect(await counter.cancelDuring(write)).toMatchObject(refused);
  expect(await counter.cancelDuring(services[0]!.requireReady())).toMatchObject(refused);
  await counter.unlock();
  await services[0]!.requireReady();
});

/** A process that only listens, with what it heard of others. */
async function openBus(url: string) {
  const heard: Signal[] = [];
  const gone: string[] = [];
  const bus = new PostgresBus({
    url,
    logger: pino({ level: 'silent' }),
    onEvents: () => undefined,
    onSignal: (signal) => heard.push(signal),
    onReconnect: () => undefined,
    onGone: (process) => gone.push(process),
    onLeader: () => undefined,
  });
  await bus.begin();
  onTestFinished(() => bus.close());
  return { bus, heard, gone };
}

test('requests of a token are limited across processes', async () => {
  const { first, others, at } = await testProcesses(2);
  const [ann, bob, cid] = await first.people('Ann', 'Bob', 'Cid');
  // The clock stands still, so that nothing is refilled; a few requests went before.
  for (let count = 0; count < RATES.requestBurst - 10; count++) await ann.call('people.me', {});
  // Changes arrive in order: once Cid is present at the other process, it has heard of the requests too.
  await cid.listen();
  await untilThere(
    async () => (await at(others[0], bob).call('people.get', { user: String(cid.id) })).Online.Online,
  );
  const answers = Array.from({ length: RATES.requestBurst / 2 + 20 }, () =>
    at(others[0], ann).call('people.me', {}),
  );
  const refused = (await Promise.allSettled(answers)).filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]).toMatchObject({ reason: { code: 'rate_limit_exceeded' } });
});

test('a restarted process continues, and a write is answered again by its key', async () => {
  const { first, services, open, clock } = await testProcesses(2);
  const [ann] = await first.people('Ann');
  const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Garden', type: 'group' });
  const key = 'a-key-of-one-message';
  const sent = await ann.call('dialogs.send', { dialog_id, text: 'Once' }, key);
  await services[0]!.close();
  const restarted = await open();
  onTestFinished(() => restarted.close());
  const again = testServiceOver(restarted, clock).as(ann.session, ann);
  expect((await again.call('dialogs.send', { dialog_id, text: 'Once' }, key)).ID).toBe(sent.ID);
  expect(await again.call('dialogs.messages', { dialog_id })).toHaveLength(1);
});
