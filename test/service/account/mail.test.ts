import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore, type Store } from '../../../electron/database/open';
import { openMailer, type Mailer } from '../../../electron/mail/mailer';
import { openService } from '../../../electron/service';
import { MailDelivery } from '../../../electron/service/mail-delivery';
import { insertMail, listMail } from '../../../electron/service/mail/queries';
import { LIFETIMES } from '../../../shared/limits';
import { mailServer } from '../../support/mail-server';
import { keptPort } from '../../support/ports';
import { testOnSqlite } from '../../support/databases/databases';
import { mailedCode, TEST_SETTINGS, TestClock, testService, testServiceOver } from '../../support/service';
import { untilThere } from '../../support/waiting';

const FROM = 'Courtyard <courtyard@localhost>';
/** When the emails are stored. */
const STORED = 1_767_600_000;

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'courtyard-mail-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function store(): Store {
  const opened = openStore(':memory:');
  onTestFinished(() => opened.close());
  return opened;
}

async function leave(at: Store, id: number, text = 'Code: 12345678\n', to = 'bo@example.org'): Promise<void> {
  const letter = { id, to, subject: `Letter ${id}`, text, person: 0, now: STORED };
  await at.writer.run(() => insertMail(at.writer.db, letter));
}

async function letters(at: Store) {
  return at.read((db) => listMail(db, { id: 0, all: true }, 0, 100));
}

/** Opens a mailer and gives the words that it logged. */
function mailer(
  at: Store,
  options: { folder?: string; smtp?: string; now?: () => number },
): { mailer: Mailer; log: () => string } {
  const lines: string[] = [];
  const opened = openMailer({
    store: at,
    folder: options.folder ?? '',
    smtp: options.smtp ?? null,
    from: FROM,
    delivery: new MailDelivery(),
    now: options.now ?? (() => STORED),
    logger: pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }),
  });
  onTestFinished(() => opened.close());
  return { mailer: opened, log: () => lines.join('') };
}

describe('local mail', () => {
  it('writes each email to a file that any mail program can open', async () => {
    const at = store();
    const path = join(folder(), 'mail');
    await leave(at, 11);
    await leave(at, 12, 'Це код для «Двору».\n\nCode: 87654321\n\nIt is good once.\n', 'пошта@example.org');
    mailer(at, { folder: path });
    await untilThere(async () => (await letters(at)).every((letter) => letter.delivered_at > 0));
    expect(readdirSync(path).sort()).toEqual(['11.eml', '12.eml']);
    const plain = readFileSync(join(path, '11.eml'), 'utf8');
    expect(plain).toMatch(/^From: Courtyard <courtyard@localhost>$/m);
    expect(plain).toMatch(/^To: bo@example\.org$/m);
    expect(plain).toMatch(/^Subject: Letter 11$/m);
    expect(plain).toMatch(/^Date: Mon, 05 Jan 2026 08:00:00 \+0000$/m);
    expect(plain).toMatch(/\n\nCode: 12345678\n/);
    expect(readFileSync(join(path, '12.eml'), 'utf8')).toMatch(/^Code: 87654321$/m);
    if (process.platform !== 'win32') expect(statSync(join(path, '11.eml')).mode & 0o077).toBe(0);
  });

  it('sends queued emails once when woken', async () => {
    const at = store();
    const path = folder();
    const { mailer: opened } = mailer(at, { folder: path });
    await leave(at, 11);
    opened.wake();
    await untilThere(() => readdirSync(path).includes('11.eml'));
    await leave(at, 12);
    opened.wake();
    opened.wake();
    await opened.close();
    await leave(at, 13);
    opened.wake();
    expect(readdirSync(path).filter((name) => name !== '12.eml')).toEqual(['11.eml']);
    mailer(at, { folder: path });
    await untilThere(() => readdirSync(path).includes('13.eml'));
    expect(readdirSync(path).sort()).toEqual(['11.eml', '12.eml', '13.eml']);
  });

  it('writes no files for an in-memory community but stays readable', async () => {
    const at = store();
    await leave(at, 11);
    const { mailer: opened } = mailer(at, {});
    await untilThere(async () => (await letters(at)).every((letter) => letter.delivered_at > 0));
    await opened.close();
    const t = await testService();
    await t.person('Ann');
    await t.open('account.register', { name: 'Bo', email: 'bo@example.org', password: 'correct horse' });
    expect(await mailedCode(t.service, 'bo@example.org')).toMatch(/^\d{8}$/);
  });

  testOnSqlite("is stored in the community's data folder", async () => {
    const data = folder();
    const t = await testService({ data });
    await t.person('Ann');
    await t.open('account.register', { name: 'Bo', email: 'bo@example.org', password: 'correct horse' });
    const code = await mailedCode(t.service, 'bo@example.org');
    const path = join(data, 'mail');
    await untilThere(() => filesIn(path).some((name) => name.endsWith('.eml')));
    const [file = ''] = readdirSync(path);
    expect(readFileSync(join(path, file), 'utf8')).toMatch(new RegExp(`^Code: ${code}$`, 'm'));
  });

  it('never logs texts or addresses, even on failure', async () => {
    const at = store();
    const blocked = join(folder(), 'file');
    writeFileSync(blocked, '');
    await leave(at, 11);
    const { log } = mailer(at, { folder: blocked });
    await untilThere(() => log() !== '');
    expect(log()).toContain('11');
    expect(log()).not.toMatch(/12345678|example\.org|Letter/);
    expect((await letters(at))[0]?.delivered_at).toBe(0);
  });
});

