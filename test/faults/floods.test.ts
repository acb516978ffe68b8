import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Session } from '../../electron/service';
import type { Frame } from '../../shared/events';
import { CONNECTIONS } from '../../shared/limits';
import { testService, type TestPerson, type TestService } from '../support/service';
import { sharedCommunity } from '../support/shared';
import { untilPasses } from '../support/waiting';
import { report, scaled } from './scale';

/** Creates tokens of one person, as their programs would. */
async function tokensOf(person: TestPerson, count: number): Promise<Session[]> {
  const tokens: Session[] = [];
  for (let number = 1; number <= count; number++) {
    const { Token: token = '' } = await person.call('account.createToken', { name: `flood ${number}` });
    tokens.push({ ...person.session, token });
  }
  return tokens;
}

/** A connection that reads the whole event log. */
interface Reader {
  events: number;
  isRefused: boolean;
}

function readAll(t: TestService, session: Session, log: string, count: () => void): Reader {
  const reader: Reader = { events: 0, isRefused: false };
  const send = (frame: string) => {
    if (!frame.startsWith('{"Type":"message"')) return;
    reader.events++;
    count();
  };
  t.service.connect(session, { since: 0, log, send, close: () => undefined }).then(
    (line) => onTestFinished(() => line.close()),
    () => (reader.isRefused = true),
  );
  return reader;
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'courtyard-floods-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

async function logOf(t: TestService, person: TestPerson): Promise<string> {
  let log = '';
  const send = (frame: string) => {
    const hello = JSON.parse(frame) as Frame;
    if (hello.Type === 'hello') log = hello.Log;
  };
  (await t.service.connect(person.session, { send, close: () => undefined })).close();
  return log;
}

describe('replays', () => {
  test('on many connections do not delay others', async () => {
    const t = await testService({ data: temporaryFolder() });
    const readers = scaled(40, 200);
    const events = scaled(80, 1000);
    const messages = 10;
    const people = await t.people('Ann', 'Bob', 'Carl', 'Dora', 'Eve');
    const [ann, member] = people;
    const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Square', type: 'group' });
    for (const { id } of people.slice(1)) await ann.call('dialogs.join', { dialog_id, user_id: String(id) });
    for (let number = 0; number < events; number++) {
      t.clock.advance(1);
      await ann.call('dialogs.send', { dialog_id, text: `Message ${number}` });
    }
    const log = await logOf(t, ann);
    const flooders = people.filter((person) => person !== member);
    const sessions: Session[] = [];
    for (const person of flooders) sessions.push(...(await tokensOf(person, readers / flooders.length / 10)));

    const idle = await timeOf(async () => {
      for (let number = 0; number < messages; number++)
        await member.call('dialogs.send', { dialog_id, text: `Idle ${number}` });
    });
    let received = 0;
    const all = sessions.flatMap((session) =>
      Array.from({ length: 10 }, () => readAll(t, session, log, () => received++)),
    );
    const expected = readers * (events + messages);
    const before: number[] = [];
    const busy = await timeOf(async () => {
      for (let number = 0; number < messages; number++) {
        await member.call('dialogs.send', { dialog_id, text: `Live ${number}` });
        before.push(received);
      }
    });
    const answered = before.filter((count) => count < expected).length;
    report({
      fault: `${readers} connections replay ${events} events while a member sends ${messages} messages`,
      cases: messages,
      result: `${answered} answered before the replays ended, the first after ${Math.round((100 * (before[0] ?? 0)) / expected)} % of them, waiting ${(busy / idle).toFixed(1)} times as long as when idle`,
    });
    expect(all.filter((reader) => reader.isRefused)).toEqual([]);
    await untilPasses(() =>
      expect(all.filter((reader) => reader.events < events + 2 * messages)).toEqual([]),
    );
    expect(before[0]).toBeLessThan(expected / 4);
    expect(answered).toBeGreaterThanOrEqual(messages / 2);
  });
});

/** Makes one request with or without TLS on its own connection; returns the status. */
function ask(port: number, token: string | null, isPlain: boolean): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port,
      path: '/me',
      agent: false,
      rejectUnauthorized: false,
      headers: { ...(token !== null && { token }) },
    };
    const asking = (isPlain ? plainRequest : secureRequest)(options, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode ?? 0));
    });
    asking.once('error', reject);
    asking.end();
  });
}

describe('connections', () => {
  test('that stay idle block no member and are closed', async () => {
    const t = await sharedCommunity('Lypova 12');
    onTestFinished(() => t.close());
    await t.owner.call('admin.share', { plain: true });
    const { token } = t.owner.session;
    const count = scaled(240, 1500);
    let open = 0;
    let max = 0;
    let answered = 0;
    const asked = 30;
    for (let number = 0; number < count; number++) {
      const socket = connect(t.port, '127.0.0.1');
      onTestFinished(() => void socket.destroy());
      socket.on('error', () => undefined);
      socket.once('connect', () => (max = Math.max(max, ++open)));
      socket.once('close', () => open--);
      await once(socket, 'connect');
      if (number % (count / asked) !== 0) continue;
      if ((await ask(t.port, token, number % 2 === 0)) === 200) answered++;
    }
    await untilPasses(() => expect(open).toBeLessThanOrEqual(CONNECTIONS.perAddress));
    report({
      fault: `${count} silent connections from one address to a shared community`,
      cases: asked,
      result: `${answered} of ${asked} calls of a member answered, ${max} open at most, ${open} in the end`,
    });
    expect(answered).toBe(asked);
    // Up to the limit again may be newly opened, and the client notices closed connections late.
    expect(max).toBeLessThan(3 * CONNECTIONS.perAddress);
    expect(await ask(t.port, null, false)).toBe(401);
  });
});
