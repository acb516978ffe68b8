import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Session } from '../../electron/service';
import type { Frame } from '../../shared/events';
import { testService, type TestPerson, type TestService } from '../support/service';
import { untilPasses } from '../support/waiting';
import { report, scaled } from './scale';

/** Tokens of one person, as a program of theirs may have. */
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
  t.service.listen(session, { since: 0, log, send, close: () => undefined }).then(
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

async function logOf(t: TestService, person: TestPerson): Promise<string> {
  let log = '';
  const send = (frame: string) => {
    const hello = JSON.parse(frame) as Frame;
    if (hello.Type === 'hello') log = hello.Log;
  };
  (await t.service.listen(person.session, { send, close: () => undefined })).close();
  return log;
}

describe('replays', () => {
  test('of many connections do not keep others waiting', async () => {
    const t = await testService({ data: temporaryFolder() });
    const readers = scaled(40, 200);
    const events = scaled(120, 1000);
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

    let received = 0;
    const all = sessions.flatMap((session) =>
      Array.from({ length: 10 }, () => readAll(t, session, log, () => received++)),
    );
    const expected = readers * events;
    const before: number[] = [];
    for (let number = 0; number < messages; number++) {
      await member.call('dialogs.send', { dialog_id, text: `Live ${number}` });
      before.push(received);
    }
    const answered = before.filter((count) => count < expected).length;
    report({
      fault: `${readers} connections replay ${events} events while a member sends ${messages} messages`,
      cases: messages,
      result: `${answered} answered before the replays ended, the first after ${Math.round((100 * (before[0] ?? 0)) / expected)} % of them`,
    });
    expect(all.filter((reader) => reader.isRefused)).toEqual([]);
    await untilPasses(() => expect(all.filter((reader) => reader.events < events + messages)).toEqual([]));
    expect(before[0]).toBeLessThan(expected / 4);
    expect(answered).toBeGreaterThanOrEqual(messages / 2);
  });
});