describe('SMTP mail', () => {
  it('deletes an email once it is sent', async () => {
    const at = store();
    const server = await mailServer();
    await leave(at, 11);
    await leave(at, 12, 'Code: 87654321\n', 'cy@example.org');
    mailer(at, { smtp: server.url });
    await untilThere(async () => (await letters(at)).length === 0);
    expect(server.received.map((letter) => letter.to)).toEqual([['bo@example.org'], ['cy@example.org']]);
    expect(server.received[0]?.text).toMatch(/\r\n\r\nCode: 12345678\r\n/);
  });

  it('keeps temporarily rejected emails and sends the others', async () => {
    const at = store();
    let isBusy = true;
    const server = await mailServer({ refuse: (to) => (isBusy && to.startsWith('bo') ? 451 : undefined) });
    await leave(at, 11);
    await leave(at, 12, 'Code: 87654321\n', 'cy@example.org');
    const { mailer: opened, log } = mailer(at, { smtp: server.url });
    await untilThere(async () => (await letters(at)).length === 1 && log() !== '');
    expect((await letters(at)).map((letter) => letter.id)).toEqual([11]);
    expect(log()).not.toMatch(/12345678|example\.org/);
    isBusy = false;
    opened.wake();
    await untilThere(async () => (await letters(at)).length === 0);
    expect(server.received).toHaveLength(2);
  });

  it('drops permanently rejected emails', async () => {
    const at = store();
    const server = await mailServer({ refuse: () => 550 });
    await leave(at, 11);
    const { log } = mailer(at, { smtp: server.url });
    await untilThere(async () => (await letters(at)).length === 0);
    expect(server.received).toEqual([]);
    expect(log()).toContain('rejected permanently');
  });

  it('waits while the server is unreachable, across restarts', async () => {
    const at = store();
    await leave(at, 11);
    const { mailer: opened, log } = mailer(at, { smtp: `smtp://127.0.0.1:${await keptPort()}` });
    await untilThere(() => log() !== '');
    await opened.close();
    expect(await letters(at)).toHaveLength(1);
    const server = await mailServer();
    mailer(at, { smtp: server.url });
    await untilThere(async () => (await letters(at)).length === 0);
    expect(server.received).toHaveLength(1);
  });

  it('deletes an email unsent once its code has expired', async () => {
    const at = store();
    let now = STORED;
    const server = await mailServer({ refuse: (to) => (to.startsWith('bo') ? 451 : undefined) });
    await leave(at, 11);
    const { mailer: opened, log } = mailer(at, { smtp: server.url, now: () => now });
    await untilThere(() => log().includes('will be retried'));
    now += LIFETIMES.code;
    const letter = {
      id: 12,
      to: 'cy@example.org',
      subject: 'Letter 12',
      text: 'Code: 87654321\n',
      person: 0,
      now,
    };
    await at.writer.run(() => insertMail(at.writer.db, letter));
    opened.wake();
    await untilThere(async () => (await letters(at)).length === 0);
    expect(server.received.map(({ to }) => to)).toEqual([['cy@example.org']]);
    expect(log()).toContain('expired');
    expect(log()).not.toMatch(/12345678|example\.org/);
  });

  it('is not shown to administrators', async () => {
    const server = await mailServer();
    const clock = new TestClock();
    const service = await openService({
      data: ':memory:',
      settings: { ...TEST_SETTINGS, smtp: server.url },
      now: () => clock.seconds * 1000,
    });
    onTestFinished(() => service.close());
    const t = testServiceOver(service, clock);
    const ann = await t.person('Ann');
    await t.open('account.reset', { email: ann.email });
    expect(await ann.call('admin.mail', {})).toEqual([]);
    await untilThere(() => server.received.length === 1);
    expect(server.received[0]?.to).toEqual([ann.email]);
  });
});

function filesIn(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
